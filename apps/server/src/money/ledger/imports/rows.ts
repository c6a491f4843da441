/** Converts rows of a file to gambling stats, or reports the problems of each row. */

import { parseInput } from '@signpost/contract/define/parse.ts';
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { WHOLE_NUMBER } from '@signpost/contract/field-messages.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { readCellDay } from '@signpost/contract/reading/cell-day.ts';
import { readCurrency } from '@signpost/contract/reading/currency.ts';
import { currencyOfHeader, isOtherCurrency } from '@signpost/contract/reading/header-currency.ts';
import { withoutApostrophe } from '@signpost/contract/reading/text-cell.ts';
import { isMarkedCell, withoutCellMark } from '@signpost/contract/reading/workbook-cell.ts';
import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportError,
  type ImportField,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';
import { closedProblem } from '../../../platform/closed-months.ts';

/** A row that may be stored. */
export type GoodRow = Record<string, unknown> & { day: string };

export interface Lookups {
  partnerId: number;
  geoOf: (text: string) => number | null;
  sources: ReadonlyMap<string, number>;
  /** The keys of entries that are already posted. */
  posted: ReadonlySet<string>;
  hasRate: (currency: string, day: string) => boolean;
  /** The last closed month; empty if none was closed. */
  closedThrough: string;
  /** In UTC. */
  today: string;
}

const NUMBERS: readonly ImportField[] = ['registrations', 'firstDeposits', 'deposits', 'depositAmount', 'revenue'];
const FIELD_OF: Partial<Record<string, ImportField>> = { geoId: 'geo', trafficSourceId: 'trafficSource' };

/** The fields that are money; the other numbers are counts. */
const MONEY: ReadonlySet<ImportField> = new Set<ImportField>(['depositAmount', 'revenue']);

type Read<T> = { value: T } | { problem: string };

/** Parses a number in the file's format to plain decimal text, or returns the problem. */
export function readCellAmount(
  text: string,
  { decimalMark }: Pick<ImportMapping, 'decimalMark'>,
  currency?: string,
): Read<string> {
  const reading = readAmount(text, { mark: decimalMark, currency });
  const shown = withoutCellMark(text);
  switch (reading.kind) {
    case 'amount':
      return { value: reading.amount };
    case 'ambiguous':
      return { problem: `“${shown}” can mean ${reading.asGroup} or ${reading.asDecimal}. Choose the decimal mark.` };
    case 'foreign':
      return { problem: `“${shown}” says ${reading.found}, the row is in ${currency}.` };
    case 'unreadable':
      if (decimalMark === null || isMarkedCell(text))
        return { problem: `“${shown}” is not a number that can be read.` };
      return { problem: `“${shown}” is not a number with a decimal ${decimalMark === ',' ? 'comma' : 'point'}.` };
  }
}

/** The currency of a cell, or null if the cell is empty. An unknown text is returned as it is, and is refused later. */
function currencyOf(text: string): string | null {
  if (text === '') return null;
  const read = readCurrency(text);
  if (read.kind === 'currency' && read.factor === '1') return read.code;
  return text.toUpperCase();
}

/** The unique key of a row. */
export const keyOf = (row: { day: unknown; geoId: unknown; trafficSourceId: unknown }): string =>
  `${row.day} ${row.geoId ?? 0} ${row.trafficSourceId ?? 0}`;

/** The sum of two rows of the same day, geo and source; null if a figure of it is too large. */
function addUp(good: GoodRow, more: GoodRow, today: string): GoodRow | null {
  const sums = NUMBERS.map((field) => {
    if (MONEY.has(field)) return [field, sumMoney([String(good[field]), String(more[field])])];
    return [field, Number(good[field]) + Number(more[field])];
  });
  const { value, errors } = parseInput(gamblingStat.fields, { ...good, ...Object.fromEntries(sums) }, today);
  if (errors.length > 0) return null;
  return { ...value, day: good.day };
}

