/** Counts transactions again: after a change of a mapping, after new terms, or with another click. */
import { isMeaning, type Meaning, meaningOf } from '@signpost/contract/partners/conversions/postback.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../../database.ts';
import { idRow, readRows, sqlIf } from '../../../platform/rows.ts';
import { eventOf, firstState } from '../intake/store.ts';
import { type PostbackPartner, readPartner } from '../keys.ts';
import { takeBackFacts } from '../ship/put-facts.ts';
import { settleFirstDeposits, settleLater } from './settle.ts';
import { tell } from './story.ts';

/** Takes back every fact of a transaction by corrections. */
const takeBack = (trx: Trx, id: number, why: string, now: Date): Promise<void> =>
  takeBackFacts(trx, [`transaction ${id}`], why, now);

const clickRow = z.object({ partnerId: z.number(), clickId: z.string().nullable() });

/** Resets a transaction to the state in which its click is searched for. */
export async function countAgain(
  trx: Trx,
  id: number,
  why: string,
  { by, now }: { by: { userId: number | null; clickId?: string | undefined }; now: Date },
): Promise<void> {
  // Waits for a worker that is counting it right now, so that its facts are taken back too.
  const rows = await readRows(
    trx,
    clickRow,
    sql`SELECT partner_id, click_id FROM affiliate_transactions WHERE id = ${id} FOR UPDATE`,
  );
  let moving: number[] = [];
  // A chargeback without a click id is matched again, because its payment may have moved to another click.
  let click = sql`click_id = CASE WHEN meaning = 'chargeback' AND click_text = '' AND NOT by_hand THEN NULL ELSE click_id END`;
  if (by.clickId !== undefined) {
    moving = await chargebacksThatFollow(trx, id);
    click = sql`click_id = ${by.clickId}, by_hand = true`;
  }
  await takeBack(trx, id, why, now);
  await sql`UPDATE affiliate_transactions SET state = 'waiting', reason = '', priced_by = NULL, price = NULL,
      revenue = 0, counted_at = NULL, tries = 0, next_try_at = ${now},
      ${click}
    WHERE id = ${id}`.execute(trx);
  await tell(trx, id, { what: 'again', detail: { why }, userId: by.userId }, now);
  for (const row of rows) await settleLater(trx, row.partnerId, [row.clickId]);
  for (const follower of moving)
    await countAgain(trx, follower, 'the transaction it reverses has moved to another click', {
      by: { userId: null },
      now,
    });
}

/**
 * Takes out a transaction that a person had added. It stays listed and counts nothing. The same report can still arrive and
 * count.
 */
export async function withdraw(trx: Trx, id: number, why: string, by: { at: Date; userId: number }): Promise<void> {
  const rows = await readRows(
    trx,
    clickRow,
    sql`SELECT partner_id, click_id FROM affiliate_transactions WHERE id = ${id} AND state <> 'withdrawn' FOR UPDATE`,
  );
  const [row] = rows;
  if (row === undefined) return;
  const moving = await chargebacksThatFollow(trx, id);
  await takeBack(trx, id, why, by.at);
  await sql`UPDATE affiliate_transactions SET state = 'withdrawn', event = '=' || event || ' ' || id, reason = 'undone',
      priced_by = NULL, price = NULL, revenue = 0, counted_at = NULL, next_try_at = NULL
    WHERE id = ${id}`.execute(trx);
  await tell(trx, id, { what: 'withdrawn', detail: { why }, userId: by.userId }, by.at);
  await settleLater(trx, row.partnerId, [row.clickId]);
  for (const follower of moving)
    await countAgain(trx, follower, 'the transaction it reverses was taken out', { by: { userId: null }, now: by.at });
}

/** Chargebacks that found their click only through this transaction, and therefore move with it. */
async function chargebacksThatFollow(trx: Trx, id: number): Promise<number[]> {
  const rows = await readRows(
    trx,
    idRow,
    sql`SELECT c.id FROM affiliate_transactions t JOIN affiliate_transactions c
        ON c.partner_id = t.partner_id AND c.reference = t.reference AND c.id <> t.id
      WHERE t.id = ${id} AND t.meaning <> 'chargeback' AND c.state = 'counted' AND c.meaning = 'chargeback'
        AND c.click_text = '' AND NOT c.by_hand ORDER BY c.id`,
  );
  return rows.map((row) => row.id);
}

/** Called after transactions were counted: reports that only name a transaction may now find their click. */
export async function followCounted(trx: Trx, counted: readonly number[], now: Date): Promise<void> {
  if (counted.length === 0) return;
  await sql`UPDATE affiliate_transactions o SET next_try_at = ${now} FROM affiliate_transactions t
    WHERE t.id = ANY(${[...counted]}::bigint[]) AND o.partner_id = t.partner_id AND o.reference = t.reference
      AND o.state = 'unattributed' AND o.click_id IS NULL AND o.next_try_at IS NULL`.execute(trx);
}

const MOST_AT_ONCE = 100;

/** Counts transactions again whose currency now has a rate. */
export async function followRates(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      idRow,
      sql`SELECT t.id FROM affiliate_transactions t WHERE t.state = 'counted' AND t.reason = 'no_rate'
          AND EXISTS (SELECT 1 FROM exchange_rates r WHERE r.currency = t.currency AND r.archived_at IS NULL)
        ORDER BY t.id LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED`,
    );
    for (const { id } of rows)
      await countAgain(trx, id, 'an exchange rate for its currency is now known', { by: { userId: null }, now });
  });
}

