/** The worker's part in imports: the dry run, and the import itself in one transaction. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { gamblingImport } from '@signpost/contract/entities/gambling-import.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import {
  IMPORT_MAX_ERRORS,
  IMPORT_STATES,
  IMPORT_STEPS,
  type ImportError,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../../database.ts';
import { putFactsOfMany, takeBackFacts } from '../../../partners/conversions/ship/put-facts.ts';
import { readRates } from '../../../partners/deals/rates.ts';
import { holdClosedThrough } from '../../../platform/closed-months.ts';
import { hasCode } from '../../../platform/files.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { recordEvent } from '../../../workplace/records/change.ts';
import { type Attempt, defineRun, type RunKind } from '../../../workplace/runs/kinds.ts';
import { gamblingFactsOf } from '../effects.ts';
import { tableOf } from './file.ts';
import { STATE_BEFORE, waitAgain } from './repeat.ts';
import { type GoodRow, rowReader } from './rows.ts';
import { readImport, readLookups, settleMapping } from './store.ts';
import { summaryOf } from './summary.ts';
import { warningsOfFile } from './warnings.ts';

export interface ImportDeps {
  db: Db;
}

const CHUNK = 1_000;

type Report = Attempt<unknown>['progress'];
type UndoInput = { because: string; userId: number | null };

interface Found {
  /** The mapping includes the formats detected from the cells of its columns. */
  mapping: ImportMapping;
  good: GoodRow[];
  bad: number;
  errors: ImportError[];
  warnings: ImportError[];
}

function rowsInWords(count: number): string {
  if (count === 1) return 'This row is';
  if (count === 2) return 'This row and 1 other below are';
  return `This row and ${count - 1} others below are`;
}

/** Reads every row, and lets other work of the process run in between. */
async function checkRows(db: Db, id: number, now: Date, report: Report): Promise<Found> {
  const { seen, text } = await readImport(db, id);
  const table = tableOf(text, seen.detected.headerRow);
  const { columns, rows } = table;
  const mapping = settleMapping(seen.mapping, table);
  const read = rowReader(columns, mapping, await readLookups(db, seen.partnerId, now));
  const found: Found = {
    mapping,
    good: [],
    bad: 0,
    errors: [],
    warnings: warningsOfFile(seen.detected, table, mapping),
  };
  let added = 0;
  let firstAdded: number | null = null;
  for (const [index, { row, cells }] of rows.entries()) {
    const answer = read(cells, row);
    if ('good' in answer) {
      if (answer.isAdded) {
        added += 1;
        firstAdded ??= row;
      } else found.good.push(answer.good);
      if (found.warnings.length < IMPORT_MAX_ERRORS) found.warnings.push(...answer.warnings);
    } else {
      found.bad += 1;
      if (found.errors.length < IMPORT_MAX_ERRORS) found.errors.push(...answer.errors);
    }
    if (index % CHUNK === 0) await report(index, rows.length);
  }
  if (firstAdded !== null)
    found.warnings.unshift({
      row: firstAdded,
      column: '',
      message: `${rowsInWords(added)} added to the first row of the same day, geo and source.`,
    });
  return found;
}

