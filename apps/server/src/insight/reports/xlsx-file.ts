/**
 * Writes a report as XLSX while its rows arrive: a zip whose sheets are streams, so that memory does not grow with the
 * rows. A sheet that is full is continued on the next one. Cells are texts, numbers and days, never formulas.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDay } from '@signpost/contract/dates/dates.ts';
import { REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import type { ColumnFormat } from '@signpost/contract/insight/reports/units.ts';
import { csvLine } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import yazl from 'yazl';
import { hashed, type TableSource, type WrittenTable } from './table-source.ts';
import { DAY_ATTRIBUTE, serialOfDay } from './xlsx-day.ts';
import { CONTENT_TYPES, RELATIONS, STYLES, workbook, workbookRelations } from './xlsx-parts.ts';

/** Styles by their position in `STYLES`. */
const STYLE: Readonly<Record<ColumnFormat, number>> = { integer: 2, money: 3, percent: 3, number: 0 };
const BOLD = 1;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot have, and those that it can although they control something. */
const CONTROL = /[\p{Cc}\ufffe\uffff]/gu;
const ALLOWED = '\t\n\r';

const escaped = (text: string): string =>
  xlsxText(text)
    .toWellFormed()
    .replace(CONTROL, (sign) => (ALLOWED.includes(sign) ? sign : ''))
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A cell without its place, which `rowOf` writes. */
type Cell = string;

const textCell = (text: string, style = 0): Cell => {
  if (text === '') return '/>';
  return ` t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const numberCell = (text: string, style: number): Cell => {
  if (NUMBER.test(text)) return ` s="${style}"><v>${text}</v></c>`;
  return textCell(text, style);
};

/** A day as a number. Other texts, such as that of totals, stay texts. */
function dayCell(text: string): Cell {
  if (!isDay(text)) return textCell(text);
  return ` ${DAY_ATTRIBUTE}><v>${serialOfDay(text)}</v></c>`;
}

/** The letters of a column, from 0: A to Z, AA to AZ and so on. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  if (index < 26) return last;
  return `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

const COLUMN_NAMES = Array.from({ length: 702 }, (_, index) => columnName(index));

/** A row. Each cell names its place, because not every reader counts the cells. */
function rowOf(cells: readonly Cell[], row: number): string {
  const written = cells.map((cell, index) => `<c r="${COLUMN_NAMES[index] ?? columnName(index)}${row}"${cell}`);
  return `<row r="${row}">${written.join('')}</row>`;
}

const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const FROZEN_HEADER =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
const ROWS_START = '<sheetData>';
const SHEET_END = '</sheetData></worksheet>';

/** The first row below the header. */
const FIRST_ROW = 2;

/** The sheets of a workbook, one after the other. */
class Sheets {
  readonly #zip: yazl.ZipFile;
  readonly #header: readonly Cell[];
  readonly #signal: AbortSignal;
  #sheet: PassThrough | null = null;
  #count = 0;
  /** Rows that the open sheet still takes. */
  #room = 0;

  constructor(zip: yazl.ZipFile, header: readonly Cell[], signal: AbortSignal) {
    this.#zip = zip;
    this.#header = header;
    this.#signal = signal;
  }

  get count(): number {
    return this.#count;
  }

  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    for (let from = 0; from < rows.length; ) {
      if (this.#room === 0) await this.#open();
      const part = rows.slice(from, from + this.#room);
      const next = FIRST_ROW + REPORT_LIMITS.sheetRows - this.#room;
      await this.#write(part.map((cells, index) => rowOf(cells, next + index)).join(''));
      this.#room -= part.length;
      from += part.length;
    }
  }

  async close(): Promise<void> {
    if (this.#sheet === null) return;
    await this.#write(SHEET_END);
    this.#sheet.end();
    this.#sheet = null;
  }

  async #open(): Promise<void> {
    await this.close();
    this.#count += 1;
    this.#sheet = new PassThrough();
    this.#zip.addReadStream(this.#sheet, `xl/worksheets/sheet${this.#count}.xml`);
    this.#room = REPORT_LIMITS.sheetRows;
    await this.#write(SHEET_START + FROZEN_HEADER + ROWS_START + rowOf(this.#header, 1));
  }

  async #write(text: string): Promise<void> {
    if (this.#sheet?.write(text) === false) await once(this.#sheet, 'drain', { signal: this.#signal });
  }
}

export async function writeXlsx(file: string, source: TableSource): Promise<WrittenTable> {
  const zip = new yazl.ZipFile();
  const whole = createHash('sha256');
  const failed = new AbortController();
  const signal = AbortSignal.any([source.signal, failed.signal]);
  const stored = pipeline(zip.outputStream, hashed(whole), createWriteStream(file), { signal });
  // A full disk must not leave the sheets waiting to be read.
  stored.catch((error: unknown) => failed.abort(error));
  try {
    const { rows, sheets, tableSha256 } = await fill(zip, source, signal);
    await stored;
    return { rows, sheets, sha256: whole.digest('hex'), tableSha256 };
  } catch (error) {
    failed.abort(error);
    await stored.catch(() => undefined);
    throw error;
  }
}

async function fill(
  zip: yazl.ZipFile,
  source: TableSource,
  signal: AbortSignal,
): Promise<Pick<WrittenTable, 'rows' | 'sheets' | 'tableSha256'>> {
  const { about, head, keyFormats, formats, writer } = source;
  const table = createHash('sha256');
  const sheets = new Sheets(
    zip,
    head.map((title) => textCell(title, BOLD)),
    signal,
  );
  const keyCell = (text: string, index: number): Cell => {
    if (keyFormats[index] === 'day') return dayCell(text);
    return textCell(text);
  };
  const valueCell = (text: string, index: number): Cell => numberCell(text, STYLE[formats[index] ?? 'number']);
  const cellsOf = ({ keys, values }: { keys: readonly string[]; values: readonly string[] }): Cell[] => [
    ...keys.map(keyCell),
    ...values.map(valueCell),
  ];
  let rows = 0;
  table.update(`${csvLine(head)}\r\n`);
  for await (const lines of source.lines()) {
    table.update(lines.map((line) => writer.csv(line)).join(''));
    await sheets.add(lines.map((line) => cellsOf(writer.cells(line))));
    rows += lines.length;
  }
  const totals = source.totalsRow(rows).map(String);
  table.update(`${csvLine(totals)}\r\n`);
  await sheets.add([cellsOf({ keys: totals.slice(0, keyFormats.length), values: totals.slice(keyFormats.length) })]);
  await sheets.close();
  const tableSha256 = table.digest('hex');
  const lines = [...about, ['Rows', String(rows)], ['SHA-256 of the table as CSV', tableSha256]];
  const aboutRows = lines
    .map((line, index) =>
      rowOf(
        line.map((text) => textCell(text)),
        index + 1,
      ),
    )
    .join('');
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add(`xl/worksheets/sheet${sheets.count + 1}.xml`, SHEET_START + ROWS_START + aboutRows + SHEET_END);
  const names = [
    ...Array.from({ length: sheets.count }, (_, index) => (sheets.count === 1 ? 'Report' : `Report ${index + 1}`)),
    'About',
  ];
  add('xl/workbook.xml', workbook(names));
  add('xl/_rels/workbook.xml.rels', workbookRelations(names.length));
  add('xl/styles.xml', STYLES);
  add('_rels/.rels', RELATIONS);
  add('[Content_Types].xml', CONTENT_TYPES(names.length));
  zip.end();
  return { rows, sheets: sheets.count, tableSha256 };
}
