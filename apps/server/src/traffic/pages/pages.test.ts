import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  listCurrentTests,
  pageTestCalls,
  previewPage,
  readPageDefaults,
  savePageDefaults,
} from '@signpost/contract/calls/pages.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildCampaignBox, buildWebsite } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { snakeCase } from '../../platform/names.ts';
import { lookRound } from './jobs.ts';
import { listTests } from './tests/store.ts';

const campaignCalls = entityCalls(campaign);
const templateCalls = entityCalls(template);

let now = new Date('2026-10-01T10:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const { db } = world;
const { clickhouse } = world.databases;
const staff = await world.signIn('Operations');
const seo = await world.signIn('Seo User');

const recordSchema = z.looseObject({
  id: z.number(),
  version: z.number(),
  variants: z.array(z.looseObject({ id: z.number(), weight: z.number(), html: z.string() })),
});
let serial = 0;

async function newTemplate(variants: { name: string; weight: number; html: string }[], more: object = {}) {
  serial += 1;
  const target = {
    name: `Page ${serial}`,
    landerType: 'prelander',
    prelanderType: 'regular',
    status: 'active',
    common: false,
  };
  const made = await call(staff, entityCalls(campaign).create, {
    body: { ...target, targetUrl: 'https://x.example/' },
  });
  const body = {
    name: `Page ${serial}`,
    campaignId: z.looseObject({ id: z.number() }).parse(made).id,
    status: 'active',
    variants,
    ...more,
  };
  return recordSchema.parse(await call(staff, entityCalls(template).create, { body }));
}
const TWO = [
  { name: 'Quiz', weight: 50, html: '<h1>{{ headline }}</h1>' },
  { name: 'Story', weight: 50, html: '<p>{{ headline }}</p>' },
];

describe('Saving a template', () => {
  it('gives it the id of its campaign and leaves out what is not allowed, also in the audit trail', async () => {
    const made = await newTemplate(
      [{ name: 'A', weight: 1, html: '<b onclick="x()">Hi</b><script>alert(1)</script>' }],
      {
        css: 'p{color:red}</style><script>alert(1)</script>',
      },
    );
    expect(made).toMatchObject({ id: made.campaignId, css: 'p{color:red}/style>script>alert(1)/script>' });
    expect(made.variants[0]?.html).toBe('<b>Hi</b>');
    const { rows } = await sql<{
      after: object;
    }>`SELECT after FROM audit WHERE entity = 'template' AND record_id = ${made.id}`.execute(db);
    expect(JSON.stringify(rows)).not.toContain('script>alert(1)</script');
    expect(JSON.stringify(rows)).not.toContain('onclick');
  });

  it('refuses places inside texts, which visitors would see as they are', async () => {
    const made = await newTemplate(TWO);
    const change = { version: made.version, values: { texts: [{ name: 'headline', text: 'Hi {{ geo }}' }] } };
    expect((await refusal(staff, templateCalls.update, { params: { id: made.id }, body: change })).errors).toEqual([
      { path: 'texts.0.text', message: expect.stringContaining('filled in the HTML only') },
    ]);
  });

  it('lets a campaign show a page that exists, and no other', async () => {
    const made = await newTemplate(TWO);
    const aim = (targetUrl: string, version: number) =>
      attempt(staff, campaignCalls.update, { params: { id: made.id }, body: { version, values: { targetUrl } } });
    for (const page of ['/p_999998', '/p_1?a={sub1}'])
      expect((await aim(page, 1)).body.errors).toEqual([
        { path: 'targetUrl', message: expect.stringMatching(/^There is no template (999998|1)\. /) },
      ]);
    expect((await aim(`/p_${made.id}`, 1)).status).toBe(200);
  });

  it('refuses a page that cannot be read, two texts of one name, and a second template of a campaign', async () => {
    const problem = async (body: object) => (await refusal(staff, templateCalls.create, { body })).errors;
    const made = await newTemplate(TWO);
    const base = { name: 'X', campaignId: made.campaignId, status: 'active', variants: TWO };
    expect(await problem(base)).toMatchObject([{ path: 'campaignId' }]);
    for (const html of ['{% for a in b %}{% endfor %}', '{{ a | raw }}', '{% include "x" %}', '{% if %}'])
      expect(await problem({ ...base, variants: [{ name: 'A', weight: 1, html }] }), html).toMatchObject([
        { path: 'variants.0.html', message: expect.stringContaining('cannot be read') },
      ]);
    const change = { version: made.version, values: { texts: [1, 2].map(() => ({ name: 'a', text: 'b' })) } };
    expect(
      (await refusal(staff, templateCalls.update, { params: { id: made.id }, body: change })).errors,
    ).toMatchObject([{ path: 'texts.1.name' }]);
  });
});

it('shows a draft as visitors would see it, without storing anything, and tells what is missing', async () => {
  const draft = {
    html: '<h1>{{ headline }}{{ other }}</h1>{% if geo == "AT" %}Servus{% endif %}<img src=x onerror=alert(1)>',
    css: '',
    texts: [{ name: 'headline', text: 'Hi <b>' }],
    buttonId: null,
    geo: 'AT',
    device: 'mobile' as const,
    websiteId: null,
  };
  const { rows: before } = await sql`SELECT count(*) FROM audit`.execute(db);
  const shown = await call(staff, previewPage, { body: draft });
  expect(shown).toMatchObject({ problem: '', isCut: true, unfilled: ['other'] });
  expect(shown.html).toContain('<h1>Hi &lt;b&gt;</h1>Servus');
  expect(shown.html).not.toContain('onerror');
  const link = '<a href="https://x.example/{{ q }}?q={{- q -}}&z={% if geo %}{{ q | upcase }}{% endif %}">{{ q }}</a>';
  const texts = [{ name: 'q', text: 'Birch & Partners #1' }];
  expect((await call(staff, previewPage, { body: { ...draft, texts, html: link } })).html).toContain(
    '<a href="https://x.example/Birch%20%26%20Partners%20%231?q=Birch%20%26%20Partners%20%231&amp;z=BIRCH%20%26%20PARTNERS%20%231">Birch &amp; Partners #1</a>',
  );
  const whole = '<a href="{{ to }}&a={{ to | url_encode }}">x</a>';
  const to = [{ name: 'to', text: 'https://y.example/?b=1' }];
  expect((await call(staff, previewPage, { body: { ...draft, texts: to, html: whole } })).html).toContain(
    '<a href="https://y.example/?b=1&amp;a=https%3A%2F%2Fy.example%2F%3Fb%3D1">x</a>',
  );
  expect((await call(staff, previewPage, { body: { ...draft, html: '<p>Fine & "well"</p>' } })).isCut).toBe(false);
  expect((await call(staff, previewPage, { body: { ...draft, html: '{% nope %}' } })).problem).toBe(
    'Line 1 cannot be read: {% nope %} does not exist here.',
  );
  expect((await sql`SELECT count(*) FROM audit`.execute(db)).rows).toEqual(before);
  expect((await refusal(seo, previewPage, { body: draft })).status).toBe(403);
});

it('keeps defaults of a site and of its banners, inherited and told as such', async () => {
  await newTemplate(TWO, { texts: [{ name: 'headline', text: 'Of the template' }] });
  const site = await buildWebsite(db);
  const banner = await buildCampaignBox(db, { websiteId: site.id, boxKind: 'banner' });
  const onSite = { websiteId: site.id, bannerId: 0 };
  const onBanner = { websiteId: site.id, bannerId: banner.id };
  const fresh = await call(staff, readPageDefaults, { params: onSite });
  expect(fresh).toMatchObject({ version: 0, texts: [], banners: [{ id: banner.id, texts: 0 }] });
  expect(fresh.inherited).toContainEqual({ name: 'headline', text: 'Of the template', from: expect.any(String) });
  const body = { version: 0, buttonId: null, texts: [{ name: 'headline', text: 'Of the site' }] };
  const saved = await call(staff, savePageDefaults, { params: onSite, body });
  expect(saved.version).toBe(1);
  expect((await call(staff, readPageDefaults, { params: onBanner })).inherited).toContainEqual({
    name: 'headline',
    text: 'Of the site',
    from: site.name,
  });
  expect((await refusal(staff, savePageDefaults, { params: { websiteId: site.id, bannerId: 0 }, body })).status).toBe(
    409,
  );
  await newTemplate(TWO, { texts: [{ name: 'only_here', text: 'One' }] });
  const inheritedText = async (name: string) =>
    (await call(staff, readPageDefaults, { params: { websiteId: site.id, bannerId: 0 } })).inherited.find(
      (one) => one.name === name,
    );
  const alone = await inheritedText('only_here');
  expect(alone).toMatchObject({ text: 'One', from: expect.stringMatching(/^Page \d+$/) });
  await newTemplate(TWO, { texts: [{ name: 'only_here', text: 'Two' }] });
  expect(await inheritedText('only_here')).toMatchObject({ text: '', from: 'the texts of 2 templates' });
  expect(
    (
      await refusal(staff, savePageDefaults, {
        params: { websiteId: site.id, bannerId: 0 },
        body: { ...body, version: 1, texts: [{ name: 'a', text: '{{ b }}' }] },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await refusal(staff, savePageDefaults, {
        params: { websiteId: site.id, bannerId: 0 },
        body: { ...body, version: 1, buttonId: 999 },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await refusal(staff, savePageDefaults, {
        params: { websiteId: site.id, bannerId: 0 },
        body: { ...body, version: 1, texts: [{ name: 'A b', text: 'x' }] },
      })
    ).status,
  ).toBe(400);
  expect(
    (await refusal(staff, readPageDefaults, { params: { websiteId: site.id, bannerId: banner.id + 1 } })).status,
  ).toBe(404);
  expect((await refusal(seo, readPageDefaults, { params: { websiteId: site.id, bannerId: 0 } })).status).toBe(403);
});

/** Exposures of `visitors` people for each variant, and click-outs of the given numbers of them, spread over 30 days. */
async function playMonth(
  id: number,
  variants: readonly { id: number }[],
  clicked: readonly number[],
  visitors: number,
) {
  const start = now.getTime();
  const month = 30 * 24 * 3_600_000;
  const rows = variants.flatMap((variant, at) =>
    Array.from({ length: visitors }, (_, n) => {
      const when = start + Math.floor(((n + 0.5) / visitors) * month);
      const known = {
        templateId: id,
        templateVariantId: variant.id,
        visitorId: String(serial * 10_000_000 + at * 1_000_000 + n + 1),
      };
      const seen = fact({
        ...known,
        factId: newId(),
        kind: 'impression',
        at: new Date(when).toISOString(),
        impressions: 1,
      });
      const isClicked = (n * 7919) % visitors < (clicked[at] ?? 0);
      const out = { ...known, factId: newId(), kind: 'clickout' as const, clickouts: 1 };
      return isClicked ? [seen, fact({ ...out, at: new Date(when + 60_000).toISOString() })] : [seen];
    }).flat(),
  );
  const columns = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  );
  await clickhouse.insert('facts', columns);
}

describe('A test', () => {
  const { list, start, act, baseline } = pageTestCalls.template;
  const planOf = (controlId: number, more: object = {}) => ({
    goal: 'clickout' as const,
    windowHours: 1,
    controlId,
    minimalEffect: 1,
    horizon: 4_000,
    guardrails: ['revenue' as const],
    ...more,
  });

  it('decides in a simulated month of hourly looks, is promoted as a new version, and undone', async () => {
    const made = await newTemplate(TWO);
    const params = { id: made.id };
    const [quiz, story] = made.variants;
    await playMonth(made.id, made.variants, [160, 320], 2_000);
    const [running] = await call(staff, start, { params, body: planOf(quiz?.id ?? 0) });
    expect(running).toMatchObject({
      state: 'running',
      result: null,
      planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const begin = now;
    const states: string[] = [];
    for (let hour = 1; hour <= 720 && (states.at(-1) ?? 'running') === 'running'; hour += 6) {
      now = new Date(begin.getTime() + hour * 3_600_000 + 60_000);
      await lookRound({ db, clickhouse }, now);
      states.push((await listTests(db, 'template', made.id))[0]?.state ?? '');
    }
    // A month later everybody has to sign in again.
    const later = await world.signIn('Operations');
    const [won] = await call(later, list, { params });
    expect(won).toMatchObject({ state: 'won', winnerId: story?.id, planHash: running?.planHash, isRatioWrong: false });
    const [challenger] = won?.result?.challengers ?? [];
    expect(challenger?.p).toBeLessThan(0.05);
    expect(challenger?.difference.low).toBeGreaterThan(0);
    expect((await call(later, listCurrentTests, {})).find(({ id }) => id === made.id)).toMatchObject({
      kind: 'template',
      state: 'won',
    });
    const loser = { action: 'promote', variantId: quiz?.id };
    expect(
      (await refusal(later, pageTestCalls.template.act, { params: { id: made.id }, body: loser })).errors,
    ).toMatchObject([{ path: 'variantId', message: expect.stringContaining('found Story to be the better one') }]);
    const [promoted] = await call(later, act, { params, body: { action: 'promote' } });
    expect(promoted?.state).toBe('promoted');
    const weights = async () => {
      const { version, variants } = recordSchema.parse(await call(later, entityCalls(template).read, { params }));
      return [version, ...variants.map(({ weight }) => weight)];
    };
    expect(await weights()).toEqual([2, 0, 100]);
    const [undone] = await call(later, act, { params, body: { action: 'undo' } });
    expect(undone).toMatchObject({ state: 'undone', winnerId: story?.id, promotedId: story?.id });
    expect(await weights()).toEqual([3, 50, 50]);
    const { rows } = await sql<{ after: { test: string } }>`SELECT after FROM audit WHERE entity = 'template'
      AND record_id = ${made.id} AND action = 'effect' ORDER BY id`.execute(db);
    expect(rows.map(({ after }) => after.test)).toEqual(['started', 'won', 'promoted Story', 'promotion undone']);
    now = begin;
  });

  it('keeps its variants while it runs, runs alone, and refuses what makes no sense', async () => {
    const made = await newTemplate(TWO);
    const plan = planOf(made.variants[0]?.id ?? 0);
    expect(
      (await refusal(staff, pageTestCalls.template.start, { params: { id: made.id }, body: { ...plan, controlId: 1 } }))
        .status,
    ).toBe(400);
    expect(
      (await refusal(staff, pageTestCalls.template.start, { params: { id: made.id }, body: { ...plan, horizon: 10 } }))
        .status,
    ).toBe(400);
    expect(
      (
        await refusal(staff, pageTestCalls.template.start, {
          params: { id: made.id },
          body: { ...plan, guardrails: ['leads', 'leads'] },
        })
      ).status,
    ).toBe(400);
    expect((await refusal(seo, pageTestCalls.template.start, { params: { id: made.id }, body: plan })).status).toBe(
      403,
    );
    expect((await attempt(staff, pageTestCalls.template.start, { params: { id: made.id }, body: plan })).status).toBe(
      200,
    );
    expect(
      (await attempt(staff, pageTestCalls.template.start, { params: { id: made.id }, body: plan })).body.message,
    ).toBeDefined();
    const values = { variants: made.variants.map(({ id }) => ({ id, weight: 10 })) };
    expect(
      (await attempt(staff, templateCalls.update, { params: { id: made.id }, body: { version: 1, values } })).status,
    ).toBe(200);
    const other = { variants: made.variants.map(({ id }, at) => ({ id, weight: 10 + at })) };
    expect(
      (await refusal(staff, templateCalls.update, { params: { id: made.id }, body: { version: 2, values: other } }))
        .errors,
    ).toMatchObject([{ path: 'variants', message: expect.stringContaining('running') }]);
    expect(
      (await refusal(staff, pageTestCalls.template.act, { params: { id: made.id }, body: { action: 'promote' } }))
        .status,
    ).toBe(400);
    expect(
      (await attempt(staff, pageTestCalls.template.act, { params: { id: made.id }, body: { action: 'stop' } })).status,
    ).toBe(200);
    expect(
      (await attempt(staff, templateCalls.update, { params: { id: made.id }, body: { version: 2, values: other } }))
        .status,
    ).toBe(200);
    expect(
      (await refusal(staff, pageTestCalls.template.act, { params: { id: made.id }, body: { action: 'undo' } })).status,
    ).toBe(400);
    // Without a verdict any variant may be shown to everybody, and that makes it no winner.
    const [shown] = made.variants;
    const params = { id: made.id };
    const chosen = await call(staff, act, { params, body: { action: 'promote', variantId: shown?.id } });
    expect(chosen[0]).toMatchObject({ state: 'promoted', winnerId: null, promotedId: shown?.id });
    const [undone] = await call(staff, act, { params, body: { action: 'undo' } });
    expect(undone).toMatchObject({ state: 'undone', winnerId: null });
    expect(
      (await refusal(staff, pageTestCalls.template.act, { params: { id: made.id }, body: { action: 'promote' } }))
        .status,
    ).toBe(400);
    const single = await newTemplate([{ name: 'Only', weight: 100, html: '<p>x</p>' }]);
    expect((await refusal(staff, pageTestCalls.template.start, { params: { id: single.id }, body: plan })).status).toBe(
      400,
    );
  });

  it('counts visitors once, in the variant they saw first, and only when their time has passed', async () => {
    const made = await newTemplate(TWO);
    const params = { id: made.id };
    const [a, b] = made.variants.map(({ id }) => id);
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    const seen = (visitorId: string, templateVariantId = 0, minutes = 0, more: object = {}) =>
      fact({
        factId: newId(),
        kind: 'impression',
        at: at(minutes),
        templateId: made.id,
        templateVariantId,
        visitorId,
        impressions: 1,
        ...more,
      });
    const rows = [
      seen('9001', a, 1),
      seen('9001', b, 2),
      seen('9001', a, 3, { impressions: 0, clickouts: 1, kind: 'clickout' }),
      seen('9001', a, 4, { impressions: 0, clickouts: 1, kind: 'clickout' }),
      seen('9002', b, 1),
      seen('9002', b, 90, { impressions: 0, clickouts: 1, kind: 'clickout' }),
      seen('9003', b, 100),
      seen('9004', a, 1, { impressions: 0, reason: 'bot' }),
    ].map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])));
    await clickhouse.insert('facts', rows);
    await call(staff, start, { params, body: planOf(a ?? 0) });
    const begin = now;
    now = new Date(now.getTime() + 120 * 60_000);
    const [looked] = await call(staff, act, { params, body: { action: 'look' } });
    expect(looked?.result).toMatchObject({
      arms: [
        { id: a, visitors: 1, converted: 1 },
        { id: b, visitors: 1, converted: 0 },
      ],
      waiting: 1,
    });
    expect(await call(staff, baseline, { params, query: { goal: 'clickout' } })).toMatchObject({
      visitors: 2,
      converted: 1,
    });
    now = begin;
  });
});
