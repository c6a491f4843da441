/** Looks for the clicks of reported transactions, prices them, and puts their facts on their way. */
import { isMeaning, type Meaning } from '@signpost/contract/conversions/postback.ts';
import { sumMoney } from '@signpost/contract/money.ts';
import { sql } from 'kysely';
import type { Db, Queryable, Trx } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { type Price, price as priceOf } from '../money/price.ts';
import { putDeliveries } from '../outgoing/put.ts';
import { putFacts } from '../ship/put-facts.ts';
import { followCounted } from './again.ts';
import { findClicks, type KnownClick, timeOfId } from './clicks.ts';
import { type Countable, conversionFacts } from './facts.ts';
import { tell } from './story.ts';
import { readTerms, type Terms } from './terms.ts';

const BATCH = 500;
/** Any fixed number: one worker prices at a time. */
const WORK_LOCK = 728_114_653;
/** A conversion may follow its click by this long. */
const ATTRIBUTION_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A click that nobody knows by then is looked for no more; it can be attributed by hand. The log of a router that stood
 * still brings clicks for seven days.
 */
const GIVE_UP_MS = 8 * DAY_MS;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** A transaction that waits to be counted. */
export interface Waiting {
  id: number;
  partnerId: number;
  meaning: string | null;
  state: string;
  status: string;
  txid: string;
  clickId: string | null;
  amount: string | null;
  currency: string | null;
  occurredAt: Date;
  receivedAt: Date;
  tries: number;
}

/** What a transaction comes to. */
export type Outcome =
  | { state: 'unattributed'; reason: 'no_click_id' | 'unknown_click' | 'too_late' | 'no_rate' }
  | {
      state: 'counted';
      click: KnownClick;
      price: Price & { publisherFixed: string };
      revenue: string;
      facts: ReturnType<typeof factsOf>;
    };

const factsOf = (made: NonNullable<ReturnType<typeof conversionFacts>>) => made.facts;

