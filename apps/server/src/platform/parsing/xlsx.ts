/**
 * Reads the first sheet of an XLSX workbook. The library fills every row up to the last cell of any row, so cells without
 * a value are taken out first, and a value beyond the limits is refused before the library sees it.
 */
import { AppError } from '@signpost/contract/errors.ts';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { unpack } from './archive.ts';
import type { TableRows } from './kinds.ts';
import type { Limits } from './limits.ts';
import { refusedFile, tooLong } from './refusal.ts';

const UNREADABLE = 'This is no XLSX file that can be read. Save it as CSV and try again.';
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/** Such as `<c r="A1" s="3"/>`, which only has a format. */
const EMPTY_CELL = /<(?:\w+:)?c\s[^<>]*(?:\/>|><\/(?:\w+:)?c>)/g;
const EMPTY_ROW = /<(?:\w+:)?row\s[^<>]*(?:\/>|>\s*<\/(?:\w+:)?row>)/g;
/** Cells and rows without a place of their own follow the ones before, so they stay. */
const withoutPlaced = (tag: string): string => (/\sr\s*=/.test(tag) ? '' : tag);
const PLACE = /<(?:\w+:)?(?:c|row)\s[^<>]*?\br\s*=\s*["']([^"'<>]*)["']/g;
/** `XFD1048576` is the last cell that a spreadsheet program knows. */
const ADDRESS = /^([A-Z]{0,3})([1-9]\d{0,6})$/i;
const LONGEST_ADDRESS = 10;

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Elements of workbooks have about twenty attributes. The time for reading more grows faster than their number squared. */
const MOST_ATTRIBUTES = 200;
/** Elements of workbooks stand in about ten others. Reading one that is never closed costs time for all that follow. */
const MOST_LEVELS = 100;
/** Values in a tag contain no `<`, so a match ends at the next tag at the latest. */
const PIECE = /[<>]|"[^"<]*"|'[^'<]*'/g;
/** Text that is not read as tags, by how it begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** The index at which the text that is no tag ends; `at` itself if a tag begins there, and -1 if it never ends. */
function endOfSkipped(text: string, at: number): number {
  const found = SKIPPED.find(([begin]) => text.startsWith(begin, at));
  if (found === undefined) return at;
  const end = text.indexOf(found[1], at);
  return end === -1 ? -1 : end + found[1].length;
}

/** Refuses XML that no spreadsheet program writes, before the library reads it. Errors: VALIDATION at `file`. */
function checkTags(text: string): void {
  let isInTag = false;
  let attributes = 0;
  let levels = 0;
  for (PIECE.lastIndex = 0; PIECE.test(text); ) {
    const at = PIECE.lastIndex - 1;
    if (text[at] === '>') {
      if (isInTag && text[at - 1] === '/') levels -= 1;
      isInTag = false;
    } else if (text[at] === '<') {
      const end = endOfSkipped(text, at);
      if (end === -1 || isInTag) throw refusedFile(UNREADABLE);
      if (end > at) {
        PIECE.lastIndex = end;
        continue;
      }
      const next = text[at + 1];
      if (next === '/') levels -= 1;
      else if (next !== '?' && next !== '!') levels += 1;
      isInTag = true;
      attributes = 0;
    } else if (isInTag) attributes += 1;
    if (attributes > MOST_ATTRIBUTES || levels > MOST_LEVELS) throw refusedFile(UNREADABLE);
  }
}

/** The text of a sheet without empty cells and rows. Errors: VALIDATION at `file` for a value beyond the limits. */
function checkedSheet(text: string, { rows, columns, cells }: Limits): string {
  const filled = text.replaceAll(EMPTY_CELL, withoutPlaced).replaceAll(EMPTY_ROW, withoutPlaced);
  let width = 0;
  let height = 0;
  for (const [, place = ''] of filled.matchAll(PLACE)) {
    const [address, letters = '', digits = ''] = ADDRESS.exec(place) ?? [];
    width = Math.max(width, columnOf(letters));
    height = Math.max(height, Number(digits));
    if (address === undefined || width > columns || height > rows)
      throw refusedFile(
        `There is a value in ${/^\d/.test(place) ? 'row' : 'cell'} ${place.toUpperCase().slice(0, LONGEST_ADDRESS)}. A sheet may have ${columns} columns and ${rows} rows: delete what stands beyond, or save the table alone as CSV.`,
      );
  }
  if (width * height > cells) throw refusedFile(`The file has more than ${cells} cells.`);
  return filled;
}

const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
};

export async function readXlsx(bytes: Uint8Array, limits: Limits): Promise<TableRows> {
  try {
    const entries = await unpack(bytes, limits.unpackedBytes, (name) => /\.(xml|rels)$/.test(name));
    const checked = [...entries].map(([name, content]): [string, Uint8Array] => {
      const text = strFromU8(content);
      checkTags(text);
      return [name, SHEET.test(name) ? strToU8(checkedSheet(text, limits)) : content];
    });
    const { default: readXlsxFile } = await import('read-excel-file/node');
    const [first] = await readXlsxFile(Buffer.from(zipSync(Object.fromEntries(checked), { level: 0 })));
    const filled = (first?.data ?? [])
      .map((row, at) => ({ number: at + 1, cells: row.map(inWords) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const kept = filled.slice(0, limits.rows);
    for (const { number, cells } of kept) {
      const long = cells.findIndex(({ length }) => length > limits.cellLength);
      if (long !== -1) throw tooLong(number, long, cells[long]?.length ?? 0, limits);
    }
    return {
      rows: kept.map(({ cells }) => cells),
      numbers: kept.map(({ number }) => number),
      count: filled.length,
      unclosedQuote: null,
      brokenQuote: null,
    };
  } catch (error) {
    throw error instanceof AppError ? error : refusedFile(UNREADABLE, error);
  }
}
