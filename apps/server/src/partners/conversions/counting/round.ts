/** Finds the clicks of reported transactions, prices the transactions, and queues their facts. */
import { COUNT_MEASURES, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { LOCKS } from '../../../platform/locks.ts';
import { readRows } from '../../../platform/rows.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { putDeliveries } from '../outgoing/put.ts';
import { putFacts, takeBackFacts } from '../ship/put-facts.ts';
import { followCounted } from './again.ts';
import { timeOfId } from './clicks.ts';
import { retryLackingRate, takeUnsettled } from './settle.ts';
import { tell } from './story.ts';
import { type GroupKey, surroundings, WAITING, type Waiting, waitingRow } from './surroundings.ts';
import { type CountedOutcome, type Restated, type Uncounted, weigh } from './weigh.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * After this long, an unknown click is no longer looked for; the transaction can still be attributed by hand. The log
 * of a stopped router may bring clicks up to seven days late.
 */
const GIVE_UP_MS = 8 * DAY_MS;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

const lockedRow = z.object({ mine: z.boolean() });

/** Works through one batch; returns how many transactions and changed clicks it has processed. */
export async function countRound(deps: { db: Db; clickhouse: ClickHouse }, now: Date): Promise<number> {
  return await deps.db.transaction().execute(async (trx) => {
    const locked = await readRows(
      trx,
      lockedRow,
      sql`SELECT pg_try_advisory_xact_lock(${LOCKS.countTransactions}) AS mine`,
    );
    if (locked[0]?.mine !== true) return 0;
    const waiting = await readWaiting(trx, now);
    const groups = await takeUnsettled(trx, BATCH);
    if (waiting.length + groups.length === 0) return 0;
    const around = await surroundings(trx, deps.clickhouse, waiting, { groups, locks: true });
    const { outcomes, restated, uncounted } = weigh(around, waiting, now, { groups });
    const counted: number[] = [];
    const changed: GroupKey[] = [...groups];
    for (const one of restated) await restate(trx, one, now);
    for (const one of uncounted) await uncount(trx, one, now);
    for (const transaction of waiting) {
      const outcome = outcomes.get(transaction.id);
      if (outcome?.state === 'counted') {
        if (outcome.click.isTest === true) await countTest(trx, transaction, outcome, now);
        else {
          await count(trx, transaction, outcome, now);
          counted.push(transaction.id);
          changed.push({ partnerId: transaction.partnerId, clickId: outcome.click.clickId });
        }
      } else await leave(trx, transaction, outcome?.reason ?? 'unknown_click', now);
    }
    await followCounted(trx, counted, now);
    await retryLackingRate(trx, changed, now);
    return waiting.length + groups.length;
  });
}

async function readWaiting(trx: Trx, now: Date): Promise<Waiting[]> {
  return await readRows(
    trx,
    waitingRow,
    sql`SELECT ${WAITING} FROM affiliate_transactions t
      WHERE t.next_try_at <= ${now} AND t.state IN ('waiting', 'unattributed')
      ORDER BY t.next_try_at, t.id LIMIT ${BATCH} FOR UPDATE OF t SKIP LOCKED`,
  );
}

/** Reverses transactions whose result has changed, and counts them again. */
async function restate(trx: Trx, { before, outcome, why }: Restated, now: Date): Promise<void> {
  await takeBackFacts(trx, [`transaction ${before.id}`], why, now);
  await tell(trx, before.id, { what: 'again', detail: { why } }, now);
  await count(trx, before, outcome, now);
}

/** Reverses a transaction that another report of its click has made uncountable. It waits like a new one. */
async function uncount(trx: Trx, { before, reason }: Uncounted, now: Date): Promise<void> {
  const { id } = before;
  await takeBackFacts(trx, [`transaction ${id}`], 'it can no longer be counted', now);
  await sql`UPDATE affiliate_transactions SET priced_by = NULL, price = NULL, revenue = 0, counted_at = NULL
    WHERE id = ${id}`.execute(trx);
  await leave(trx, before, reason, now);
}

async function count(
  trx: Trx,
  { id, status, txid }: Waiting,
  { click, price: priced, revenue, facts, lacksRate }: CountedOutcome,
  now: Date,
): Promise<void> {
  await putFacts(trx, `transaction ${id}`, facts);
  if (priced.countsAs !== 'replaced')
    await putDeliveries(trx, { id, meaning: priced.countsAs, status, txid }, { click, facts }, now);
  await sql`UPDATE affiliate_transactions SET state = 'counted', reason = ${lacksRate ? 'no_rate' : ''},
      click_id = ${click.clickId}, priced_by = ${priced.by}, price = ${JSON.stringify(priced)}::jsonb,
      revenue = ${revenue}::numeric, counted_at = ${now},
      next_try_at = NULL WHERE id = ${id}`.execute(trx);
  await tell(trx, id, { what: 'counted', detail: { by: priced.by, revenue, because: priced.because } }, now);
}

/**
 * A conversion of a test click is priced and reported like any other, but all its measures are zero and its transaction
 * is ignored, so that nothing counts it (docs/decisions/0260).
 */
async function countTest(
  trx: Trx,
  { id, status, txid }: Waiting,
  { click, price: priced, facts }: CountedOutcome,
  now: Date,
): Promise<void> {
  const marked = facts.slice(0, 1).map(withoutMeasures);
  await putFacts(trx, `transaction ${id}`, marked);
  if (priced.countsAs !== 'replaced')
    await putDeliveries(trx, { id, meaning: priced.countsAs, status, txid }, { click, facts: marked }, now);
  await sql`UPDATE affiliate_transactions SET state = 'ignored', reason = 'test', click_id = ${click.clickId},
      priced_by = ${priced.by}, price = ${JSON.stringify(priced)}::jsonb, revenue = 0, next_try_at = NULL
    WHERE id = ${id}`.execute(trx);
  await tell(
    trx,
    id,
    {
      what: 'counted',
      detail: { by: priced.by, revenue: '0', because: `A test, which counts nothing. ${priced.because}` },
    },
    now,
  );
}

const NOTHING = {
  ...Object.fromEntries(COUNT_MEASURES.map((name) => [name, 0])),
  ...Object.fromEntries(MONEY_MEASURES.map((name) => [name, '0'])),
};
const withoutMeasures = (fact: KnownFact): KnownFact => ({ ...fact, ...NOTHING, reason: 'test', amount: '0' });

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
  if (state !== 'unattributed') await tell(trx, id, { what: 'unattributed', detail: { reason } }, now);
}
