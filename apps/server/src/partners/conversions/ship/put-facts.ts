/** Queues facts from within PostgreSQL transactions, and takes them back. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { holdClosedThrough } from '../../../platform/closed-months.ts';
import { readRows } from '../../../platform/rows.ts';
import { factLine, type KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { reversalOf } from '../counting/facts.ts';

/**
 * A fact of a closed month counts when it became known, so that the month does not change. Its trace keeps when it
 * happened; documents show it as of an earlier period.
 */
function inOpenMonth(fact: KnownFact, closedThrough: string): KnownFact {
  if (fact.at.slice(0, MONTH_LENGTH) > closedThrough) return fact;
  const at = fact.recordedAt ?? new Date().toISOString();
  if (at.slice(0, MONTH_LENGTH) <= closedThrough)
    throw new RangeError(`A fact of the closed month ${closedThrough} became known within it, on ${at}.`);
  const trace = fact.trace ? z.record(z.string(), z.unknown()).parse(JSON.parse(fact.trace)) : {};
  return { ...fact, at, recordedAt: at, trace: JSON.stringify({ happened: fact.at, ...trace }) };
}

const MONTH_LENGTH = 'YYYY-MM'.length;
/** Rows per statement. */
const CHUNK = 1_000;

/** Queues facts of many origins, within the caller's transaction. None of them counts in a closed month. */
export async function putFactsOfMany(trx: Trx, given: readonly { origin: string; fact: KnownFact }[]): Promise<void> {
  if (given.length === 0) return;
  const closedThrough = await holdClosedThrough(trx);
  const told = given.map(({ origin, fact }) => ({ origin, fact: inOpenMonth(fact, closedThrough) }));
  for (let from = 0; from < told.length; from += CHUNK) {
    const some = told.slice(from, from + CHUNK);
    await sql`INSERT INTO fact_outbox (month, line, origin) SELECT * FROM unnest(
      ${some.map(({ fact }) => fact.at.slice(0, MONTH_LENGTH))}::text[],
      ${some.map(({ fact }) => factLine(fact))}::text[],
      ${some.map(({ origin }) => origin)}::text[])`.execute(trx);
  }
}

/** Queues facts of one origin, within the caller's transaction. */
export async function putFacts(trx: Trx, origin: string, facts: readonly KnownFact[]): Promise<void> {
  await putFactsOfMany(
    trx,
    facts.map((fact) => ({ origin, fact })),
  );
}

const factRow = z.object({ id: z.number(), origin: z.string(), line: z.string(), isDead: z.boolean() });

/**
 * Takes facts back: for every fact of these origins that has no correction yet, queues the same fact with every measure
 * negated. Repeating it has no effect. A fact that the engine refused never counted, so its dead letter is removed.
 */
export async function takeBackFacts(trx: Trx, origins: readonly string[], why: string, now: Date): Promise<void> {
  const rows = await readRows(
    trx,
    factRow,
    sql`UPDATE fact_outbox SET reversed = true WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed
      RETURNING id, origin, line, dead IS NOT NULL AS is_dead`,
  );
  const dead = rows.filter(({ isDead }) => isDead).map(({ id }) => String(id));
  if (dead.length > 0)
    await sql`UPDATE dead_letters SET state = 'dropped', updated_at = ${now}, version = version + 1
      WHERE source = 'conversion' AND state = 'waiting' AND place = ANY(${dead}::text[])`.execute(trx);
  const sent = rows.filter(({ isDead }) => !isDead);
  await putFactsOfMany(
    trx,
    sent.map(({ origin, line }) => ({ origin, fact: reversalOf(line, why, now) })),
  );
  // A correction is never taken back itself.
  await sql`UPDATE fact_outbox SET reversed = true
    WHERE origin = ANY(${[...origins]}::text[]) AND NOT reversed`.execute(trx);
}
