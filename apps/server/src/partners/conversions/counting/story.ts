/** The history of a transaction. */
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';

/** Adds an entry to a transaction's history. */
export async function tell(
  trx: Trx,
  id: number,
  { what, detail, userId = null }: { what: string; detail: object; userId?: number | null },
  now: Date,
): Promise<void> {
  await sql`INSERT INTO transaction_events (transaction_id, at, what, detail, user_id)
    VALUES (${id}, ${now}, ${what}, ${JSON.stringify(detail)}::jsonb, ${userId})`.execute(trx);
}
