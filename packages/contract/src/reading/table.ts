/**
 * Finds the table in the rows of a file: the header below lines of title, without columns that have neither a name nor a
 * value, and without the totals at its end. The forms stand in `table.test.ts`.
 */

export interface NumberedRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number;
  cells: readonly string[];
}

/** A line of the file that is no part of the table. */
export interface LeftOut {
  row: number;
  text: string;
}

export interface FoundTable {
  headerRow: number;
  columns: string[];
  rows: { row: number; cells: string[] }[];
  /** Titles above the header. */
  titles: LeftOut[];
  /** Totals below the last row. */
  totals: LeftOut[];
}

/** Titles have fewer lines than this. */
const MOST_TITLES = 30;
const TOTAL =
  /^(?:(?:grand|sub|overall|report)[ -]?)?(?:totals?|sum|summe|gesamt(?:summe)?|insgesamt|итого|всего|razem|celkem|totaux|totale)(?: \(?[\p{L}]{3}\)?)?\s*:?$/iu;
/** Whether a cell can be one of a total: an amount, perhaps with its currency, or a mark for none. */
function isFigure(cell: string): boolean {
  const [currency, ...more] = cell.match(/\p{L}+/gu) ?? [];
  return more.length === 0 && (currency === undefined || [...currency].length <= 3);
}

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
const filled = (cells: readonly string[]): string[] => cells.filter((cell) => cell.trim() !== '');
const leftOut = ({ row, cells }: NumberedRow): LeftOut => ({ row, text: filled(trimmed(cells)).join(' ') });

function isTotal({ cells }: NumberedRow): boolean {
  const [first = '', ...others] = filled(trimmed(cells));
  return TOTAL.test(first) && others.length > 0 && others.every(isFigure);
}

/** The number of filled cells that most rows with several of them have. */
function usualWidth(rows: readonly NumberedRow[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of rows) {
    const width = filled(cells).length;
    if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
  }
  const [[usual] = [0]] = [...widths].sort(([one, ones], [other, others]) => others - ones || other - one);
  return usual;
}

/** The place of the header: the row with most known names, else the first one that is as wide as most rows. */
function headerAt(rows: readonly NumberedRow[], knows: (names: readonly string[]) => number): number {
  const first = rows.slice(0, MOST_TITLES);
  const known = first.map(({ cells }, at) => {
    const width = filled(cells).length;
    return { at, width, names: width > 1 ? knows(trimmed(cells)) : 0 };
  });
  const [best] = known.toSorted((one, other) => other.names - one.names || other.width - one.width);
  if (best !== undefined && best.names > 0) return best.at;
  const usual = usualWidth(rows);
  const wide = first.findIndex(({ cells }) => filled(cells).length >= usual);
  return Math.max(0, wide);
}

/**
 * `knows` tells how many of these names are columns that the reader looks for; `chosen` is the row of the header that a
 * person has chosen instead. Null for a file without rows, or without the chosen one.
 */
export function findTable(
  rows: readonly NumberedRow[],
  knows: (names: readonly string[]) => number,
  chosen?: number,
): FoundTable | null {
  const at = chosen === undefined ? headerAt(rows, knows) : rows.findIndex(({ row }) => row === chosen);
  const header = rows[at];
  if (header === undefined) return null;
  const below = rows.slice(at + 1);
  let end = below.length;
  while (end > 0 && below.slice(end - 1, end).some(isTotal)) end -= 1;
  const body = below.slice(0, end);
  const names = trimmed(header.cells);
  const isUsed = (place: number): boolean =>
    (names[place] ?? '') !== '' || body.some(({ cells }) => (cells[place] ?? '').trim() !== '');
  let width = names.length;
  while (width > 0 && !isUsed(width - 1)) width -= 1;
  return {
    headerRow: header.row,
    columns: names.slice(0, width),
    rows: body.map(({ row, cells }) => ({ row, cells: withoutEmptyEnd(cells, width) })),
    titles: rows.slice(0, at).map(leftOut),
    totals: below.slice(end).map(leftOut),
  };
}

/** The cells of a row without empty ones beyond the header, which are delimiters at the end of a line. */
function withoutEmptyEnd(cells: readonly string[], width: number): string[] {
  let end = cells.length;
  while (end > width && (cells[end - 1] ?? '').trim() === '') end -= 1;
  return cells.slice(0, end);
}
