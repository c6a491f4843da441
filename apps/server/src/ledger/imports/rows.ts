/** Converts rows of a file to gambling stats, or reports the problems of each row. */
import { isKeyOf } from '@signpost/contract/define/objects.ts';
import { parseInput } from '@signpost/contract/define/parse.ts';
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { readCellDay } from '@signpost/contract/reading/cell-day.ts';
import { readCurrency } from '@signpost/contract/reading/currency.ts';
import { currencyOfHeader, isOtherCurrency } from '@signpost/contract/reading/header-currency.ts';
import { withoutApostrophe } from '@signpost/contract/reading/text-cell.ts';
import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportError,
  type ImportField,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';
import { closedProblem } from '../../platform/closed-months.ts';

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
  const reading = readAmount(text, { mark: decimalMark, allowsPercent: currency === undefined, currency });
  switch (reading.kind) {
    case 'amount':
      return { value: reading.amount };
    case 'ambiguous':
      return { problem: `“${text}” can mean ${reading.asGroup} or ${reading.asDecimal}. Choose the decimal mark.` };
    case 'foreign':
      return { problem: `“${text}” says ${reading.found}, the row is in ${currency}.` };
    case 'unreadable':
      return decimalMark === null
        ? { problem: `“${text}” is not a number that can be read.` }
        : { problem: `“${text}” is not a number with a decimal ${decimalMark === ',' ? 'comma' : 'point'}.` };
  }
}

/** The currency of a cell, or null if the cell is empty. An unknown text is returned as it is, and is refused later. */
function currencyOf(text: string): string | null {
  if (text === '') return null;
  const read = readCurrency(text);
  return read.kind === 'currency' && read.factor === '1' ? read.code : text.toUpperCase();
}

/** The unique key of a row. */
export const keyOf = (row: { day: unknown; geoId: unknown; trafficSourceId: unknown }): string =>
  `${row.day} ${row.geoId ?? 0} ${row.trafficSourceId ?? 0}`;

/** The sum of two rows of the same day, geo and source; null if a figure of it is too large. */
function addUp(good: GoodRow, more: GoodRow, today: string): GoodRow | null {
  const sums = NUMBERS.map((field) =>
    MONEY.has(field)
      ? [field, sumMoney([String(good[field]), String(more[field])])]
      : [field, Number(good[field]) + Number(more[field])],
  );
  const { value, errors } = parseInput(gamblingStat.fields, { ...good, ...Object.fromEntries(sums) }, today);
  return errors.length > 0 ? null : { ...value, day: good.day };
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
  const seen = new Map<string, { row: number; currency: unknown; good: GoodRow }>();
  const columnOf = (field: string): string => (isKeyOf(IMPORT_FIELDS, field) ? (mapping.columns[field] ?? '') : '');

  const hasBoth = mapping.columns.registrations !== undefined && mapping.columns.firstDeposits !== undefined;

  return (
    cells: readonly string[],
    row: number,
  ): { good: GoodRow; isAdded: boolean; warnings: ImportError[] } | { errors: ImportError[] } => {
    const cell = (field: ImportField): string => withoutApostrophe(cells[at.get(field) ?? -1]?.trim() ?? '');
    const errors: ImportError[] = [];
    const wrong = (field: ImportField, message: string) => errors.push({ row, column: columnOf(field), message });
    if (cells.length > columns.length)
      return {
        errors: [{ row, column: '', message: `The row has ${cells.length} cells, the header ${columns.length}.` }],
      };

    const input: Record<string, unknown> = {
      partnerId: lookups.partnerId,
      currency: currencyOf(cell('currency')) ?? mapping.currency,
    };
    const read = readCellDay(cell('day'), mapping.dayOrder);
    const day = 'value' in read ? read.value : null;
    if ('problem' in read) wrong('day', read.problem);
    input.day = day;
    const geo = cell('geo');
    input.geoId = geo === '' ? null : lookups.geoOf(geo);
    if (geo !== '' && input.geoId === null) wrong('geo', `Unknown geo “${geo}”.`);
    const source = cell('trafficSource');
    input.trafficSourceId = source === '' ? null : (lookups.sources.get(source.toLowerCase()) ?? null);
    if (source !== '' && input.trafficSourceId === null) wrong('trafficSource', `Unknown traffic source “${source}”.`);
    for (const field of NUMBERS) {
      const text = cell(field);
      if (text === '') continue;
      const amount = readCellAmount(text, mapping, MONEY.has(field) ? String(input.currency) : undefined);
      const named = MONEY.has(field) ? currencyOfHeader(columnOf(field)) : null;
      if ('problem' in amount) wrong(field, amount.problem);
      else if (named !== null && isOtherCurrency(named, String(input.currency)))
        wrong(field, `The name of the column says ${named}, the row is in ${input.currency}.`);
      else
        input[field] = !MONEY.has(field) && /^-?\d+(\.0+)?$/.test(amount.value) ? Number(amount.value) : amount.value;
    }
    if (errors.length > 0) return { errors };
    const parsed = parseInput(gamblingStat.fields, input, lookups.today);
    if (parsed.errors.length > 0)
      return {
        errors: parsed.errors.map(({ path, message }) => ({
          row,
          column: columnOf(FIELD_OF[path] ?? path),
          message,
        })),
      };
    const good = { ...parsed.value, day: String(day) };
    const month = good.day.slice(0, 'YYYY-MM'.length);
    if (month <= lookups.closedThrough)
      return { errors: [{ row, column: columnOf('day'), message: closedProblem(month) }] };
    if (!lookups.hasRate(String(input.currency), good.day))
      return {
        errors: [{ row, column: columnOf('currency'), message: `No exchange rate is known for ${input.currency}.` }],
      };
    const key = keyOf({ day: good.day, geoId: input.geoId, trafficSourceId: input.trafficSourceId });
    const before = seen.get(key);
    if (before !== undefined && !mapping.addsUp)
      return { errors: [{ row, column: '', message: `Row ${before.row} is about the same day, geo and source.` }] };
    if (lookups.posted.has(key))
      return {
        errors: [
          { row, column: '', message: 'Figures for this day, geo and source of the partner are already posted.' },
        ],
      };
    if (before !== undefined && before.currency !== input.currency)
      return {
        errors: [
          {
            row,
            column: columnOf('currency'),
            message: `Row ${before.row} of the same day, geo and source is in ${before.currency}.`,
          },
        ],
      };
    const sum = before === undefined ? good : addUp(before.good, good, lookups.today);
    if (sum === null)
      return { errors: [{ row, column: '', message: `Together with row ${before?.row} a figure is too large.` }] };
    if (before === undefined) seen.set(key, { row, currency: input.currency, good });
    else Object.assign(before.good, sum);
    const { registrations, firstDeposits } = parsed.value;
    const warnings: ImportError[] = [];
    const missing = NUMBERS.filter((field) => (at.get(field) ?? -1) >= cells.length);
    const [lost] = missing;
    if (lost !== undefined)
      warnings.push({
        row,
        column: columnOf(lost),
        message: `The row has ${cells.length} cells, the header ${columns.length}: ${missing.map(columnOf).join(', ')} count as 0.`,
      });
    if (hasBoth && Number(firstDeposits) > Number(registrations))
      warnings.push({
        row,
        column: columnOf('firstDeposits'),
        message: `${firstDeposits} first deposits, but only ${registrations} registrations.`,
      });
    return { good: before?.good ?? good, isAdded: before !== undefined, warnings };
  };
}
