/**
 * Closed months (docs/product/documents.md#closing-a-month). Months are closed one after the other, so everything up to
 * the last closed month is closed.
 */
import { invalid } from '@signpost/contract/errors.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { LOCKS } from './locks.ts';
import { readRow } from './rows.ts';

const throughRow = z.object({ through: z.string() });

/** The last closed month, such as `2026-10`; empty if none was closed. */
export async function readClosedThrough(db: QueryExecutorProvider): Promise<string> {
  const { through } = await readRow(
    db,
    throughRow,
    sql`SELECT coalesce(to_char(max(month), 'YYYY-MM'), '') AS through FROM period_locks`,
  );
  return through;
}

/** {@link readClosedThrough} for a writer: no month is closed until its transaction ends. */
export async function holdClosedThrough(trx: QueryExecutorProvider): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.closedMonths})`.execute(trx);
  return await readClosedThrough(trx);
}

/** {@link readClosedThrough} for closing: waits for all writers that have begun, and lets none begin. */
export async function lockClosedThrough(trx: QueryExecutorProvider): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS.closedMonths})`.execute(trx);
  return await readClosedThrough(trx);
}

/** Why nothing is entered on a day of a month that is closed. */
export const closedProblem = (month: string): string =>
  `${month} is closed. Enter the amount on a day of an open month.`;

/** Errors: VALIDATION at the field if a month of these days is closed. It stays open until the transaction ends. */
export async function refuseClosedMonths(
  trx: QueryExecutorProvider,
  { from, path }: { from: string; path: string },
): Promise<void> {
  const month = from.slice(0, 'YYYY-MM'.length);
  if (month <= (await holdClosedThrough(trx))) throw invalid(path, closedProblem(month));
}
