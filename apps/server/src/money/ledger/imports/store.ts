/** The stored state of an import, and the queries of its steps. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { detectMark } from '@signpost/contract/reading/amount.ts';
import { readCountry } from '@signpost/contract/reading/country.ts';
import { detectOrder } from '@signpost/contract/reading/day.ts';
import { currencyOfHeader } from '@signpost/contract/reading/header-currency.ts';
import {
  type GamblingImport,
  IMPORT_FIELD_NAMES,
  IMPORT_STATES,
  type ImportDetection,
  type ImportField,
  type ImportMapping,
  type ImportSummary,
  importMappingSchema,
} from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import { readRates } from '../../../partners/deals/rates.ts';
import { readClosedThrough } from '../../../platform/closed-months.ts';
import { readRows } from '../../../platform/rows.ts';
import { type Table, tableOf } from './file.ts';
import { columnOf } from './names.ts';
import { keyOf, type Lookups } from './rows.ts';

const SAMPLE_ROWS = 5;

const importedRow = z.object({
  id: z.number(),
  name: z.string(),
  partnerId: z.number(),
  partner: z.string(),
  state: z.enum(IMPORT_STATES),
  mapping: z.unknown(),
  rowsTotal: z.number(),
  rowsDone: z.number(),
  rowsGood: z.number(),
  rowsBad: z.number(),
  problem: z.string().nullable(),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  warnings: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  detected: z.custom<ImportDetection>(),
  summary: z.custom<ImportSummary>().nullable(),
  body: z.instanceof(Buffer),
});

/** The import with its file. @throws ITEM_NOT_FOUND */
export async function readImport(db: Queryable, id: number): Promise<{ seen: GamblingImport; text: string }> {
  const rows = await readRows(
    db,
    importedRow,
    sql`SELECT i.id, i.name, i.partner_id, p.name AS partner, i.import_state AS state, i.mapping, i.rows_total, i.rows_done,
        i.rows_good, i.rows_bad, i.problem, f.errors, f.warnings, f.detected, f.summary, f.body
      FROM gambling_imports i JOIN gambling_import_files f ON f.import_id = i.id JOIN partners p ON p.id = i.partner_id
      WHERE i.id = ${id}`,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  const { body, mapping, ...rest } = row;
  const { headerRow } = rest.detected;
  const text = body.toString('utf8');
  const { columns, rows: cells } = tableOf(text.slice(0, headLength(text)), headerRow);
  return {
    text,
    seen: {
      ...rest,
      mapping: importMappingSchema.parse(mapping),
      columns,
      sample: cells.slice(0, SAMPLE_ROWS).map((row) => row.cells),
    },
  };
}

/**
 * The number of characters read to find the header and the first rows; the whole file is read if one of their cells is
 * longer.
 */
function headLength(text: string): number {
  const HEAD = 64 * 1024;
  if (text.length <= HEAD) return text.length;
  const end = text.lastIndexOf('\n', HEAD);
  const open = text.slice(0, end).split('"').length % 2 === 0;
  if (end > 0 && !open) return end;
  return text.length;
}

const importRow = z.object({ mapping: z.unknown(), currency: z.string() });

/**
 * The mapping that was last used for this partner if the file still has those columns; otherwise the columns are found
 * by name.
 */
export async function guessMapping(
  db: Queryable,
  partnerId: number,
  table: Table,
): Promise<{ mapping: ImportMapping; detected: ImportDetection }> {
  const { columns } = table;
  const rows = await readRows(
    db,
    importRow,
    sql`SELECT coalesce((SELECT mapping FROM gambling_imports WHERE partner_id = p.id AND import_state IN ('imported', 'undone')
        ORDER BY id DESC LIMIT 1), '{}') AS mapping, p.currency FROM partners p WHERE p.id = ${partnerId}`,
  );
  const remembered = importMappingSchema.safeParse(rows[0]?.mapping);
  const known = remembered.data;
  const isKnown = known !== undefined && Object.values(known.columns).every((column) => columns.includes(column));
  const guessed = IMPORT_FIELD_NAMES.flatMap((field) => {
    const column = columnOf(field, columns);
    if (column === undefined) return [];
    return [[field, column] as const];
  });
  const chosen: ImportMapping['columns'] = isKnown ? known.columns : Object.fromEntries(guessed);
  const detected = {
    ...detect(table, chosen),
    leftOut: table.leftOut,
    headerRow: table.headerRow,
    otherSheets: table.otherSheets,
    hiddenRows: table.hiddenRows,
    encoding: table.encoding,
  };
  const mapping = {
    columns: chosen,
    // Detected from this file only, because a partner may change its format.
    dayOrder: detected.days?.order ?? null,
    decimalMark: detected.decimal?.mark ?? null,
    currency: namedCurrency(chosen) ?? (isKnown ? known.currency : (rows[0]?.currency ?? baseCurrency())),
    addsUp: isKnown && known.addsUp,
  };
  return { mapping, detected };
}

/** The one currency that the names of the amounts' columns name; null if they name none, or several. */
function namedCurrency(chosen: ImportMapping['columns']): string | null {
  const names = [chosen.revenue, chosen.depositAmount].map((column) => currencyOfHeader(column ?? ''));
  const [code, ...more] = new Set(names.filter((name) => name !== null));
  if (code !== undefined && more.length === 0 && /^[A-Z]{3}$/.test(code)) return code;
  return null;
}

const NUMBERS: readonly ImportField[] = ['registrations', 'firstDeposits', 'deposits', 'depositAmount', 'revenue'];

/** The formats of amounts and days, detected from all cells of the file. */
function detect({ columns, rows }: Table, chosen: ImportMapping['columns']): ImportDetection {
  const cellsOf = (fields: readonly ImportField[]): string[] => {
    const places = fields.map((field) => columns.indexOf(chosen[field] ?? '')).filter((at) => at !== -1);
    return rows.flatMap((row) => places.map((at) => row.cells[at] ?? ''));
  };
  return {
    decimal: detectMark(cellsOf(NUMBERS)),
    days: detectOrder(cellsOf(['day'])),
  };
}

/** A mapping completed with the formats detected from the cells of its columns. */
export function settleMapping(mapping: ImportMapping, table: Table): ImportMapping {
  if (mapping.dayOrder !== null && mapping.decimalMark !== null) return mapping;
  const { days, decimal } = detect(table, mapping.columns);
  return {
    ...mapping,
    dayOrder: mapping.dayOrder ?? days?.order ?? null,
    decimalMark: mapping.decimalMark ?? decimal?.mark ?? null,
  };
}

/** Finds a geo by its code or name, or by any other name or code of its country. */
function geoReader(geos: readonly { id: number; code: string; country: string }[]): (text: string) => number | null {
  const byName = new Map(
    geos.flatMap(({ id, code, country }) => [code, country].map((name) => [name.toLowerCase(), id])),
  );
  return (text) => byName.get(text.toLowerCase()) ?? byName.get(readCountry(text)?.toLowerCase() ?? '') ?? null;
}

/** The records in which rows of a partner are looked up. */
export async function readLookups(db: Queryable, partnerId: number, now: Date): Promise<Lookups> {
  const [geos, sources, posted, rateOf, closedThrough] = await Promise.all([
    db.selectFrom('geos').select(['id', 'code', 'country']).where('archivedAt', 'is', null).execute(),
    db.selectFrom('trafficSources').select(['id', 'name']).where('archivedAt', 'is', null).execute(),
    db
      .selectFrom('gamblingStats')
      .select(['day', 'geoId', 'trafficSourceId'])
      .where('partnerId', '=', partnerId)
      .where('entryStatus', '=', 'posted')
      .execute(),
    readRates(db),
    readClosedThrough(db),
  ]);
  return {
    partnerId,
    geoOf: geoReader(geos),
    sources: new Map(sources.map(({ id, name }) => [name.toLowerCase(), id])),
    posted: new Set(posted.map(keyOf)),
    today: dayIn(now, LEDGER_ZONE),
    hasRate: (currency, day) => rateOf(currency, day) !== null,
    closedThrough,
  };
}