/** A file whose rows are read. `at` is the place of each field's cell, -1 for a field without a column. */
interface ImportFile {
  columns: readonly string[];
  mapping: ImportMapping;
  lookups: Lookups;
  at: ReadonlyMap<ImportField, number>;
}

/** An entry as far as its checks need it. `key` is that of {@link keyOf}. */
interface Entry {
  day: string;
  currency: string;
  key: string;
}

interface SeenRow {
  row: number;
  currency: string;
  good: GoodRow;
}

type ErrorMaker = (field: string, message: string) => ImportError;

const columnOf = (mapping: ImportMapping, field: string): string => {
  if (isKeyOf(IMPORT_FIELDS, field)) return mapping.columns[field] ?? '';
  return '';
};

const errorMaker =
  (mapping: ImportMapping, row: number): ErrorMaker =>
  (field, message) => ({ row, column: columnOf(mapping, field), message });

interface Reading {
  mapping: ImportMapping;
  input: Record<string, unknown>;
}

/** Reads the amount of a cell into the input, or returns the problem. */
function readMoney(field: ImportField, text: string, { mapping, input }: Reading): string | null {
  const currency = String(input.currency);
  const amount = readCellAmount(text, mapping, currency);
  if ('problem' in amount) return amount.problem;
  const named = currencyOfHeader(columnOf(mapping, field));
  if (named !== null && isOtherCurrency(named, currency))
    return `The name of the column says ${named}, the row is in ${input.currency}.`;
  input[field] = amount.value;
  return null;
}

/** Reads the number of a cell into the input, or returns the problem. An empty cell has neither. */
function readNumber(field: ImportField, text: string, { mapping, input }: Reading): string | null {
  if (text === '') return null;
  if (MONEY.has(field)) return readMoney(field, text, { mapping, input });
  const amount = readCellAmount(text, mapping, undefined);
  if ('problem' in amount) return amount.problem;
  if (!/^-?\d+(\.0+)?$/.test(amount.value)) return WHOLE_NUMBER;
  input[field] = Number(amount.value);
  return null;
}

/** The input of an entry, as the cells of a row say it, with the errors of these cells. */
function readCells({ mapping, lookups, at }: ImportFile, cells: readonly string[], errorIn: ErrorMaker) {
  const numberCell = (field: ImportField): string => withoutApostrophe(cells[at.get(field) ?? -1]?.trim() ?? '');
  const cell = (field: ImportField): string => withoutCellMark(numberCell(field));
  const errors: ImportError[] = [];
  const input: Record<string, unknown> = {
    partnerId: lookups.partnerId,
    currency: currencyOf(cell('currency')) ?? mapping.currency,
  };
  const read = readCellDay(cell('day'), mapping.dayOrder);
  input.day = null;
  if ('problem' in read) errors.push(errorIn('day', read.problem));
  else input.day = read.value;
  const geo = cell('geo');
  input.geoId = geo === '' ? null : lookups.geoOf(geo);
  if (geo !== '' && input.geoId === null) errors.push(errorIn('geo', `Unknown geo “${geo}”.`));
  const source = cell('trafficSource');
  input.trafficSourceId = source === '' ? null : (lookups.sources.get(source.toLowerCase()) ?? null);
  if (source !== '' && input.trafficSourceId === null)
    errors.push(errorIn('trafficSource', `Unknown traffic source “${source}”.`));
  for (const field of NUMBERS) {
    const problem = readNumber(field, numberCell(field), { mapping, input });
    if (problem !== null) errors.push(errorIn(field, problem));
  }
  return { input, errors };
}

/** The reason why an entry cannot be posted on its day, or null. */
function postingProblem({ closedThrough, hasRate }: Lookups, { day, currency }: Entry, errorIn: ErrorMaker) {
  const month = day.slice(0, 'YYYY-MM'.length);
  if (month <= closedThrough) return errorIn('day', closedProblem(month));
  if (!hasRate(currency, day)) return errorIn('currency', `No exchange rate is known for ${currency}.`);
  return null;
}

