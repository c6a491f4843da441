/** Turns rows of a file into gambling stats, or says what is wrong with each. */
import { isDay } from '@signpost/contract/dates.ts';
import { parseInput } from '@signpost/contract/define/parse.ts';
import { gamblingStat } from '@signpost/contract/entities/ledger.ts';
import {
  type DateFormat,
  IMPORT_FIELD_NAMES,
  type ImportError,
  type ImportField,
  type ImportMapping,
} from '@signpost/contract/records/gambling-import.ts';

/** A row that may be stored. */
export type GoodRow = Record<string, unknown> & { day: string };

export interface Lookups {
  partnerId: number;
  geos: ReadonlyMap<string, number>;
  sources: ReadonlyMap<string, number>;
  /** Keys of what is posted already. */
  posted: ReadonlySet<string>;
  hasRate: (currency: string, day: string) => boolean;
}

const NUMBERS: readonly ImportField[] = ['registrations', 'firstDeposits', 'deposits', 'depositAmount', 'revenue'];
const FIELD_OF: Partial<Record<string, ImportField>> = { geoId: 'geo', trafficSourceId: 'trafficSource' };

const ORDER: Record<DateFormat, readonly [year: number, month: number, day: number]> = {
  'YYYY-MM-DD': [0, 1, 2],
  'DD.MM.YYYY': [2, 1, 0],
  'DD/MM/YYYY': [2, 1, 0],
  'MM/DD/YYYY': [2, 0, 1],
};

/** A date as the file writes it, or null. */
export function dayOf(text: string, format: DateFormat): string | null {
  const parts = text.trim().split(/[T ]/)[0]?.split(/[-./]/) ?? [];
  const [year, month, day] = ORDER[format].map((at) => parts[at] ?? '');
  const written = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return parts.length === 3 && isDay(written) ? written : null;
}

/** A number as the file writes it, as plain decimal text; blanks, units and separators of thousands left out. */
export function numberOf(text: string, decimalComma: boolean): string {
  const bare = text.replaceAll(/[\s\u00a0'€$£%]/g, '').replace('−', '-');
  return decimalComma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
}

/** What a row is unique by. */
export const keyOf = (row: { day: unknown; geoId: unknown; trafficSourceId: unknown }): string =>
  `${row.day} ${row.geoId ?? 0} ${row.trafficSourceId ?? 0}`;

/** A reader of this file's rows; it remembers keys, so that a row that stands twice is refused the second time. */
export function rowReader(columns: readonly string[], mapping: ImportMapping, lookups: Lookups) {
  const at = new Map(
    IMPORT_FIELD_NAMES.map((field) => {
      const column = mapping.columns[field];
      return [field, column === undefined ? -1 : columns.indexOf(column)] as const;
    }),
  );
  const seen = new Map<string, number>();
  const columnOf = (field: ImportField): string => mapping.columns[field] ?? '';

  return (cells: readonly string[], row: number): { good: GoodRow } | { errors: ImportError[] } => {
    const cell = (field: ImportField): string => cells[at.get(field) ?? -1]?.trim() ?? '';
    const errors: ImportError[] = [];
    const wrong = (field: ImportField, message: string) => errors.push({ row, column: columnOf(field), message });
    if (cells.length > columns.length)
      return {
        errors: [{ row, column: '', message: `The row has ${cells.length} cells, the header ${columns.length}.` }],
      };

    const input: Record<string, unknown> = {
      partnerId: lookups.partnerId,
      currency: cell('currency').toUpperCase() || mapping.currency,
    };
    const day = dayOf(cell('day'), mapping.dateFormat);
    if (day === null)
      wrong(
        'day',
        cell('day') === '' ? 'The day is missing.' : `“${cell('day')}” is no date like ${mapping.dateFormat}.`,
      );
    input.day = day;
    const geo = cell('geo');
    input.geoId = geo === '' ? null : (lookups.geos.get(geo.toLowerCase()) ?? null);
    if (geo !== '' && input.geoId === null) wrong('geo', `No geo is called “${geo}”.`);
    const source = cell('trafficSource');
    input.trafficSourceId = source === '' ? null : (lookups.sources.get(source.toLowerCase()) ?? null);
    if (source !== '' && input.trafficSourceId === null)
      wrong('trafficSource', `No traffic source is called “${source}”.`);
    for (const field of NUMBERS) {
      const text = numberOf(cell(field), mapping.decimalComma);
      if (text === '') continue;
      const isCount = field !== 'depositAmount' && field !== 'revenue';
      input[field] = isCount && /^-?\d+(\.0+)?$/.test(text) ? Number(text) : text;
    }
    if (errors.length > 0) return { errors };
    const parsed = parseInput(gamblingStat.fields, input);
    if (parsed.errors.length > 0)
      return {
        errors: parsed.errors.map(({ path, message }) => ({
          row,
          column: columnOf(FIELD_OF[path] ?? (path as ImportField)),
          message,
        })),
      };
    const good = { ...parsed.value, day: String(day) };
    if (!lookups.hasRate(String(input.currency), good.day))
      return {
        errors: [{ row, column: columnOf('currency'), message: `No exchange rate is known for ${input.currency}.` }],
      };
    const key = keyOf(good as GoodRow & { geoId: unknown; trafficSourceId: unknown });
    const before = seen.get(key);
    if (before !== undefined)
      return { errors: [{ row, column: '', message: `Row ${before} is about the same day, geo and source.` }] };
    if (lookups.posted.has(key))
      return { errors: [{ row, column: '', message: 'This day, geo and source of the partner is posted already.' }] };
    seen.set(key, row);
    return { good };
  };
}
