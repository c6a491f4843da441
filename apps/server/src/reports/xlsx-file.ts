/**
 * Writes a report as XLSX while its rows arrive: a zip whose sheets are streams, so that memory does not grow with the
 * rows. A sheet that is full is continued on the next one. Cells are texts and numbers, never formulas.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { REPORT_LIMITS } from '@signpost/contract/reports/report.ts';
import type { ColumnFormat } from '@signpost/contract/reports/units.ts';
import yazl from 'yazl';
import { hashed, type TableSource, type WrittenTable } from './table-source.ts';
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

const textCell = (text: string, style = 0): string =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const numberCell = (text: string, style: number): string =>
  NUMBER.test(text) ? `<c s="${style}"><v>${text}</v></c>` : textCell(text, style);

const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const FROZEN_HEADER =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
const ROWS_START = '<sheetData>';
const SHEET_END = '</sheetData></worksheet>';

/** The sheets of a workbook, one after the other. */
class Sheets {
  readonly #zip: yazl.ZipFile;
  readonly #header: string;
  readonly #signal: AbortSignal;
  #sheet: PassThrough | null = null;
  #count = 0;
  /** Rows that the open sheet still takes. */
  #room = 0;

  constructor(zip: yazl.ZipFile, header: string, signal: AbortSignal) {
    this.#zip = zip;
    this.#header = header;
    this.#signal = signal;
  }

  get count(): number {
    return this.#count;
  }

  async add(rows: readonly string[]): Promise<void> {
    for (let from = 0; from < rows.length; ) {
      if (this.#room === 0) await this.#open();
      const part = rows.slice(from, from + this.#room);
      await this.#write(part.join(''));
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
    await this.#write(SHEET_START + FROZEN_HEADER + ROWS_START + this.#header);
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
  const { about, head, formats, writer } = source;
  const table = createHash('sha256');
  const sheets = new Sheets(zip, `<row>${head.map((title) => textCell(title, BOLD)).join('')}</row>`, signal);
  const rowOf = ({ keys, values }: { keys: readonly string[]; values: readonly string[] }): string =>
    `<row>${keys.map((text) => textCell(text)).join('')}${values.map((text, index) => numberCell(text, STYLE[formats[index] ?? 'number'])).join('')}</row>`;
  let rows = 0;
  table.update(`${csvLine(head)}\r\n`);
  for await (const lines of source.lines()) {
    table.update(lines.map((line) => writer.csv(line)).join(''));
    await sheets.add(lines.map((line) => rowOf(writer.cells(line))));
    rows += lines.length;
  }
  const totals = source.totalsRow(rows).map(String);
  table.update(`${csvLine(totals)}\r\n`);
  await sheets.add([rowOf({ keys: totals.slice(0, source.keyColumns), values: totals.slice(source.keyColumns) })]);
  await sheets.close();
  const tableSha256 = table.digest('hex');
  const lines = [...about, ['Rows', String(rows)], ['SHA-256 of the table as CSV', tableSha256]];
  const aboutRows = lines.map((line) => `<row>${line.map((text) => textCell(text)).join('')}</row>`).join('');
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
