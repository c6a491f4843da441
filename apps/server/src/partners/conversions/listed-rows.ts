/** Checks that the rows of a partner's list have as many cells as its header, before their cells are read by their places. */
import { byCount } from '@signpost/contract/define/words.ts';
import type { UnevenRow } from '@signpost/contract/partners/conversions/reconcile.ts';
import { type FoundTable, NO_HEADER } from '@signpost/contract/reading/table.ts';

type Row = FoundTable['rows'][number];

export interface CheckedRows {
  /** The rows whose cells stand below their headers. */
  rows: Row[];
  /** The rows with more cells. A comma without quotation marks may have shifted each of their values. */
  illegible: UnevenRow[];
  /** The texts in those rows, one of which can be a transaction id. */
  illegibleTexts: Set<string>;
  /** The expected number of cells of a row, and this number in words. */
  width: number;
  widthInWords: string;
}

/** The number of cells that most rows have; the smaller one if two are as frequent. */
function usualLength(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [[usual] = [0]] = [...counts].sort(([one, ones], [other, others]) => others - ones || one - other);
  return usual;
}

/** Separates the rows with more cells than the header. Empty cells at the end of a row do not count. */
export function checkRows({ columns, rows, headerRow }: FoundTable): CheckedRows {
  const isNumbered = headerRow === NO_HEADER;
  const width = isNumbered ? usualLength(rows) : columns.length;
  const widthInWords = isNumbered ? `most rows have ${width}` : `the header ${width}`;
  const checked: CheckedRows = { rows: [], illegible: [], illegibleTexts: new Set(), width, widthInWords };
  for (const line of rows) {
    const length = line.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (length <= width) {
      checked.rows.push(line);
      continue;
    }
    checked.illegible.push({ row: line.row, message: `The row has ${length} cells, ${widthInWords}.` });
    for (const cell of line.cells) checked.illegibleTexts.add(cell.trim());
  }
  return checked;
}

/** Names the columns among these that a short row lacks; empty if it has all of them. Columns that the list lacks are ignored. */
export function missingInWords(
  cells: readonly string[],
  headers: readonly string[],
  columns: readonly string[],
  widthInWords: string,
): string {
  if (cells.length >= headers.length) return '';
  const missing = columns.filter((column) => headers.indexOf(column) >= cells.length);
  if (missing.length === 0) return '';
  const verb = byCount(missing.length, 'is', 'are');
  return `The row has ${cells.length} cells, ${widthInWords}: ${missing.join(', ')} ${verb} missing.`;
}
