/** The cells of an exported list: texts for CSV, and numbers and days as such for XLSX. */

import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { withoutTrailingZeros } from '@signpost/contract/reading/money-text.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { DOTS } from './secrets.ts';

export function textCell(name: string, field: Field, record: StoredRecord): string {
  const value = record[name];
  if (field.secret && value !== null) return DOTS;
  if (value === null || value === undefined) return '';
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? String(value);
    case 'toggle':
      return toggleLabel(value === true);
    case 'reference':
    case 'references':
    case 'tags':
      return record.labels[name] ?? '';
    case 'rows':
      return rowsText(field, value);
    case 'images':
      return String(Array.isArray(value) ? value.length : 0);
    case 'json':
      return JSON.stringify(value);
    case 'choices':
      if (Array.isArray(value)) return value.join(', ');
      return '';
    default:
      return String(value);
  }
}

/** The rows of a field as text, or their number. */
function rowsText({ inWords, of }: RowsField, value: unknown): string {
  const rows = Array.isArray(value) ? value : [];
  if (!inWords) return String(rows.length);
  const wordsIn = (name: string, row: StoredRecord) => {
    if (of[name] === undefined || row[name] === null) return [];
    return [textCell(name, of[name], row)];
  };
  const words = (row: StoredRecord) => inWords.flatMap((name) => wordsIn(name, row)).join(', ');
  return rows.map(words).join('; ');
}

export type XlsxCell =
  | { value: string; type: StringConstructor }
  | { value: number; type: NumberConstructor; format?: string }
  | { value: Date; type: DateConstructor; format: string }
  | null;

const AMOUNT_FORMAT = '#,##0.00####';
const DAY_FORMAT = 'yyyy-mm-dd';
const INSTANT_FORMAT = 'yyyy-mm-dd hh:mm:ss';
/** Spreadsheets keep this many digits of a number and replace the others by zeros. */
const DIGITS_KEPT = 15;
/** Spreadsheets have no days before it. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

function keepsDigits(text: string): boolean {
  const digits = withoutTrailingZeros(text).replace(/^-?0*/, '').replace('.', '');
  return digits.replace(/^0+/, '').length <= DIGITS_KEPT;
}

const dateCell = (text: string, format: string): XlsxCell => {
  const time = Date.parse(text);
  if (time >= FIRST_DAY) return { value: new Date(time), type: Date, format };
  return null;
};

/** A cell that a spreadsheet can add up or sort by day; null for a value that it would change. */
function measuredCell({ kind }: Field, value: unknown): XlsxCell {
  if (kind === 'integer' && typeof value === 'number' && Number.isSafeInteger(value) && keepsDigits(String(value)))
    return { value, type: Number };
  if (typeof value !== 'string') return null;
  if (kind === 'decimal' && keepsDigits(value)) return { value: Number(value), type: Number, format: AMOUNT_FORMAT };
  if (kind === 'date') return dateCell(value, DAY_FORMAT);
  if (kind === 'instant') return dateCell(value, INSTANT_FORMAT);
  return null;
}

/** Rows and images are shown by their number. */
function countCell(field: Field, value: unknown): XlsxCell {
  const isCounted = field.kind === 'images' || (field.kind === 'rows' && !field.inWords);
  if (isCounted && Array.isArray(value)) return { value: value.length, type: Number };
  return null;
}

/** Amounts and counts are numbers, days and instants (in UTC) are dates. An empty value is an empty cell. */
export function xlsxCell(name: string, field: Field, record: StoredRecord): XlsxCell {
  const value = record[name];
  const measured = field.secret ? null : (countCell(field, value) ?? measuredCell(field, value));
  if (measured !== null) return measured;
  const text = textCell(name, field, record);
  if (text === '') return null;
  return { value: xlsxText(text), type: String };
}
