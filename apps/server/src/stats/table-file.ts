/** Writes a table of the statistics as a file, with the question at its top. */
import { Readable } from 'node:stream';
import { issueMoney } from '@signpost/contract/money/money.ts';
import { isMoney } from '@signpost/contract/money/money-text.ts';
import { csvLine } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import type { MetricValue } from '@signpost/contract/stats/evaluate.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';

/** A cell that is no metric. A decimal is an exact amount: text with all its digits in CSV, a number in XLSX. */
export type TableCell = string | number | { decimal: string };

export interface StatsTable {
  /** The header lines, which describe the question in words. */
  about: [string, string][];
  head: string[];
  /** Names and ids come first, then values; the last row holds the totals if there are any. */
  rows: { cells: TableCell[]; values: [MetricId, MetricValue][] }[];
}

/** A value as the screen shows it, without grouping: `1234`, `12.50`, `3.21%`, empty. */
function exportValue(id: MetricId, value: MetricValue): string {
  const { format, places } = metricOf(id);
  if (value === null) return '';
  if (format === 'integer') return String(value);
  if (format === 'percent') return `${(Number(value) * 100).toFixed(places)}%`;
  return isMoney(value) ? issueMoney(value, places) : String(value);
}

/** A table whose rows are read while the file is written. */
export interface StreamedTable extends Omit<StatsTable, 'rows'> {
  rows: AsyncIterable<StatsTable['rows'][number]>;
}

const csvText = (cell: TableCell) => (typeof cell === 'object' ? cell.decimal : cell);

/** CSV, UTF-8 with BOM, formulas neutralised. */
export function csvFile({ about, head, rows }: StatsTable | StreamedTable): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${about.map((line) => `${csvLine(line)}\r\n`).join('')}\r\n${csvLine(head)}\r\n`;
    for await (const { cells, values } of rows)
      yield `${csvLine([...cells.map(csvText), ...values.map(([metric, value]) => exportValue(metric, value))])}\r\n`;
  }
  return Readable.from(lines());
}

const XLSX_FORMAT = { integer: '0', money: '0.00', percent: '0.00%' } as const;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** XLSX, where cells are texts and numbers and never formulas. */
export async function xlsxFile({ about, head, rows: given }: StatsTable | StreamedTable): Promise<Buffer> {
  const rows: StatsTable['rows'] = [];
  for await (const row of given) rows.push(row);
  const text = (value: TableCell) => {
    if (typeof value === 'object') return { value: Number(value.decimal), type: Number, format: '0.00####' };
    return typeof value === 'number' ? { value, type: Number } : { value: xlsxText(value), type: String };
  };
  const number = (id: MetricId, value: MetricValue) =>
    value === null ? null : { value: Number(value), type: Number, format: XLSX_FORMAT[metricOf(id).format] };
  // Imported on first use, so that processes start faster (docs/decisions/0311).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile([
    ...about.map((line) => line.map(text)),
    [],
    head.map((value) => ({ value: xlsxText(value), fontWeight: 'bold' as const })),
    ...rows.map(({ cells, values }) => [...cells.map(text), ...values.map(([metric, value]) => number(metric, value))]),
  ]).toBuffer();
}
