/** The launch check as a background run: the steps in their order, each stored as soon as it is known. */

import { mayDo } from '@signpost/contract/access/access.ts';
import { CLICK_REASONS } from '@signpost/contract/clicks/explain.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { keysOf } from '@signpost/contract/define/objects.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { LAUNCH_STEPS, type LaunchStep, type LaunchStepResult, TEST_TXID } from '@signpost/contract/links/launch.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { compile } from '../../clicks/snapshot/compile.ts';
import { readConfig } from '../../clicks/snapshot/config.ts';
import type { Db } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { newId } from '../../platform/ids.ts';
import type { Send } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import { defineRun } from '../../runs/kinds.ts';
import { USER_COLUMNS } from '../../session-user.ts';
import { AGENTS } from '../devices.ts';
import { type Look, look } from '../engine/look.ts';
import { type ClickFact, openLink, openOwn, readClickFacts, waitFor, whyFallback } from './click.ts';
import { postbackUrl, readConversionFact, readDeliveries, readPriced, sendPostback } from './conversion.ts';
import { baseOf, type OwnLinks, ownSend } from './own-links.ts';
import { issueTicket, storeSteps } from './store.ts';
import { findWay } from './way.ts';
import { whoMends } from './who.ts';

export interface LaunchDeps {
  db: Db;
  clickhouse: ClickHouse;
  send: Send;
  vault: () => Promise<Vault>;
  ownLinks: OwnLinks;
}

const ENTITIES = { campaignBox, seoCampaignBox, campaign, partner } as const;
type Check = { id: number; subject: keyof typeof ENTITIES; recordId: number; geo: string; device: keyof typeof AGENTS };
type Found = Pick<LaunchStepResult, 'state' | 'text'> & Partial<Pick<LaunchStepResult, 'hops'>>;
/** The record that can mend a step. */
type Mend = readonly [entity: EntityDefinition, id: number];

/** Stops the way: the steps behind a broken one are not reached. */
class NotReached extends Error {}

/** Collects the steps, and says who can mend a broken one. */
class Steps {
  readonly made: LaunchStepResult[] = [];
  readonly #deps: LaunchDeps;
  readonly #told: (steps: readonly LaunchStepResult[]) => Promise<void>;

  constructor(deps: LaunchDeps, told: (steps: readonly LaunchStepResult[]) => Promise<void>) {
    this.#deps = deps;
    this.#told = told;
  }

