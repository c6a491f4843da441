/** The worker's part in imports: the dry run, and the import itself in one transaction. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { gamblingImport } from '@signpost/contract/entities/gambling-import.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { IMPORT_MAX_ERRORS, type ImportError, type ImportMapping } from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { putFactsOfMany } from '../../conversions/ship/put-facts.ts';
import type { Db, Trx } from '../../database.ts';
import { readRates } from '../../deals/rates.ts';
import type { Log } from '../../platform/log.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { recordEvent } from '../../records/change.ts';
import { gamblingFactsOf } from '../effects.ts';
import { tableOf } from './file.ts';
import { type GoodRow, rowReader } from './rows.ts';
import { readImport, readLookups, settleMapping } from './store.ts';
import { summaryOf } from './summary.ts';

export interface ImportDeps {
  db: Db;
  log: Log;
}

const CHUNK = 1_000;
const LEASE_SECONDS = 30;

const nextRow = z.object({ id: z.number(), state: z.enum(['checking', 'importing']) });

/** Takes the next queued or abandoned import; no other worker takes it while the lease is renewed. */
async function takeNext(db: Db): Promise<{ id: number; state: 'checking' | 'importing' } | undefined> {
  const rows = await readRows(
    db,
    nextRow,
    sql`
      UPDATE gambling_import_files f SET taken_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM gambling_imports i WHERE i.id = f.import_id AND f.import_id = (
        SELECT i.id FROM gambling_imports i JOIN gambling_import_files f ON f.import_id = i.id
        WHERE i.import_state IN ('checking', 'importing') AND coalesce(f.taken_until, '-infinity') < now()
        ORDER BY i.id LIMIT 1 FOR UPDATE OF f SKIP LOCKED)
      RETURNING i.id, i.import_state AS state`,
  );
  return rows[0];
}

/** Reports progress and renews the lease, on a separate connection. */
async function progress(db: Db, id: number, done: number): Promise<void> {
  await sql`WITH kept AS (UPDATE gambling_import_files SET taken_until = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE import_id = ${id})
    UPDATE gambling_imports SET rows_done = ${done}, updated_at = now() WHERE id = ${id}`.execute(db);
}

/** The import no longer matches the checked result. */
const changedSince = () =>
  new AppError('VALIDATION', {
    errors: [
      { path: '', message: 'The importable rows have changed since the file was checked. Check the file again.' },
    ],
  });

interface Found {
  /** The mapping includes the formats detected from the cells of its columns. */
  mapping: ImportMapping;
  good: GoodRow[];
  bad: number;
  errors: ImportError[];
  warnings: ImportError[];
}

/** Reads every row, and lets other work of the process run in between. */
async function checkRows(db: Db, id: number, now: Date): Promise<Found> {
  const { seen, text } = await readImport(db, id);
  const table = tableOf(text);
  const { columns, rows } = table;
  const mapping = settleMapping(seen.mapping, table);
  const read = rowReader(columns, mapping, await readLookups(db, seen.partnerId, now));
  const found: Found = { mapping, good: [], bad: 0, errors: [], warnings: [] };
  for (const [index, cells] of rows.entries()) {
    const answer = read(cells, index + 2);
    if ('good' in answer) {
      found.good.push(answer.good);
      if (found.warnings.length < IMPORT_MAX_ERRORS) found.warnings.push(...answer.warnings);
    } else {
      found.bad += 1;
      if (found.errors.length < IMPORT_MAX_ERRORS) found.errors.push(...answer.errors);
    }
    if (index % CHUNK === 0) await progress(db, id, index);
  }
  return found;
}

