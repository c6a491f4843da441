/** Queues clicks with changed transactions until the worker has re-evaluated their other transactions. */
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import { type GroupKey, groupKeyRow, lackingRate } from './surroundings.ts';

/** Queues clicks of a partner; transactions without a click have none. */
export async function settleLater(trx: Trx, partnerId: number, clickIds: readonly (string | null)[]): Promise<void> {
  const ids = new Set(clickIds.filter((id) => id !== null));
  if (ids.size === 0) return;
  await sql`INSERT INTO conversions_to_settle (partner_id, click_id)
    SELECT ${partnerId}, id FROM unnest(${[...ids].sort()}::text[]) AS t(id)
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Queues the clicks of a partner whose first deposits do not match the integration's current setting. */
export async function settleFirstDeposits(trx: Trx, partnerId: number, takesSeveral: boolean): Promise<void> {
  await sql`INSERT INTO conversions_to_settle (partner_id, click_id)
    SELECT partner_id, click_id FROM affiliate_transactions
    WHERE partner_id = ${partnerId} AND state = 'counted' AND meaning = 'first_deposit'
    GROUP BY partner_id, click_id
    HAVING count(*) FILTER (WHERE coalesce(price ->> 'countsAs', meaning) = 'first_deposit')
      <> CASE WHEN ${takesSeveral} THEN count(*) FILTER (WHERE price ->> 'countsAs' IS DISTINCT FROM 'replaced') ELSE 1 END
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Takes some of them from the queue, within the transaction that settles them. */
export async function takeUnsettled(trx: Trx, limit: number): Promise<GroupKey[]> {
  return await readRows(
    trx,
    groupKeyRow,
    sql`DELETE FROM conversions_to_settle WHERE (partner_id, click_id) IN (
      SELECT partner_id, click_id FROM conversions_to_settle ORDER BY partner_id, click_id
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING partner_id, click_id`,
  );
}

/** Makes the transactions of these clicks that lack an exchange rate due at once, so that the next round tries them. */
export async function retryLackingRate(trx: Trx, groups: readonly GroupKey[], now: Date): Promise<void> {
  if (groups.length === 0) return;
  await sql`UPDATE affiliate_transactions SET next_try_at = ${now} WHERE id IN (${lackingRate(groups)})`.execute(trx);
}