  async add(step: LaunchStep, found: Found, mend?: Mend): Promise<void> {
    const isBad = found.state === 'broken' || found.state === 'unsure';
    const who = isBad && mend !== undefined ? await whoMends(this.#deps.db, ...mend) : isBad ? 'An Admin' : null;
    this.made.push({ step, hops: [], ...found, who });
    await this.#told(this.made);
  }

  /** A broken step behind which nothing can be reached. */
  async end(step: LaunchStep, text: string, mend?: Mend): Promise<never> {
    await this.add(step, { state: 'broken', text }, mend);
    throw new NotReached();
  }

  async skipRest(): Promise<void> {
    for (const step of keysOf(LAUNCH_STEPS))
      if (!this.made.some((one) => one.step === step))
        this.made.push({ step, state: 'skipped', text: 'Not reached.', who: null, hops: [] });
    await this.#told(this.made);
  }
}

const ok = (text: string): Found => ({ state: 'ok', text });
const skipped = (text: string): Found => ({ state: 'skipped', text });

export const launchCheckRun = (deps: LaunchDeps) =>
  defineRun({
    name: 'launchCheck',
    input: z.object({ checkId: z.number() }),
    async refuse(trx, ownerId, { checkId }) {
      const owner = await trx
        .selectFrom('users')
        .select([...USER_COLUMNS])
        .where('id', '=', ownerId)
        .executeTakeFirst();
      const { subject } = await trx
        .selectFrom('launchChecks')
        .select('subject')
        .where('id', '=', checkId)
        .executeTakeFirstOrThrow();
      const may = owner !== undefined && mayDo(owner, ENTITIES[subject], 'edit');
      return may ? null : 'The person who started this check may no longer change such records.';
    },
    async run({ input: { checkId }, signal, progress, complete }) {
      const check = await deps.db
        .selectFrom('launchChecks')
        .select(['id', 'subject', 'recordId', 'geo', 'device'])
        .where('id', '=', checkId)
        .executeTakeFirstOrThrow();
      const total = keysOf(LAUNCH_STEPS).length;
      const steps = new Steps(deps, async (made) => {
        await storeSteps(deps.db, checkId, made, new Date());
        await progress(made.length, total);
      });
      try {
        await goTheWay(deps, check, steps, signal);
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
      }
      await steps.skipRest();
      await complete(async () => ({ rows: steps.made.filter(({ state }) => state === 'broken').length }));
      return undefined;
    },
  });

async function goTheWay(deps: LaunchDeps, check: Check, steps: Steps, signal: AbortSignal): Promise<void> {
  const base = baseOf(deps.ownLinks);
  const send = ownSend(deps.send, base);
  const userAgent = AGENTS[check.device];
  const own: Mend = [ENTITIES[check.subject], check.recordId];
  const snapshot = compile(
    await readConfig(async (text) => (await sql.raw<Record<string, unknown>>(text).execute(deps.db)).rows),
  );
  const way = findWay(snapshot, { ...check, userAgent }, Date.now());
  if (way === null) return await steps.end('link', 'No active box sends a visitor of this geo and device there.', own);
  const box: Mend = [campaignBox, way.boxId];

  const token = await issueTicket(deps.db, check.geo, new Date());
  const opened = await openLink(send, { base, way, token, userAgent }, signal);
  const { clickId } = opened;
  if (clickId === null || opened.location === null) {
    const answer = opened.http === null ? 'does not answer' : `answers with HTTP ${opened.http}`;
    return await steps.end('link', `${base}${way.path} ${answer}.`, opened.http === 404 ? box : undefined);
  }
  await steps.add('link', ok(`${base}${way.path} redirects the visitor.`));

  const visit = await waitFor(async () => (await readClickFacts(deps.clickhouse, clickId))[0] ?? null, signal);
  if (visit === null) return await steps.end('rules', 'The click did not arrive in the statistics engine in time.');
  const leads = snapshot.campaigns.get(visit.campaignId);
  const lost = whyFallback(visit.trace);
  if (lost !== null)
    return await steps.end('rules', lost.text, lost.at === 'partner' && leads ? [partner, leads.partnerId] : box);
  const chosen = await deps.db
    .selectFrom('campaigns')
    .select('name')
    .where('id', '=', visit.campaignId)
    .executeTakeFirst();
  const decided = visit.ruleId === 0 ? CLICK_REASONS.allocation : CLICK_REASONS.rule;
  await steps.add('rules', ok(`${decided} The campaign is “${chosen?.name ?? visit.campaignId}”.`));

  const deal = {
    headers: { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.8', 'accept-language': 'en' },
    clickId,
  };
  let target = opened.location;
  let last: ClickFact = visit;
  const isPage = leads !== undefined && (leads.landerType === 'prelander' || leads.pageId !== 0);
  if (isPage) {
    const pageUrl = target.startsWith('/') ? `${base}${target}` : target;
    const found = await look({ ...deal, send }, pageUrl, () => new Date());
    await steps.add('page', judged(found, 'The page is shown.'), [campaign, visit.campaignId]);
    const out = await openOwn(send, `${base}/out/${clickId}`, deal.headers);
    const stepped = await waitFor(
      async () => (await readClickFacts(deps.clickhouse, clickId)).find(({ kind }) => kind === 'clickout') ?? null,
      signal,
    );
    const dead = stepped === null ? null : whyFallback(stepped.trace);
    if (out.location === null || stepped === null || dead !== null) {
      const text = dead?.text ?? `The step from the page to the offer answers with HTTP ${out.http ?? 'nothing'}.`;
      return await steps.end('target', text, [partner, leads.partnerId]);
    }
    target = out.location;
    last = stepped;
  } else await steps.add('page', skipped('The campaign leads to the partner at once.'));

  // The offers behind a page are edited on the form of their partner.
  const mend: Mend = isPage && last.partnerId !== 0 ? [partner, last.partnerId] : [campaign, visit.campaignId];
  const found = await look({ ...deal, send: deps.send }, target, () => new Date());
  await steps.add('hops', hopsOf(found), mend);
  await steps.add('target', judged(found, `The target answers: ${found.end}`), mend);
  await convert(deps, { check, steps, signal, base, send, clickId, last });
}

/** What a look says about a page or a target. */
function judged({ kind, reason, steps }: Look, text: string): Found {
  if (kind === 'ok' || kind === 'moved') return { state: 'ok', text: reason || text, hops: [...steps] };
  return { state: kind === 'failed' || kind === 'weak' ? 'broken' : 'unsure', text: reason, hops: [...steps] };
}

function hopsOf({ clickId, lostAt, steps }: Look): Found {
  const hops = [...steps];
  if (clickId === 'survives')
    return {
      state: 'ok',
      text:
        steps.length === 1 ? 'The click id is in the address.' : `The click id is there at all ${steps.length} steps.`,
      hops,
    };
  if (clickId === 'not_sent')
    return { state: 'broken', text: 'The target carries no {click_id}: its conversions cannot be attributed.', hops };
  return {
    state: 'broken',
    text: `Step ${(lostAt ?? 0) + 1} loses the click id: ${steps[lostAt ?? 0]?.url ?? ''}`,
    hops,
  };
}

interface Going {
  check: Check;
  steps: Steps;
  signal: AbortSignal;
  base: string;
  send: Send;
  clickId: string;
  last: ClickFact;
}

const AMOUNT = '100';

async function convert(deps: LaunchDeps, { steps, signal, base, send, clickId, last }: Going): Promise<void> {
  const { partnerId, dealType } = last;
  if (partnerId === 0) {
    await steps.add('postback', skipped('The campaign has no partner, so nobody reports conversions.'));
    return;
  }
  const mend: Mend = [partner, partnerId];
  const txid = `${TEST_TXID}${newId()}`;
  const status = dealType === 'CPL' ? 'lead' : 'first_deposit';
  const { currency } = await deps.db
    .selectFrom('partners')
    .select('currency')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const parameters = { click_id: clickId, status, txid, amount: AMOUNT, currency };
  const url = await postbackUrl(deps, base, partnerId, parameters);
  if (url === null) return await steps.end('postback', 'The partner has no postback address yet.', mend);
  const { http, text } = await sendPostback(send, url);
  if (http !== 200)
    return await steps.end(
      'postback',
      http === 202
        ? `The status “${status}” has no meaning for this partner.`
        : `The postback address answers with ${http ?? 'nothing'}: ${text}`,
      mend,
    );
  await steps.add('postback', ok(`A test conversion (${status}) was accepted.`));

  const priced = await waitFor(() => readPriced(deps.db, partnerId, txid), signal);
  if (priced === null) return await steps.end('priced', 'The worker has not priced the conversion in time.');
  if (priced.reason !== 'test')
    return await steps.end('priced', `The conversion was not attributed to its click (${priced.reason}).`, mend);
  const isPriced = priced.pricedBy !== null && priced.pricedBy !== 'none';
  const price = `${priced.because ?? ''} ${priced.amount ?? ''} ${priced.currency ?? ''}`.trim();
  await steps.add(
    'priced',
    {
      state: isPriced ? 'ok' : 'broken',
      text: isPriced ? price : `No deal and no override prices it. ${priced.because ?? ''}`.trim(),
    },
    mend,
  );

  const isVisible = await waitFor(() => readConversionFact(deps.clickhouse, clickId, txid), signal);
  await steps.add(
    'statistics',
    isVisible
      ? ok('The conversion is in the statistics, marked as a test.')
      : { state: 'broken', text: 'The conversion did not arrive in the statistics engine in time.' },
  );

  const deliveries = await waitFor(() => readDeliveries(deps.db, priced.id), signal);
  if (deliveries === null) return await steps.end('outgoing', 'Outgoing postbacks were not sent in time.');
  const failed = deliveries.find(({ state }) => state !== 'delivered');
  if (deliveries.length === 0) await steps.add('outgoing', skipped('No outgoing postback is set up for this event.'));
  else if (failed === undefined)
    await steps.add('outgoing', ok(`${deliveries.map(({ name }) => name).join(', ')} answered.`));
  else
    await steps.add(
      'outgoing',
      {
        state: 'broken',
        text: `${failed.name} ${failed.http === null ? `cannot be reached (${failed.problem})` : `answers with HTTP ${failed.http}`}.`,
      },
      [outgoingPostback, failed.postbackId],
    );
}
