/** The launch check as a background run: the steps in their order, each stored as soon as it is known. */

import { mayDo } from '@signpost/contract/access/access.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { keysOf, memberOf } from '@signpost/contract/objects.ts';
import { LAUNCH_STEPS, TEST_TXID } from '@signpost/contract/traffic/links/launch.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { newId } from '../../../platform/ids.ts';
import { OUTGOING_PROBLEMS, type Send } from '../../../platform/outgoing.ts';
import type { Vault } from '../../../platform/vault.ts';
import { USER_COLUMNS } from '../../../session-user.ts';
import { bareHost } from '../../../traffic/clicks/redirect/answer.ts';
import { useOf as capsOf } from '../../../traffic/clicks/snapshot/caps.ts';
import { compile } from '../../../traffic/clicks/snapshot/compile.ts';
import { type Query, readConfig } from '../../../traffic/clicks/snapshot/config.ts';
import { limitedClicksOf } from '../../../traffic/clicks/snapshot/limited-clicks.ts';
import { stateReader } from '../../../traffic/clicks/snapshot/state.ts';
import { defineRun } from '../../../workplace/runs/kinds.ts';
import { AGENTS } from '../devices.ts';
import { type Look, look } from '../engine/look.ts';
import { baseOf, type OwnLinks, ownSend } from '../own-links.ts';
import { type ClickFact, openLink, openOwn, readClickFacts, waitFor } from './click.ts';
import {
  type Delivery,
  postbackUrl,
  readConversionFact,
  readDeliveries,
  readPriced,
  sendPostback,
} from './conversion.ts';
import { decided, offerIn, straightProblem, wrongPartner } from './decided.ts';
import { boxMend, type Known, type Mend, partnerProblem, whyFallback, whyNobody } from './hindrance.ts';
import { type Found, NotReached, ok, Steps, skipped } from './steps.ts';
import { issueTicket, storeSteps } from './store.ts';
import { findWay, hasPage, LANGUAGE } from './way.ts';

export interface LaunchDeps {
  db: Db;
  clickhouse: ClickHouse;
  send: Send;
  vault: () => Promise<Vault>;
  ownLinks: OwnLinks;
}

