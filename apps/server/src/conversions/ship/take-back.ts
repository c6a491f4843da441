/** Takes back what went out: the same facts with every measure turned round. */
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { reversalOf } from '../work/facts.ts';
import { putFacts } from './outbox.ts';

/** Corrects every fact of an origin that was not corrected yet; doing it twice does nothing more. */
export async function takeBackFacts(trx: Trx, origin: string, why: string, now: Date): Promise<void> {
  const { rows } = await sql<{ line: string }>`
    UPDATE fact_outbox SET reversed = true WHERE origin = ${origin} AND NOT reversed RETURNING line`.execute(trx);
  await putFacts(
    trx,
    origin,
    rows.map(({ line }) => reversalOf(line, why, now)),
  );
  // What takes back is itself never taken back.
  await sql`UPDATE fact_outbox SET reversed = true WHERE origin = ${origin} AND NOT reversed`.execute(trx);
}
