import { sql } from 'kysely';
import { factLine, type KnownFact } from '../../clicks/fact-line.ts';
import type { Trx } from '../../database.ts';

const MONTH_LENGTH = 'YYYY-MM'.length;

/** Puts facts of many origins on their way in one statement, within the transaction of what they tell. */
export async function putFactsOfMany(trx: Trx, told: readonly { origin: string; fact: KnownFact }[]): Promise<void> {
  if (told.length === 0) return;
  await sql`INSERT INTO fact_outbox (month, line, origin) SELECT * FROM unnest(
    ${told.map(({ fact }) => fact.at.slice(0, MONTH_LENGTH))}::text[],
    ${told.map(({ fact }) => factLine(fact))}::text[],
    ${told.map(({ origin }) => origin)}::text[])`.execute(trx);
}
