/** The demo's templates, buttons, defaults and tests. */
import { crc32 } from 'node:zlib';
import { template } from '@signpost/contract/entities/template.ts';
import type { TestPlan } from '@signpost/contract/traffic/pages/tests.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { hashOfPlan, variantsOf } from '../../../traffic/pages/tests/subject.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import type { DemoCampaign } from './campaigns.ts';
import type { DemoRecords } from './records.ts';
import { put } from './store-records.ts';

const DAY_MS = 86_400_000;
/** Every sixth prelander is still a foreign page. */
const FOREIGN = 6;
/** The prelanders with the most visitors, whose pages are tested; the second variant of the first one is better. */
const TESTED = [1058, 1115] as const;
const BUTTONS = [6001, 6002, 6003] as const;
const buttonVariantId = (buttonId: number, nth: number): number => (buttonId - 6000) * 2 + nth;

/** The template and the button that the visitors of a prelander see, as facts record them. */
export interface DemoPage {
  templateId: number;
  templateVariantIds: readonly [number, number];
  buttonId: number;
  buttonVariantIds: readonly [number, number];
  /** How much more often visitors of the second variant go on. */
  lift: number;
}

/** The prelanders with a page, by campaign. */
export function demoPages(campaigns: readonly DemoCampaign[]): Map<number, DemoPage> {
  const prelanders = campaigns.filter(({ landerType }) => landerType === 'prelander');
  return new Map(
    prelanders.flatMap(({ id }, index) => {
      if (index % FOREIGN === FOREIGN - 1) return [];
      const buttonId = BUTTONS[index % BUTTONS.length] ?? BUTTONS[0];
      const page: DemoPage = {
        templateId: id,
        templateVariantIds: [id * 2, id * 2 + 1],
        buttonId,
        buttonVariantIds: [buttonVariantId(buttonId, 0), buttonVariantId(buttonId, 1)],
        lift: id === TESTED[0] ? 1.35 : 1,
      };
      return [[id, page]];
    }),
  );
}

/** The page's columns for a visitor, who always sees the same variants. */
export function shownTo(page: DemoPage | undefined, visitorId: string) {
  if (page === undefined) return { templateId: 0, buttonId: 0, templateVariantId: 0, buttonVariantId: 0 };
  const visitor = crc32(visitorId) % 4;
  return {
    templateId: page.templateId,
    buttonId: page.buttonId,
    templateVariantId: page.templateVariantIds[visitor % 2] ?? 0,
    buttonVariantId: page.buttonVariantIds[visitor >> 1] ?? 0,
  };
}

const QUIZ = `<main class="card">
  <p class="step">Question 1 of 3 · visitors from {{ country }}</p>
  <h1>{{ headline }}</h1>
  <p>{{ intro }}</p>
  {% button %}
  <p class="small">{{ disclaimer }}</p>
</main>`;

const STORY = `<main class="card">
  <h1>{{ headline }}</h1>
  {% if device == 'mobile' %}<p><b>Works on your phone.</b></p>{% endif %}
  <p>{{ intro }} {{ story }}</p>
  <p>{% button %}</p>
  <p class="small">{{ disclaimer }} © {{ year }}</p>
</main>`;

const VARIANTS = [
  { name: 'Quiz', html: QUIZ },
  { name: 'Story', html: STORY },
];

const CSS = `body { background: #f1f3f5; }
.card { max-width: 620px; margin: 48px auto; padding: 32px; background: #fff; border-radius: 16px; text-align: center; }
.step { color: #868e96; font-size: 14px; }
.small { color: #868e96; font-size: 13px; }`;

const TEXTS = [
  ['headline', 'Which bonus suits you?'],
  ['intro', 'Answer three short questions and see the offers that fit.'],
  ['story', 'Last month more than nine in ten readers found one in under a minute.'],
  ['disclaimer', 'Adults only. Play responsibly.'],
] as const;

const LOOKS = [
  ['Round, blue', 'Show my offers', '#ffffff', '#1864ab'],
  ['Round, green', 'Find my bonus', '#ffffff', '#1b6e2d'],
] as const;
const BUTTON_NAMES = ['Show offers', 'Claim bonus', 'Read on'];