/** The reason why an entry cannot stand beside the row before it, or beside posted entries, or null. */
function repeatProblem(
  { mapping, lookups }: ImportFile,
  { entry, before }: { entry: Entry; before: SeenRow | undefined },
  errorIn: ErrorMaker,
): ImportError | null {
  if (before !== undefined && !mapping.addsUp)
    return errorIn('', `Row ${before.row} is about the same day, geo and source.`);
  if (lookups.posted.has(entry.key))
    return errorIn('', 'Figures for this day, geo and source of the partner are already posted.');
  if (before !== undefined && before.currency !== entry.currency)
    return errorIn('currency', `Row ${before.row} of the same day, geo and source is in ${before.currency}.`);
  return null;
}

/** Warns of cells that are missing at the end of a row, and of more first deposits than registrations. */
function warningsOf(
  { columns, mapping, at }: ImportFile,
  { cells, value }: { cells: readonly string[]; value: Readonly<Record<string, unknown>> },
  errorIn: ErrorMaker,
): ImportError[] {
  const warnings: ImportError[] = [];
  const missing = NUMBERS.filter((field) => (at.get(field) ?? -1) >= cells.length);
  const [lost] = missing;
  const names = missing.map((field) => columnOf(mapping, field)).join(', ');
  if (lost !== undefined)
    warnings.push(
      errorIn(lost, `The row has ${cells.length} cells, the header ${columns.length}: ${names} count as 0.`),
    );
  const hasBoth = mapping.columns.registrations !== undefined && mapping.columns.firstDeposits !== undefined;
  const { registrations, firstDeposits } = value;
  if (hasBoth && Number(firstDeposits) > Number(registrations))
    warnings.push(
      errorIn('firstDeposits', `${firstDeposits} first deposits, but only ${registrations} registrations.`),
    );
  return warnings;
}

/**
 * Creates a reader of this file's rows. A second row of the same day, geo and source is refused, unless the mapping says
 * that such rows are added up. Then its figures are added to the first row, which is returned with `isAdded` true.
 */
export function rowReader(columns: readonly string[], mapping: ImportMapping, lookups: Lookups) {
  const at = new Map(
    IMPORT_FIELD_NAMES.map((field) => {
      const column = mapping.columns[field];
      return [field, column === undefined ? -1 : columns.indexOf(column)] as const;
    }),
  );
  const file: ImportFile = { columns, mapping, lookups, at };
  const seen = new Map<string, SeenRow>();

  return (
    cells: readonly string[],
    row: number,
  ): { good: GoodRow; isAdded: boolean; warnings: ImportError[] } | { errors: ImportError[] } => {
    const errorIn = errorMaker(mapping, row);
    if (cells.length > columns.length)
      return { errors: [errorIn('', `The row has ${cells.length} cells, the header ${columns.length}.`)] };
    const { input, errors } = readCells(file, cells, errorIn);
    if (errors.length > 0) return { errors };
    const parsed = parseInput(gamblingStat.fields, input, lookups.today);
    if (parsed.errors.length > 0)
      return { errors: parsed.errors.map(({ path, message }) => errorIn(FIELD_OF[path] ?? path, message)) };

    const good = { ...parsed.value, day: String(input.day) };
    const key = keyOf({ day: good.day, geoId: input.geoId, trafficSourceId: input.trafficSourceId });
    const entry: Entry = { day: good.day, currency: String(input.currency), key };
    const before = seen.get(key);
    const problem = postingProblem(lookups, entry, errorIn) ?? repeatProblem(file, { entry, before }, errorIn);
    if (problem !== null) return { errors: [problem] };
    const sum = before === undefined ? good : addUp(before.good, good, lookups.today);
    if (sum === null) return { errors: [errorIn('', `Together with row ${before?.row} a figure is too large.`)] };
    if (before === undefined) seen.set(key, { row, currency: entry.currency, good });
    else Object.assign(before.good, sum);
    const warnings = warningsOf(file, { cells, value: parsed.value }, errorIn);
    return { good: before?.good ?? good, isAdded: before !== undefined, warnings };
  };
}