/** The status of a partner on a day, with its current meaning. */
export interface MappedGroup {
  status: string;
  day: string;
  was: Meaning | null;
  is: Meaning | null;
  transactions: number;
}

const groupRow = z.object({
  status: z.string(),
  day: z.string(),
  meaning: z.string().nullable(),
  transactions: z.number(),
});

/** The statuses whose transactions would change their meaning with these settings. */
export async function changedGroups(db: Queryable, partner: PostbackPartner, status?: string): Promise<MappedGroup[]> {
  const rows = await readRows(
    db,
    groupRow,
    sql`SELECT status, (occurred_at AT TIME ZONE 'UTC')::date::text AS day, meaning, count(*)::integer AS transactions
      FROM affiliate_transactions WHERE partner_id = ${partner.partnerId} AND state <> 'withdrawn'
        ${sqlIf(status !== undefined, sql`AND lower(status) = lower(${status})`)}
      GROUP BY 1, 2, 3`,
  );
  return rows
    .map(({ meaning, ...row }) => ({
      ...row,
      was: meaning !== null && isMeaning(meaning) ? meaning : null,
      is: meaningOf(row.status, row.day, partner.settings, partner.overrides),
    }))
    .filter(({ was, is }) => was !== is);
}

/** Applies the current meanings of statuses to a partner's transactions; returns how many changed. */
export async function remapPartner(db: Db, partnerId: number, now: Date): Promise<number> {
  const partner = await readPartner(db, partnerId);
  if (partner === undefined) return 0;
  let changed = 0;
  for (const group of await changedGroups(db, partner))
    changed += await db.transaction().execute((trx) => remapGroup(trx, partnerId, group, now));
  const takesSeveral = partner.settings.severalFirstDeposits;
  await db.transaction().execute((trx) => settleFirstDeposits(trx, partnerId, takesSeveral));
  return changed;
}

const transactionRow = z.object({ id: z.number(), state: z.string(), clickId: z.string().nullable() });

async function remapGroup(trx: Trx, partnerId: number, group: MappedGroup, now: Date): Promise<number> {
  const { status, day, was, is } = group;
  const rows = await readRows(
    trx,
    transactionRow,
    sql`SELECT id, state, click_id FROM affiliate_transactions
      WHERE partner_id = ${partnerId} AND status = ${status} AND meaning IS NOT DISTINCT FROM ${was} AND state <> 'withdrawn'
        AND (occurred_at AT TIME ZONE 'UTC')::date = ${day}::date ORDER BY id FOR UPDATE`,
  );
  const event = eventOf(is, status);
  const counted = rows.filter(({ state }) => state === 'counted').flatMap(({ clickId }) => clickId ?? []);
  await settleLater(trx, partnerId, counted);
  for (const { id, state } of rows) {
    if (state === 'counted') await takeBack(trx, id, `status ${status} now means ${is ?? 'nothing'}`, now);
    const { rows: same } =
      await sql`SELECT 1 FROM affiliate_transactions o JOIN affiliate_transactions t ON t.id = ${id}
      WHERE o.partner_id = t.partner_id AND o.reference = t.reference AND o.event = ${event}
        AND o.fingerprint = t.fingerprint AND o.id <> t.id`.execute(trx);
    const next =
      same.length > 0
        ? { event: `=${event} ${id}`, state: 'duplicate', reason: 'already_reported' }
        : { event, state: firstState(is), reason: '' };
    await sql`UPDATE affiliate_transactions SET meaning = ${is}, event = ${next.event}, state = ${next.state},
        reason = ${next.reason}, priced_by = NULL, price = NULL, revenue = 0, counted_at = NULL, tries = 0,
        next_try_at = ${next.state === 'waiting' ? now : null}
      WHERE id = ${id}`.execute(trx);
    await tell(trx, id, { what: 'mapped', detail: { was, is, state: next.state } }, now);
    if (state !== 'duplicate' && was !== null)
      await takePlace(trx, id, { event: eventOf(was, status), meaning: was }, now);
  }
  return rows.length;
}

/** If a transaction changes its meaning, the oldest one that only repeated it takes its place. */
async function takePlace(
  trx: Trx,
  id: number,
  { event, meaning }: { event: string; meaning: Meaning },
  now: Date,
): Promise<void> {
  const rows = await readRows(
    trx,
    idRow,
    sql`UPDATE affiliate_transactions SET event = ${event}, state = ${firstState(meaning)}, reason = '',
        next_try_at = ${firstState(meaning) === 'waiting' ? now : null}
      WHERE id = (SELECT min(o.id) FROM affiliate_transactions o JOIN affiliate_transactions t ON t.id = ${id}
        WHERE o.partner_id = t.partner_id AND o.reference = t.reference AND o.fingerprint = t.fingerprint
          AND o.state = 'duplicate' AND o.meaning = ${meaning} AND o.id <> t.id)
      RETURNING id`,
  );
  for (const row of rows)
    await tell(
      trx,
      row.id,
      { what: 'again', detail: { why: 'the transaction it repeats has another meaning now' } },
      now,
    );
}
