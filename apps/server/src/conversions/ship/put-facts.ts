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
 * not corrected yet; doing it twice does nothing more. What the engine refused never counted: its letter is dropped.
 */
export async function takeBackFacts(trx: Trx, origins: readonly string[], why: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; origin: string; line: string; isDead: boolean }>`
    UPDATE fact_outbox SET reversed = true WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed
    RETURNING id, origin, line, dead IS NOT NULL AS is_dead`.execute(trx);
  const dead = rows.filter(({ isDead }) => isDead).map(({ id }) => String(id));
  if (dead.length > 0)
    await sql`UPDATE dead_letters SET state = 'dropped', updated_at = ${now}, version = version + 1
      WHERE source = 'conversion' AND state = 'waiting' AND place = ANY(${dead}::text[])`.execute(trx);
  const sent = rows.filter(({ isDead }) => !isDead);
  await putFactsOfMany(
    trx,
    sent.map(({ origin, line }) => ({ origin, fact: reversalOf(line, why, now) })),
  );
  // What takes back is itself never taken back.
  await sql`UPDATE fact_outbox SET reversed = true
    WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed`.execute(trx);
}