async function storeButtons(trx: Trx, { boxes: all }: DemoRecords): Promise<void> {
  const boxes = all.filter(({ boxKind }) => boxKind === 'regular');
  await put(
    trx,
    'buttons',
    BUTTONS.map((id, index) => ({
      id,
      name: BUTTON_NAMES[index],
      campaignBoxId: index === 2 ? null : boxes[index]?.id,
    })),
  );
  await put(
    trx,
    'button_variants',
    BUTTONS.flatMap((buttonId, index) =>
      LOOKS.map(([name, text, textColor, backgroundColor], nth) => ({
        id: buttonVariantId(buttonId, nth),
        buttonId,
        position: nth,
        name,
        weight: 50,
        text: index === 2 && nth === 0 ? 'Read on' : text,
        textColor,
        backgroundColor,
      })),
    ),
  );
}

async function storeTemplates(trx: Trx, campaigns: readonly DemoCampaign[], pages: ReadonlyMap<number, DemoPage>) {
  const rows = [...pages.values()].flatMap((page) => {
    const campaign = campaigns.find(({ id }) => id === page.templateId);
    if (campaign === undefined) return [];
    return [{ page, campaign }];
  });
  await put(
    trx,
    'templates',
    rows.map(({ page, campaign }) => ({
      id: page.templateId,
      campaignId: page.templateId,
      name: campaign.name,
      buttonId: page.buttonId,
      css: CSS,
    })),
  );
  await put(
    trx,
    'template_texts',
    rows.flatMap(({ page: { templateId } }) =>
      TEXTS.map(([name, text], position) => ({
        id: (templateId - 1000) * TEXTS.length + position,
        templateId,
        position,
        name,
        text,
      })),
    ),
  );
  await put(
    trx,
    'template_variants',
    rows.flatMap(({ page: { templateId, templateVariantIds } }) =>
      templateVariantIds.map((id, position) => ({
        id,
        templateId,
        position,
        weight: 50,
        ...VARIANTS[position],
      })),
    ),
  );
  for (const { page } of rows)
    await sql`UPDATE campaigns SET target_url = ${`/p_${page.templateId}`} WHERE id = ${page.templateId}`.execute(trx);
}

async function storeDefaults(trx: Trx, { boxes }: DemoRecords, now: Date): Promise<void> {
  const banner = boxes.find(({ boxKind }) => boxKind === 'banner');
  if (banner === undefined) return;
  const headline = (text: string) => JSON.stringify([{ name: 'headline', text }]);
  await put(trx, 'page_defaults', [
    {
      websiteId: banner.websiteId,
      campaignBoxId: null,
      texts: headline('Today’s best offers for our readers'),
      updatedAt: now,
    },
    {
      websiteId: banner.websiteId,
      campaignBoxId: banner.id,
      texts: headline('You clicked: here is your offer'),
      updatedAt: now,
    },
  ]);
}

const TESTS = [
  { id: TESTED[0], days: 26, minimalEffect: 2, horizon: 3_000 },
  { id: TESTED[1], days: 9, minimalEffect: 0.5, horizon: 40_000 },
] as const;

/** Two tests run. They come after the facts, because the worker looks at them at once, like at any other. */
export async function storePageTests(trx: Trx, { campaigns }: DemoRecords, now: Date): Promise<void> {
  const pages = demoPages(campaigns);
  for (const { id, days, minimalEffect, horizon } of TESTS) {
    const page = pages.get(id);
    if (page === undefined) continue;
    const variants = variantsOf(await readRecord(trx, template, page.templateId));
    const plan: TestPlan = {
      goal: 'clickout',
      windowHours: 1,
      controlId: page.templateVariantIds[0],
      minimalEffect,
      horizon,
      guardrails: ['revenue'],
      alpha: 0.05,
      revenueCap: 150,
      variants,
    };
    const startedAt = new Date(now.getTime() - days * DAY_MS);
    await sql`INSERT INTO page_tests (template_id, plan, plan_hash, state, started_at)
      VALUES (${page.templateId}, ${JSON.stringify(plan)}::jsonb, ${hashOfPlan(plan)}, 'running', ${startedAt})`.execute(
      trx,
    );
  }
}

/** Stores all of them. Their facts are part of `demoFacts`. */
export async function storePages(trx: Trx, records: DemoRecords, now: Date): Promise<void> {
  const pages = demoPages(records.campaigns);
  await storeButtons(trx, records);
  await storeTemplates(trx, records.campaigns, pages);
  await storeDefaults(trx, records, now);
}
