/** Reads one sheet of an XLSX workbook: the first one with a table that people see. */
import { AppError } from '@signpost/contract/errors.ts';
import { withoutFormulaMark } from '@signpost/contract/reading/text-cell.ts';
import { markedCell } from '@signpost/contract/reading/workbook-cell.ts';
import { calculatedLinks } from '@signpost/contract/traffic/links/calculated.ts';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { unpack } from './archive.ts';
import { foreignArchive } from './foreign.ts';
import type { TableAsk, TableRows } from './kinds.ts';
import type { Limits } from './limits.ts';
import { refusedFile, tooLong } from './refusal.ts';
import { cellLinks, relationsPath, writeLinks } from './xlsx-links.ts';
import { markedNumberText, numberText, numberWriters } from './xlsx-numbers.ts';
import { type WrittenSheet, writtenSheet } from './xlsx-sheet.ts';
import { attributeReader, checkTags, plainText, tagsOf, UNREADABLE } from './xlsx-tags.ts';

const PART = /\.(?:xml|rels)$/;
const SHEET = /^xl\/worksheets\//;
const FILLED = /<(?:\w+:)?(?:v|t)(?:\s[^<>]*)?>[^<]/;
/** A table has a header and a row. */
const LEAST_ROWS = 2;

const nameOf = attributeReader('name');
const stateOf = attributeReader('state');
const idOf = attributeReader('id');
const relationIdOf = attributeReader('Id');
const targetOf = attributeReader('Target');

interface Sheet {
  /** Its place among the sheets of the workbook, from 1. */
  number: number;
  name: string;
  path: string;
  isHidden: boolean;
}

/** The sheets of a workbook that have cells of their own, in their order. */
function sheetsOf(parts: ReadonlyMap<string, string>): Sheet[] {
  const relations = tagsOf(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship');
  const paths = new Map(
    relations.map((tag) => {
      const target = targetOf(tag) ?? '';
      return [relationIdOf(tag), target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const;
    }),
  );
  return tagsOf(parts.get('xl/workbook.xml') ?? '', 'sheet')
    .map((tag, at) => ({
      number: at + 1,
      name: plainText(nameOf(tag) ?? ''),
      path: paths.get(idOf(tag)) ?? '',
      isHidden: /^(?:hidden|veryHidden)$/.test(stateOf(tag) ?? ''),
    }))
    .filter(({ path }) => SHEET.test(path) && parts.has(path));
}

interface ChosenSheet {
  sheet: Sheet;
  written: WrittenSheet;
}

/** The first sheet with a table among those that are not hidden; the first one of them if none has a table. */
function chosenSheet(sheets: readonly Sheet[], write: (sheet: Sheet) => WrittenSheet): ChosenSheet | null {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const candidates = visible.length === 0 ? sheets : visible;
  let first: ChosenSheet | null = null;
  for (const sheet of candidates) {
    const written = write(sheet);
    if (written.tableRows >= LEAST_ROWS) return { sheet, written };
    first ??= { sheet, written };
  }
  return first;
}

/** Characters that no text of a table has. Workbooks write them as escapes such as `_x0000_`, which the library decodes. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\t\r\n]/gu, '').toWellFormed();

const inWords = (value: unknown, marksValues: boolean): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const day = value.toISOString().slice(0, 10);
    if (marksValues) return markedCell(day);
    return day;
  }
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  return withoutFormulaMark(withoutControls(String(value)));
};

async function readSheetOf(
  bytes: Uint8Array,
  limits: Limits,
  { readsLinks = false, marksValues = false }: TableAsk,
): Promise<TableRows> {
  const names: string[] = [];
  const entries = await unpack(bytes, limits.unpackedBytes, (name) => {
    names.push(name);
    return PART.test(name);
  });
  const foreign = foreignArchive(names);
  if (foreign !== null) throw refusedFile(foreign);
  const parts = new Map([...entries].map(([name, content]) => [name, strFromU8(content)]));
  for (const text of parts.values()) checkTags(text);
  const sheets = sheetsOf(parts);
  const reading = { writers: numberWriters(parts.get('xl/styles.xml') ?? ''), readsLinks, marksValues };
  const chosen = chosenSheet(sheets, ({ path }) => writtenSheet(parts.get(path) ?? '', reading, limits));
  if (chosen === null) throw refusedFile(UNREADABLE);
  const { sheet, written } = chosen;
  const { text, calculated, hidden } = written;
  const files = [...entries].filter(([name]) => !SHEET.test(name));
  const packed = zipSync(Object.fromEntries([...files, [sheet.path, strToU8(text)]]), { level: 0 });
  const { readSheet } = await import('read-excel-file/node');
  const data = await readSheet(Buffer.from(packed), sheet.number, {
    parseNumber: marksValues ? markedNumberText : numberText,
  });
  const texts = data.map((row) => row.map((value) => inWords(value, marksValues)));
  if (readsLinks) writeLinks(texts, cellLinks(parts.get(sheet.path) ?? '', parts.get(relationsPath(sheet.path)) ?? ''));
  const filled = texts
    .map((cells, at) => ({ number: at + 1, cells }))
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
    otherSheets: sheets
      .filter((other) => other !== sheet && FILLED.test(parts.get(other.path) ?? ''))
      .map(({ name }) => name),
    hiddenRows: kept.filter(({ number }) => hidden.has(number)).length,
    encoding: null,
    calculated: calculatedLinks(calculated),
  };
}

export async function readXlsx(bytes: Uint8Array, limits: Limits, ask: TableAsk): Promise<TableRows> {
  try {
    return await readSheetOf(bytes, limits, ask);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusedFile(UNREADABLE, error);
  }
}