const ENTITIES = { campaignBox, seoCampaignBox, campaign, partner } as const;
type Check = { id: number; subject: keyof typeof ENTITIES; recordId: number; geo: string; device: keyof typeof AGENTS };
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
      if (may) return null;
      return 'The person who started this check may no longer change such records.';
    },
    async run({ input: { checkId }, signal, progress, complete }) {
      const check = await deps.db
        .selectFrom('launchChecks')
        .select(['id', 'subject', 'recordId', 'geo', 'device'])
        .where('id', '=', checkId)
        .executeTakeFirstOrThrow();
      const total = keysOf(LAUNCH_STEPS).length;
      const steps = new Steps(deps.db, async (made) => {
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

/** The configuration and the caps as the routers know them. */
async function readKnown(db: Db): Promise<Known> {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  const config = await readConfig(query);
  const { use, limitedClicks } = await stateReader(query)();
  const snapshot = { ...compile(config), use: capsOf(use), limitedClicks: limitedClicksOf(limitedClicks) };
  return { db, config, snapshot, now: Date.now() };
}

async function goTheWay(deps: LaunchDeps, check: Check, steps: Steps, signal: AbortSignal): Promise<void> {
  const base = baseOf(deps.ownLinks);
  const send = ownSend(deps.send, base);
  const userAgent = AGENTS[check.device];
  const known = await readKnown(deps.db);
  const { snapshot } = known;
  const wanted = { ...check, userAgent, host: bareHost(new URL(base).host) };
  const way = findWay(snapshot, wanted, known.now);
  if (way === null) {
    const { text, mend: who } = await whyNobody(known, wanted);
    return await steps.end('link', text, who);
  }
  const box = boxMend(snapshot.boxes.get(way.boxId) ?? { id: way.boxId, boxKind: '' });

  const token = await issueTicket(deps.db, check.geo, new Date());
  const opened = await openLink(send, { base, way, token, userAgent }, signal);
  const { clickId } = opened;
  if (clickId === null || opened.location === null) {
    if (opened.http === null) return await steps.end('link', `${base}${way.path} does not answer.`);
    const text = `${base}${way.path} answers with HTTP ${opened.http}.`;
    return await steps.end('link', text, opened.http === 404 ? box : undefined);
  }
  await steps.add('link', ok(`${base}${way.path} redirects the visitor.`));

  const visit = await waitFor(async () => (await readClickFacts(deps.clickhouse, clickId))[0] ?? null, signal);
  if (visit === null) return await steps.end('rules', 'The click did not arrive in the statistics engine in time.');
  const leads = snapshot.campaigns.get(visit.campaignId);
  const lost = await whyFallback(known, visit.trace, way.boxId, leads?.partnerId ?? 0);
  if (lost !== null) return await steps.end('rules', lost.text, lost.mend);
  const isPage = leads !== undefined && hasPage(leads);
  await decided(known, { check, steps, visit, box, isPage });

  const deal = {
    headers: { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.8', 'accept-language': LANGUAGE },
    clickId,
  };
  let target = opened.location;
  let last: ClickFact = visit;
  if (isPage) {
    const pageUrl = target.startsWith('/') ? `${base}${target}` : target;
    const found = await look({ ...deal, send }, pageUrl, () => new Date());
    await steps.add('page', judged(found, 'The page is shown.'), [campaign, visit.campaignId]);
    const out = await openOwn(send, `${base}/out/${clickId}`, deal.headers);
    const stepped = await waitFor(
      async () => (await readClickFacts(deps.clickhouse, clickId)).find(({ kind }) => kind === 'clickout') ?? null,
      signal,
    );
    const dead = stepped && (await whyFallback(known, stepped.trace, way.boxId, leads.partnerId));
    if (out.location === null || stepped === null || dead !== null) {
      const text = dead?.text ?? `The step from the page to the offer answers with HTTP ${out.http ?? 'nothing'}.`;
      return await steps.end('target', text, dead?.mend ?? [partner, leads.partnerId]);
    }
    target = out.location;
    last = stepped;
    const wrong = await wrongPartner(known, check, last);
    if (wrong !== null) return await steps.end('target', wrong, box);
  } else await steps.add('page', skipped('The campaign leads to the partner at once.'));

  // The offers behind a page are edited on the form of their partner.
  const mend: Mend = isPage && last.partnerId !== 0 ? [partner, last.partnerId] : [campaign, visit.campaignId];
  const found = await look({ ...deal, send: deps.send }, target, () => new Date());
  await steps.add('hops', hopsOf(found), mend);
  const judgement = judged(found, `The target answers: ${found.end}`);
  const pastDeals = isPage && (await straightProblem(known, check, last));
  const offered = isPage && (await offerIn(deps.db, last));
  const text = [offered, judgement.text, pastDeals, appNote(last)].filter(Boolean).join(' ');
  if (pastDeals) await steps.add('target', { ...judgement, state: 'broken', text }, [partner, last.partnerId]);
  else await steps.add('target', { ...judgement, text }, mend);
  await convert(deps, { known, check, steps, signal, base, send, clickId, last });
}

/** A test click goes to the web target (docs/product/links-and-hosts.md#app-addresses). */
const appNote = ({ trace }: ClickFact): string | null => {
  if (trace.some(({ step }) => step === 'app')) return 'Its app addresses are not opened.';
  return null;
};

/** The finding of a look at a page or a target. */
function judged({ kind, reason, steps }: Look, text: string): Found {
  if (kind === 'ok' || kind === 'moved') return { state: 'ok', text: reason || text, hops: [...steps] };
  if (kind === 'failed' || kind === 'weak') return { state: 'broken', text: reason, hops: [...steps] };
  return { state: 'unsure', text: reason, hops: [...steps] };
}

function hopsOf({ clickId, lostAt, steps }: Look): Found {
  const hops = [...steps];
  if (clickId === null) return { state: 'skipped', text: 'Not checked: nothing was opened there.', hops };
  if (clickId === 'survives' && steps.length === 1)
    return { state: 'ok', text: 'The click id is in the address.', hops };
  if (clickId === 'survives') return { state: 'ok', text: `The click id is there at all ${steps.length} steps.`, hops };
  if (clickId === 'not_sent')
    return {
      state: 'broken',
      text: 'The target carries no {click_id} or {click_id_plain}: its conversions cannot be attributed.',
      hops,
    };
  return {
    state: 'broken',
    text: `Step ${(lostAt ?? 0) + 1} loses the click id: ${steps[lostAt ?? 0]?.url ?? ''}`,
    hops,
  };
}

interface Going {
  known: Known;
  check: Check;
  steps: Steps;
  signal: AbortSignal;
  base: string;
  send: Send;
  clickId: string;
  last: ClickFact;
}

const AMOUNT = '100';

function inWords(problem: string | null): string {
  const known = memberOf(keysOf(OUTGOING_PROBLEMS), problem ?? undefined);
  if (known === undefined) return problem ?? '';
  return OUTGOING_PROBLEMS[known];
}

async function convert(
  deps: LaunchDeps,
  { known, check, steps, signal, base, send, clickId, last }: Going,
): Promise<void> {
  const { partnerId, dealType } = last;
  if (partnerId === 0) {
    await steps.add('postback', skipped('The campaign has no partner, so nobody reports conversions.'));
    return;
  }
  const mend: Mend = [partner, partnerId];
  const txid = `${TEST_TXID}${newId()}`;
  const status = dealType === 'CPL' ? 'lead' : 'first_deposit';
  const { currency, name } = await deps.db
    .selectFrom('partners')
    .select(['currency', 'name'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const parameters = { click_id: clickId, status, txid, amount: AMOUNT, currency };
  const url = await postbackUrl(deps, base, partnerId, parameters);
  if (url === null) return await steps.end('postback', `The partner “${name}” has no postback address yet.`, mend);
  const { http, text } = await sendPostback(send, url);
  if (http === 202)
    return await steps.end('postback', `The status “${status}” has no meaning for the partner “${name}”.`, mend);
  if (http !== 200)
    return await steps.end('postback', `The postback address answers with ${http ?? 'nothing'}: ${text}`, mend);
  await steps.add('postback', ok(`A test conversion (${status}) was accepted for the partner “${name}”.`));

  const priced = await waitFor(() => readPriced(deps.db, partnerId, txid), signal);
  if (priced === null) return await steps.end('priced', 'The worker has not priced the conversion in time.');
  if (priced.reason !== 'test')
    return await steps.end('priced', `The conversion was not attributed to its click (${priced.reason}).`, mend);
  const isPriced = priced.pricedBy !== null && priced.pricedBy !== 'none';
  if (isPriced) {
    const price = `${priced.because ?? ''} ${priced.amount ?? ''} ${priced.currency ?? ''}`.trim();
    await steps.add('priced', ok(price), mend);
  } else {
    const ended = await partnerProblem(known, partnerId, check.geo);
    const why = `No deal and no override prices it. ${ended ?? priced.because ?? ''}`.trim();
    await steps.add('priced', { state: 'broken', text: why }, mend);
  }

  const isVisible = await waitFor(() => readConversionFact(deps.clickhouse, clickId, txid), signal);
  const arrived = ok('The conversion is in the statistics, marked as a test.');
  const missing = { state: 'broken', text: 'The conversion did not arrive in the statistics engine in time.' } as const;
  await steps.add('statistics', isVisible ? arrived : missing);

  const deliveries = await waitFor(() => readDeliveries(deps.db, priced.id), signal);
  if (deliveries === null) return await steps.end('outgoing', 'Outgoing postbacks were not sent in time.');
  const failed = deliveries.find(({ state }) => state !== 'delivered');
  if (deliveries.length === 0) await steps.add('outgoing', skipped('No outgoing postback is set up for this event.'));
  else if (failed === undefined)
    await steps.add('outgoing', ok(`${deliveries.map(({ name }) => name).join(', ')} answered.`));
  else
    await steps.add('outgoing', { state: 'broken', text: failureText(failed) }, [outgoingPostback, failed.postbackId]);
}

function failureText({ name, http, problem }: Delivery): string {
  if (http !== null) return `The outgoing postback “${name}” is answered with HTTP ${http}.`;
  return `The outgoing postback “${name}” cannot be delivered. ${inWords(problem)}`.trim();
}