/** Works through one batch; answers how many transactions it looked at. */
export async function countRound(deps: { db: Db; clickhouse: ClickHouse }, now: Date): Promise<number> {
  return await deps.db.transaction().execute(async (trx) => {
    const { rows: locked } = await sql<{
      mine: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${WORK_LOCK}) AS mine`.execute(trx);
    if (locked[0]?.mine !== true) return 0;
    const waiting = await readWaiting(trx, now);
    if (waiting.length === 0) return 0;
    const weighed = weigh(await surroundings(trx, deps.clickhouse, waiting), waiting, now);
    const counted: number[] = [];
    for (const transaction of waiting) {
      const outcome = weighed.get(transaction.id);
      if (outcome?.state === 'counted') {
        await count(trx, transaction, outcome, now);
        counted.push(transaction.id);
      } else await leave(trx, transaction, outcome?.reason ?? 'unknown_click', now);
    }
    await followCounted(trx, counted, now);
    return waiting.length;
  });
}

async function readWaiting(trx: Trx, now: Date): Promise<Waiting[]> {
  // A chargeback, which often names its transaction alone, belongs to the click of the transaction's other reports.
  const { rows } = await sql<Waiting>`
    SELECT t.id, t.partner_id, t.meaning, t.state, t.status, t.txid, t.amount, t.currency, t.occurred_at,
      t.received_at, t.tries,
      coalesce(t.click_id, (SELECT o.click_id FROM affiliate_transactions o
        WHERE o.partner_id = t.partner_id AND o.reference = t.reference AND o.click_id IS NOT NULL
        ORDER BY o.by_hand DESC, o.state = 'counted' DESC, o.id LIMIT 1)) AS click_id
    FROM affiliate_transactions t
    WHERE t.next_try_at <= ${now} AND t.state IN ('waiting', 'unattributed')
    ORDER BY t.next_try_at, t.id LIMIT ${BATCH} FOR UPDATE OF t SKIP LOCKED`.execute(trx);
  return rows;
}

/** Everything that weighing needs to know of some transactions. */
export interface Surroundings {
  clicks: ReadonlyMap<string, KnownClick>;
  terms: Terms;
  earned: Earned;
}

/** Reads the clicks of these transactions, the terms that may hold, and what was paid so far. */
export async function surroundings(
  db: Queryable,
  clickhouse: ClickHouse,
  transactions: readonly Pick<Waiting, 'clickId' | 'partnerId'>[],
): Promise<Surroundings> {
  const clicks = await findClicks(
    clickhouse,
    transactions.flatMap(({ clickId }) => clickId ?? []),
  );
  const terms = await readTerms(
    db,
    transactions.map(({ partnerId }) => partnerId),
    [...clicks.values()],
  );
  return { clicks, terms, earned: await readEarned(db, [...clicks.keys()]) };
}

/** What each of these would come to now, in their order; nothing is written. */
export function weigh(
  { clicks, terms, earned: before }: Surroundings,
  transactions: readonly Waiting[],
  now: Date,
): Map<number, Outcome> {
  const earned = new Map(before);
  const outcomes = new Map<number, Outcome>();
  for (const transaction of transactions) {
    const click = transaction.clickId === null ? undefined : clicks.get(transaction.clickId);
    outcomes.set(transaction.id, outcomeOf(transaction, click, terms, earned, now));
  }
  return outcomes;
}

/** `publisherFixed`: what the click's publisher is owed in fixed amounts, in base currency. */
type Earned = Map<string, { amount: string; currency: string; publisherFixed: string }>;
const earnedKey = (clickId: string, partnerId: number): string => `${clickId} ${partnerId}`;

/** What each click has been paid in fixed amounts so far, by partner. */
async function readEarned(db: Queryable, clickIds: readonly string[]): Promise<Earned> {
  const { rows } = await sql<{
    clickId: string;
    partnerId: number;
    currency: string;
    amount: string;
    publisherFixed: string;
  }>`
    SELECT click_id, partner_id, price ->> 'currency' AS currency,
      sum((price ->> 'amount')::numeric) AS amount,
      sum(coalesce((price ->> 'publisherFixed')::numeric, 0)) AS publisher_fixed
    FROM affiliate_transactions
    WHERE click_id = ANY(${[...clickIds]}::text[]) AND state = 'counted' AND meaning <> 'revenue'
    GROUP BY 1, 2, 3 ORDER BY amount`.execute(db);
  // Of several currencies the one in which something is paid still is what a chargeback takes back.
  return new Map(rows.map(({ clickId, partnerId, ...sum }) => [earnedKey(clickId, partnerId), sum]));
}

function outcomeOf(
  transaction: Waiting,
  click: KnownClick | undefined,
  terms: Terms,
  earned: Earned,
  now: Date,
): Outcome {
  const { clickId, partnerId, occurredAt, amount, currency } = transaction;
  if (clickId === null) return { state: 'unattributed', reason: 'no_click_id' };
  if (click === undefined) return { state: 'unattributed', reason: 'unknown_click' };
  if (occurredAt.getTime() - Date.parse(click.clickAt) > ATTRIBUTION_DAYS * DAY_MS)
    return { state: 'unattributed', reason: 'too_late' };
  const meaning = countableMeaning(transaction.meaning);
  const key = earnedKey(clickId, partnerId);
  const priced = priceOf(
    { event: meaning, partnerId, amount, currency, earned: earned.get(key) ?? null },
    { ...click, day: terms.dayOf(partnerId, click.clickAt) },
    terms.dealsFor(click),
    terms.overrides,
    terms.globalDeals,
  );
  const countable: Countable = { ...transaction, meaning };
  const before = earned.get(key);
  const made = conversionFacts(countable, click, priced, terms, now, before?.publisherFixed);
  if (made === null) return { state: 'unattributed', reason: 'no_rate' };
  const { publisherFixed } = made;
  if (meaning !== 'revenue' && (before === undefined || before.currency === priced.currency))
    earned.set(key, {
      ...{ amount: sumMoney([before?.amount ?? '0', priced.amount]), currency: priced.currency },
      publisherFixed: sumMoney([before?.publisherFixed ?? '0', publisherFixed]),
    });
  const price = { ...priced, publisherFixed };
  return { state: 'counted', click, price, revenue: made.revenue, facts: factsOf(made) };
}

function countableMeaning(meaning: string | null): Exclude<Meaning, 'ignore'> {
  if (meaning === null || !isMeaning(meaning) || meaning === 'ignore')
    throw new RangeError(`A transaction that means ${meaning} is not counted.`);
  return meaning;
}

async function count(
  trx: Trx,
  { id, meaning, status, txid }: Waiting,
  { click, price: priced, revenue, facts }: Extract<Outcome, { state: 'counted' }>,
  now: Date,
): Promise<void> {
  await putFacts(trx, `transaction ${id}`, facts);
  await putDeliveries(trx, { id, meaning: countableMeaning(meaning), status, txid }, click, facts, now);
  await sql`UPDATE affiliate_transactions SET state = 'counted', reason = '', click_id = ${click.clickId},
      priced_by = ${priced.by}, price = ${JSON.stringify(priced)}::jsonb,
      revenue = ${revenue}::numeric, counted_at = ${now},
      next_try_at = NULL WHERE id = ${id}`.execute(trx);
  await tell(trx, id, 'counted', { by: priced.by, revenue, because: priced.because }, now);
}

async function leave(trx: Trx, transaction: Waiting, reason: string, now: Date): Promise<void> {
  const { id, state, tries, clickId, receivedAt } = transaction;
  const hopeless =
    clickId === null ||
    timeOfId(clickId) === null ||
    reason === 'too_late' ||
    // A rate may be entered at any time.
    (reason !== 'no_rate' && now.getTime() - receivedAt.getTime() > GIVE_UP_MS);
  const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(tries, 20));
  await sql`UPDATE affiliate_transactions SET state = 'unattributed', reason = ${reason}, tries = tries + 1,
      next_try_at = ${hopeless ? null : new Date(now.getTime() + wait)} WHERE id = ${id}`.execute(trx);
  if (state !== 'unattributed') await tell(trx, id, 'unattributed', { reason }, now);
}
