/** Writes a table as a CSV or XLSX file, with lines above it that say what it shows. */
import { Readable } from 'node:stream';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';

/** A number: CSV files contain `text`, and XLSX files contain the number in this format. */
interface WrittenNumber {
  text: string;
  value: number;
  format: string;
}

export type TableCell = string | number | WrittenNumber | null;

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
const above = ({ about }: Table): string[][] => (about.length === 0 ? [] : [...about, []]);

const csvValue = (cell: TableCell) => (typeof cell === 'object' && cell !== null ? cell.text : cell);

/** CSV, UTF-8 with BOM, formulas neutralised. */
export function csvFile(table: Table): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${toCsv([...above(table), table.head])}`;
    for await (const row of table.rows) yield toCsv([row.map(csvValue)]);
  }
  return Readable.from(lines());
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function xlsxCell(cell: TableCell) {
  if (cell === null) return null;
  if (typeof cell === 'object') return { value: cell.value, type: Number, format: cell.format };
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: xlsxText(cell), type: String };
}

/** XLSX, where cells are texts and numbers and never formulas. It is built in memory. */
export async function xlsxFile(table: Table): Promise<Buffer> {
  const rows: TableCell[][] = [];
  for await (const row of table.rows) rows.push(row);
  // Imported on first use, so that processes start faster (docs/decisions/0311).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile([
    ...above(table).map((line) => line.map(xlsxCell)),
    table.head.map((value) => ({ value: xlsxText(value), fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(xlsxCell)),
  ]).toBuffer();
}
