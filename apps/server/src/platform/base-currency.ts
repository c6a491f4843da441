/**
 * The base currency of this installation: stored in the database, chosen by BASE_CURRENCY before anything is recorded, and
 * fixed from then on (docs/decisions/0345).
 */
import { QUOTED_FOR, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse } from './clickhouse.ts';
import { LOCKS } from './locks.ts';
import { readRow, readRows } from './rows.ts';
import { StartError } from './start-error.ts';

const codeRow = z.object({ code: z.string() });
const foundRow = z.object({ what: z.string() });

/** The stored base currency. */
export async function readBaseCurrency(db: QueryExecutorProvider): Promise<string> {
  const { code } = await readRow(db, codeRow, sql`SELECT code FROM base_currency`);
  return code;
}

/** The tables with amounts in the base currency, named as on the screens. */
const RECORDED = [
  ['transactions', 'affiliate_transactions'],
  ['manual transactions', 'manual_transactions'],
  ['revenue of partners', 'partner_revenues'],
  ['costs', 'simple_costs'],
  ['gambling figures', 'gambling_stats'],
  ['flat fees', 'flat_fee_terms'],
  ['documents', 'documents'],
  ['payments', 'payments'],
  ['ledger entries', 'journals'],
  ['facts', 'fact_outbox'],
  ['facts', 'fact_chunks'],
] as const;

/** The first kind of record that exists in the base currency, or null if there is none. */
async function recorded(db: QueryExecutorProvider, clickhouse: ClickHouse | undefined): Promise<string | null> {
  const parts = RECORDED.map(
    ([what, table], place) =>
      sql`SELECT ${what}::text AS what, ${place}::integer AS place WHERE EXISTS (SELECT FROM ${sql.table(table)})`,
  );
  const [first] = await readRows(db, foundRow, sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY place LIMIT 1`);
  if (first !== undefined || clickhouse === undefined) return first?.what ?? null;
  const facts = await clickhouse.query('SELECT 1 AS found FROM facts LIMIT 1', {}, { parse: (row) => row });
  if (facts.length === 0) return null;
  return 'facts';
}

/** Whether amounts can be converted into a currency. */
export async function hasRate(db: QueryExecutorProvider, currency: string): Promise<boolean> {
  if (currency === QUOTED_FOR) return true;
  const rates = await readRows(
    db,
    codeRow,
    sql`SELECT currency AS code FROM exchange_rates WHERE currency = ${currency} AND archived_at IS NULL LIMIT 1`,
  );
  return rates.length > 0;
}

/** Why the base currency cannot become another one, in a sentence; null if it can. */
async function problemWith(
  wanted: string,
  { stored, db, clickhouse }: { stored: string; db: QueryExecutorProvider; clickhouse: ClickHouse | undefined },
): Promise<string | null> {
  const what = await recorded(db, clickhouse);
  if (what !== null)
    return `BASE_CURRENCY is ${wanted}, but this installation keeps its amounts in ${stored} and has ${what} in it already: set BASE_CURRENCY to ${stored}, or leave it out.`;
  if (await hasRate(db, wanted)) return null;
  return `BASE_CURRENCY cannot become ${wanted}, because no exchange rate of it is known: start with ${stored}, add one under Partner override, Rates, and start again.`;
}

/** The problem with BASE_CURRENCY, as the doctor reports it; null if the next start accepts it. */
export async function baseCurrencyProblem(
  db: QueryExecutorProvider,
  clickhouse: ClickHouse | undefined,
  wanted: string | undefined,
): Promise<string | null> {
  const stored = await readBaseCurrency(db);
  if (wanted === undefined || wanted === stored) return null;
  return await problemWith(wanted, { stored, db, clickhouse });
}

/**
 * Sets the base currency of this process: BASE_CURRENCY if it is set, the stored one otherwise. Another one is stored as long
 * as nothing is recorded; the books of legal entities follow, and everybody signs in again, because browsers keep it with the
 * session. Errors: StartError for another one later, and for one without a rate.
 */
export async function settleBaseCurrency<DB>(
  db: Kysely<DB>,
  clickhouse: ClickHouse,
  wanted: string | undefined,
): Promise<void> {
  const code = await db.transaction().execute(async (trx) => {
    // Roles that start at the same time choose one after the other.
    await sql`SELECT pg_advisory_xact_lock(${LOCKS.baseCurrency})`.execute(trx);
    const stored = await readBaseCurrency(trx);
    if (wanted === undefined || wanted === stored) return stored;
    const problem = await problemWith(wanted, { stored, db: trx, clickhouse });
    if (problem !== null) throw new StartError(problem);
    await sql`UPDATE base_currency SET code = ${wanted}`.execute(trx);
    await sql`UPDATE legal_entities SET functional_currency = ${wanted}`.execute(trx);
    await sql`DELETE FROM sessions`.execute(trx);
    return wanted;
  });
  setBaseCurrency(code);
}