async function check(db: Db, id: number): Promise<void> {
  const { mapping, good, bad, errors, warnings } = await checkRows(db, id, new Date());
  const summary = summaryOf(good);
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE gambling_import_files SET errors = ${JSON.stringify(errors)}, warnings = ${JSON.stringify(warnings)},
      summary = ${summary === null ? null : JSON.stringify(summary)}::jsonb, taken_until = NULL
      WHERE import_id = ${id}`.execute(trx);
    await sql`UPDATE gambling_imports SET import_state = 'checked', rows_done = rows_total, rows_good = ${good.length},
      rows_bad = ${bad}, mapping = ${JSON.stringify(mapping)}, updated_at = now() WHERE id = ${id} AND import_state = 'checking'`.execute(
      trx,
    );
  });
}

const COLUMNS = [
  ['day', 'date'],
  ['partner_id', 'bigint'],
  ['geo_id', 'bigint'],
  ['traffic_source_id', 'bigint'],
  ['registrations', 'integer'],
  ['first_deposits', 'integer'],
  ['deposits', 'integer'],
  ['deposit_amount', 'numeric'],
  ['revenue', 'numeric'],
  ['currency', 'text'],
] as const;
const FIELDS = [
  'day',
  'partnerId',
  'geoId',
  'trafficSourceId',
  'registrations',
  'firstDeposits',
  'deposits',
  'depositAmount',
  'revenue',
  'currency',
] as const;

/** Stores rows in one statement; ids come back in their order. */
async function insertRows(trx: Trx, importId: number, rows: readonly GoodRow[]): Promise<number[]> {
  const arrays = COLUMNS.map(([, type], at) => {
    const values = rows.map((row) => row[FIELDS[at] ?? ''] ?? null);
    return sql`${values}::${sql.raw(type)}[]`;
  });
  const names = sql.raw(COLUMNS.map(([name]) => name).join(', '));
  const made = await readRows(
    trx,
    idRow,
    sql`
      INSERT INTO gambling_stats (${names}, import_id)
      SELECT ${names}, ${importId}::bigint FROM unnest(${sql.join(arrays)}) WITH ORDINALITY AS r(${names}, at) ORDER BY at
      RETURNING id`,
  );
  return made.map(({ id }) => id).sort((one, other) => one - other);
}

const stateRow = z.object({ userId: z.number() });

/** Imports all valid rows or none, so that an abandoned import leaves nothing behind. */
async function importRows(db: Db, id: number): Promise<void> {
  const now = new Date();
  const { good } = await checkRows(db, id, now);
  const { rowsGood } = (await readImport(db, id)).seen;
  // The import must match what was shown; otherwise a day posted meanwhile would be left out silently.
  if (good.length !== rowsGood) throw changedSince();
  await db.transaction().execute(async (trx) => {
    // Files of years are stored in one piece; the statements themselves are short.
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const rateOf = await readRates(trx);
    for (let from = 0; from < good.length; from += CHUNK) {
      const rows = good.slice(from, from + CHUNK);
      const ids = await insertRows(trx, id, rows);
      await putFactsOfMany(
        trx,
        rows.flatMap((row, at) => {
          const record = { ...row, id: ids[at] ?? 0 } as unknown as StoredRecord;
          return gamblingFactsOf(record, rateOf, now).map((fact) => ({ origin: `gambling ${record.id}`, fact }));
        }),
      );
      await progress(db, id, from + rows.length);
    }
    const state = await readRows(
      trx,
      stateRow,
      sql`
        UPDATE gambling_imports i SET import_state = 'imported', rows_done = rows_total, rows_good = ${good.length},
          version = i.version + 1, updated_at = now()
        FROM gambling_import_files f WHERE i.id = ${id} AND i.import_state = 'importing' AND f.import_id = i.id
        RETURNING f.user_id`,
    );
    const [first] = state;
    if (first === undefined) throw new Error(`Import ${id} was finished by another worker.`);
    await sql`UPDATE gambling_import_files SET taken_until = NULL WHERE import_id = ${id}`.execute(trx);
    const author = { userId: first.userId, requestId: null, at: now };
    await recordEvent(trx, author, { entity: gamblingImport, id, after: { imported: good.length } });
  });
}

/**
 * Runs the next step of one import; returns false if no import waits. If the file is the problem, only its import
 * fails.
 */
export async function workOnce({ db, log }: ImportDeps): Promise<boolean> {
  const next = await takeNext(db);
  if (next === undefined) return false;
  const id = next.id;
  try {
    await (next.state === 'checking' ? check(db, id) : importRows(db, id));
  } catch (error) {
    const blame = error instanceof AppError ? (error.errors[0]?.message ?? error.message) : undefined;
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
    if (blame === undefined && !isTaken) throw error;
    log.warn({ err: error, import: id }, 'an import failed');
    const problem = blame ?? 'Figures for one of these days were posted in the meantime. Check the file again.';
    await sql`UPDATE gambling_imports SET import_state = 'failed', problem = ${problem}, updated_at = now() WHERE id = ${id}`.execute(
      db,
    );
  }
  return true;
}
