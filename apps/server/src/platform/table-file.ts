/** Writes a table as a CSV or XLSX file, with lines above it that say what it shows. */
import { Readable } from 'node:stream';
import { isDay } from '@signpost/contract/dates/dates.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';

/** A number: CSV files contain `text`, and XLSX files contain the number in this format. */
interface WrittenNumber {
  text: string;
  value: number;
  format: string;
}

/** A day or moment: CSV files contain `text`, and XLSX files contain the date in this format. */
interface WrittenMoment {
  text: string;
  /** As spreadsheets keep it: without a time zone, here as if it were UTC. */
  at: Date;
  format: string;
}

export type TableCell = string | number | WrittenNumber | WrittenMoment | null;

const DAY_FORMAT = 'yyyy-mm-dd';
/** `2026-11-23 08:15:04`, perhaps without seconds, or with a `T` in the middle. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/;

/** A day, as in `2026-11-23`, perhaps with other words for it in CSV. Another text stays a text. */
export function dayCell(day: string, text = day): TableCell {
  if (isDay(day)) return { text, at: new Date(`${day}T00:00:00Z`), format: DAY_FORMAT };
  return text;
}

/** A moment on the clock of some zone, perhaps with other words for it in CSV. Another text stays a text. */
export function momentCell(moment: string, text = moment): TableCell {
  const [, day = '', time = '', seconds = ''] = MOMENT.exec(moment) ?? [];
  if (!isDay(day)) return text;
  if (seconds === '') return { text, at: new Date(`${day}T${time}:00Z`), format: `${DAY_FORMAT} hh:mm` };
  return { text, at: new Date(`${day}T${time}${seconds}Z`), format: `${DAY_FORMAT} hh:mm:ss` };
}

/** An exact amount: CSV contains all its digits, and XLSX shows at least these decimals. */
export const amountCell = (amount: string, places = 2): TableCell => ({
  text: amount,
  value: Number(amount),
  format: places === 0 ? '0' : `0.${'0'.repeat(places)}${'#'.repeat(Math.max(0, 6 - places))}`,
});

export interface Table {
  /** Lines above the table that say what it shows. Empty for a plain list. */
  about: [string, string][];
  head: string[];
  /** Rows of a long table are read while the file is written. */
  rows: Iterable<TableCell[]> | AsyncIterable<TableCell[]>;
}

/** The lines above the table, and an empty line after them. */
const above = ({ about }: Table): string[][] => {
  if (about.length === 0) return [];
  return [...about, []];
};

const csvValue = (cell: TableCell) => {
  if (typeof cell === 'object' && cell !== null) return cell.text;
  return cell;
};

/** CSV, UTF-8 with BOM, formulas neutralised. */
export function csvFile(table: Table): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${toCsv([...above(table), table.head])}`;
    for await (const row of table.rows) yield toCsv([row.map(csvValue)]);
  }
  return Readable.from(lines());
}

function xlsxCell(cell: TableCell) {
  if (cell === null) return null;
  if (typeof cell === 'object' && 'at' in cell) return { value: cell.at, type: Date, format: cell.format };
  if (typeof cell === 'object') return { value: cell.value, type: Number, format: cell.format };
  if (typeof cell === 'number') return { value: cell, type: Number };
  return { value: xlsxText(cell), type: String };
}

/** XLSX, where cells are texts, numbers and dates and never formulas. It is built in memory. */
export async function xlsxFile(table: Table): Promise<Buffer> {
  const rows: TableCell[][] = [];
  for await (const row of table.rows) rows.push(row);
  // Imported on first use, so that processes start faster (docs/decisions/0001).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile([
    ...above(table).map((line) => line.map(xlsxCell)),
    table.head.map((value) => ({ value: xlsxText(value), fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(xlsxCell)),
  ]).toBuffer();
}
