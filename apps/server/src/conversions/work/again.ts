/** Counts transactions again: after a mapping changed, after terms were added, by another click. */
import { isMeaning, type Meaning, meaningOf } from '@signpost/contract/conversions/postback.ts';
import { sql } from 'kysely';
import type { Db, Queryable, Trx } from '../../database.ts';
import { eventOf, firstState } from '../intake/store.ts';
import { type PostbackPartner, readPartner } from '../keys.ts';
import { takeBackFacts } from '../ship/put-facts.ts';
import { tell } from './round.ts';

/** Takes back every fact of a transaction by corrections. */
const takeBack = (trx: Trx, id: number, why: string, now: Date): Promise<void> =>
  takeBackFacts(trx, [`transaction ${id}`], why, now);

/** Puts a transaction back to where its click is looked for, whatever it was counted as. */
export async function countAgain(
  trx: Trx,
  id: number,
  why: string,
  now: Date,
  by: { userId: number | null; clickId?: string },
): Promise<void> {
  // A worker that is counting it right now ends first, so that what it counted is taken back too.
  await sql`SELECT 1 FROM affiliate_transactions WHERE id = ${id} FOR UPDATE`.execute(trx);
  await takeBack(trx, id, why, now);
  await sql`UPDATE affiliate_transactions SET state = 'waiting', reason = '', priced_by = NULL, price = NULL,
      revenue = 0, counted_at = NULL, tries = 0, next_try_at = ${now}
      ${by.clickId === undefined ? sql`` : sql`, click_id = ${by.clickId}, by_hand = true`}
    WHERE id = ${id}`.execute(trx);
  await tell(trx, id, 'again', { why }, now, by.userId);
}

/** A status of a partner on a day, and what it means now. */
export interface MappedGroup {
  status: string;
  day: string;
  was: Meaning | null;
  is: Meaning | null;
  transactions: number;
}

/** The statuses whose transactions mean something else by this reading of them. */
export async function changedGroups(db: Queryable, partner: PostbackPartner, status?: string): Promise<MappedGroup[]> {
  const { rows } = await sql<{ status: string; day: string; meaning: string | null; transactions: number }>`
    SELECT status, (occurred_at AT TIME ZONE 'UTC')::date::text AS day, meaning, count(*)::integer AS transactions
    FROM affiliate_transactions WHERE partner_id = ${partner.partnerId}
      ${status === undefined ? sql`` : sql`AND lower(status) = lower(${status})`}
    GROUP BY 1, 2, 3`.execute(db);
  return rows
    .map(({ meaning, ...row }) => ({
      ...row,
      was: meaning !== null && isMeaning(meaning) ? meaning : null,
      is: meaningOf(row.status, row.day, partner.settings, partner.overrides),
    }))
    .filter(({ was, is }) => was !== is);
}

/** Brings a partner's transactions to what their statuses mean now; answers how many changed. */
export async function remapPartner(db: Db, partnerId: number, now: Date): Promise<number> {
  const partner = await readPartner(db, partnerId);
  if (partner === undefined) return 0;
  let changed = 0;
  for (const group of await changedGroups(db, partner))
    changed += await db.transaction().execute((trx) => remapGroup(trx, partnerId, group, now));
  return changed;
}

async function remapGroup(trx: Trx, partnerId: number, group: MappedGroup, now: Date): Promise<number> {
  const { status, day, was, is } = group;
  const { rows } = await sql<{ id: number; state: string }>`
    SELECT id, state FROM affiliate_transactions
    WHERE partner_id = ${partnerId} AND status = ${status} AND meaning IS NOT DISTINCT FROM ${was}
      AND (occurred_at AT TIME ZONE 'UTC')::date = ${day}::date ORDER BY id FOR UPDATE`.execute(trx);
  const event = eventOf(is, status);
  for (const { id, state } of rows) {
    if (state === 'counted') await takeBack(trx, id, `status ${status} now means ${is ?? 'nothing'}`, now);
    const { rows: same } =
      await sql`SELECT 1 FROM affiliate_transactions o JOIN affiliate_transactions t ON t.id = ${id}
      WHERE o.partner_id = t.partner_id AND o.reference = t.reference AND o.event = ${event} AND o.id <> t.id`.execute(
        trx,
      );
    const isDouble = same.length > 0;
    const next = isDouble ? 'duplicate' : firstState(is);
    await sql`UPDATE affiliate_transactions SET meaning = ${is}, event = ${isDouble ? `=${event} ${id}` : event},
        state = ${next}, reason = ${isDouble ? 'already_reported' : ''}, priced_by = NULL, price = NULL,
        revenue = 0, counted_at = NULL, tries = 0, next_try_at = ${next === 'waiting' ? now : null}
      WHERE id = ${id}`.execute(trx);
    await tell(trx, id, 'mapped', { was, is, state: next }, now);
  }
  return rows.length;
}