async function check(db: Db, id: number, { progress, complete }: Attempt<unknown>): Promise<void> {
  const { mapping, good, bad, errors, warnings } = await checkRows(db, id, new Date(), progress);
  const summary = summaryOf(good);
  await complete(async (trx) => {
    await sql`UPDATE gambling_import_files SET errors = ${JSON.stringify(errors)}, warnings = ${JSON.stringify(warnings)},
      summary = ${summary === null ? null : JSON.stringify(summary)}::jsonb WHERE import_id = ${id}`.execute(trx);
    await sql`UPDATE gambling_imports SET import_state = 'checked', rows_done = rows_total, rows_good = ${good.length},
      rows_bad = ${bad}, mapping = ${JSON.stringify(mapping)}, updated_at = now() WHERE id = ${id}`.execute(trx);
    return { rows: good.length + bad };
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
    sql`INSERT INTO gambling_stats (${names}, import_id)
      SELECT ${names}, ${importId}::bigint FROM unnest(${sql.join(arrays)}) WITH ORDINALITY AS r(${names}, at) ORDER BY at
      RETURNING id`,
  );
  return made.map(({ id }) => id).sort((one, other) => one - other);
}

const uploaderRow = z.object({ userId: z.number() });

/** Imports all valid rows or none, so that an abandoned import leaves nothing behind. */
async function importRows(db: Db, id: number, { progress, complete }: Attempt<unknown>): Promise<void> {
  const now = new Date();
  const { good } = await checkRows(db, id, now, progress);
  const { rowsGood } = (await readImport(db, id)).seen;
  // The import must match what was shown; otherwise a day posted meanwhile would be left out silently.
  if (good.length !== rowsGood)
    throw invalid('', 'The importable rows have changed since the file was checked. Check the file again.');
  await complete(async (trx) => {
    // Files of years are stored in one piece; the statements themselves are short.
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const closedThrough = await holdClosedThrough(trx);
    if (good.some(({ day }) => day.slice(0, 'YYYY-MM'.length) <= closedThrough))
      throw invalid('', 'The importable rows have changed since the file was checked. Check the file again.');
    const rateOf = await readRates(trx);
    for (let from = 0; from < good.length; from += CHUNK) {
      const rows = good.slice(from, from + CHUNK);
      const ids = await insertRows(trx, id, rows).catch(sayTaken);
      await putFactsOfMany(
        trx,
        rows.flatMap((row, at) => {
          const record = { ...row, id: ids[at] ?? 0 } as unknown as StoredRecord;
          return gamblingFactsOf(record, rateOf, now).map((fact) => ({ origin: `gambling ${record.id}`, fact }));
        }),
      );
      await progress(from + rows.length, good.length);
    }
    const { userId } = await readRow(
      trx,
      uploaderRow,
      sql`UPDATE gambling_imports i SET import_state = 'imported', rows_done = rows_total, rows_good = ${good.length},
          version = i.version + 1, updated_at = now()
        FROM gambling_import_files f WHERE i.id = ${id} AND f.import_id = i.id RETURNING f.user_id`,
    );
    const author = { userId, requestId: null, at: now };
    await recordEvent(trx, author, { entity: gamblingImport, id, after: { imported: good.length } });
    return { rows: good.length };
  });
}

/** Reverses every posted row of an import and takes its facts back, all of them or none. */
async function undoRows(_db: Db, id: number, { input, progress, complete }: Attempt<UndoInput>): Promise<void> {
  const { because, userId } = input;
  const now = new Date();
  await complete(async (trx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const rows = await readRows(
      trx,
      idRow,
      sql`UPDATE gambling_stats SET entry_status = 'reversed', reversed_because = ${because}, version = version + 1,
          updated_at = ${now}
        WHERE import_id = ${id} AND entry_status = 'posted' RETURNING id`,
    );
    for (let from = 0; from < rows.length; from += CHUNK) {
      const origins = rows.slice(from, from + CHUNK).map((row) => `gambling ${row.id}`);
      await takeBackFacts(trx, origins, because, now);
      await progress(from + origins.length, rows.length);
    }
    await sql`UPDATE gambling_imports SET import_state = 'undone', rows_done = rows_total, version = version + 1,
        updated_at = now() WHERE id = ${id}`.execute(trx);
    const after = { undone: rows.length, because };
    await recordEvent(trx, { userId, requestId: null, at: now }, { entity: gamblingImport, id, after });
    return { rows: rows.length };
  });
}

/** A day that was posted since the check is the file's problem, which trying again does not solve. */
function sayTaken(error: unknown): never {
  if (!hasCode(error, '23505')) throw error;
  throw invalid('', 'Figures for one of these days were posted in the meantime. Check the file again.');
}

const begunRow = z.object({ state: z.enum(IMPORT_STATES) });

/** Begins the step, also after it failed. Errors: VALIDATION where the import has moved on. */
async function begin(db: Db, { importId, step }: Pick<ImportStep, 'importId' | 'step'>): Promise<void> {
  const begun = await readRows(
    db,
    begunRow,
    sql`UPDATE gambling_imports SET import_state = ${step}, problem = NULL, updated_at = now()
      WHERE id = ${importId} AND import_state IN (${step}, 'failed') RETURNING import_state AS state`,
  );
  if (begun.length > 0) return;
  const { state } = (await readImport(db, importId)).seen;
  throw invalid('', `This import is already ${state}.`);
}

const stepSchema = z.object({
  importId: z.number(),
  step: z.enum(keysOf(IMPORT_STEPS)),
  /** The reason for undoing the import, and the person who asked for it. */
  because: z.string().default(''),
  userId: z.number().nullable().default(null),
});
export type ImportStep = z.input<typeof stepSchema>;

const WORK = { checking: check, importing: importRows, undoing: undoRows } as const;

/** Checks an uploaded file of a partner's figures, imports its valid rows, or undoes the import. */
export const partnerFiguresRun = ({ db }: ImportDeps): RunKind =>
  defineRun({
    name: 'partnerFigures',
    input: stepSchema,
    async run(attempt) {
      const { importId, step } = attempt.input;
      await begin(db, attempt.input);
      const report: Report = async (done, total) => {
        await attempt.progress(done, total);
        await sql`UPDATE gambling_imports SET rows_done = ${done} WHERE id = ${importId}`.execute(db);
      };
      await WORK[step](db, importId, { ...attempt, progress: report });
      return undefined;
    },
    async onFailure(trx, { importId, step }, { state, problem }) {
      if (state === 'cancelled') return await waitAgain(trx, { importId, step });
      // An import that could not be undone still counts.
      const next = step === 'undoing' ? STATE_BEFORE.undoing : 'failed';
      await sql`UPDATE gambling_imports SET import_state = ${next}, problem = ${problem}, updated_at = now()
        WHERE id = ${importId} AND import_state = ${step}`.execute(trx);
    },
  });
