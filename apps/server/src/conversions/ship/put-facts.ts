/** How facts told by PostgreSQL's transactions get on their way, and how they are taken back. */
import { sql } from 'kysely';
import { factLine, type KnownFact } from '../../clicks/fact-line.ts';
import type { Trx } from '../../database.ts';
import { reversalOf } from '../work/facts.ts';

const MONTH_LENGTH = 'YYYY-MM'.length;
/** Rows of one statement. */
const CHUNK = 1_000;

/** Puts facts of many origins on their way, within the transaction of what they tell. */
export async function putFactsOfMany(trx: Trx, told: readonly { origin: string; fact: KnownFact }[]): Promise<void> {
  for (let from = 0; from < told.length; from += CHUNK) {
    const some = told.slice(from, from + CHUNK);
    await sql`INSERT INTO fact_outbox (month, line, origin) SELECT * FROM unnest(
      ${some.map(({ fact }) => fact.at.slice(0, MONTH_LENGTH))}::text[],
      ${some.map(({ fact }) => factLine(fact))}::text[],
      ${some.map(({ origin }) => origin)}::text[])`.execute(trx);
  }
}

/** Puts facts of one origin on their way, within the transaction of what they tell. */
export async function putFacts(trx: Trx, origin: string, facts: readonly KnownFact[]): Promise<void> {
  await putFactsOfMany(
    trx,
    facts.map((fact) => ({ origin, fact })),
  );
}

/**
 * Takes back what went out: the same facts with every measure turned round, for every fact of these origins that was
 * not corrected yet; doing it twice does nothing more.
 */
export async function takeBackFacts(trx: Trx, origins: readonly string[], why: string, now: Date): Promise<void> {
  const { rows } = await sql<{ origin: string; line: string }>`
    UPDATE fact_outbox SET reversed = true WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed
    RETURNING origin, line`.execute(trx);
  await putFactsOfMany(
    trx,
    rows.map(({ origin, line }) => ({ origin, fact: reversalOf(line, why, now) })),
  );
  // What takes back is itself never taken back.
  await sql`UPDATE fact_outbox SET reversed = true
    WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed`.execute(trx);
}
