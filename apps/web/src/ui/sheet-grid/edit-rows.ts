/** Changes of the rows of a grid. Rows are never changed in place: an unchanged row stays the same object. */

export interface GridRow {
  key: string;
  cells: Readonly<Record<string, string>>;
  boxId: number | null;
}

/** A cell by its place. */
export interface Place {
  row: number;
  column: number;
}

/** A rectangle of cells; both corners belong to it. */
export interface Range {
  from: Place;
  to: Place;
}

export interface Grid {
  rows: readonly GridRow[];
  /** The names of the columns from the left. */
  columns: readonly string[];
  newRow: () => GridRow;
  /** The largest number of rows. */
  most: number;
}

export function rangeBetween(one: Place, other: Place): Range {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  };
}

const isFixed = ({ boxId }: GridRow): boolean => boxId !== null;

/** Writes a table of texts from a place on; rows that are missing are added. Rows with a box stay as they are. */
export function writeTable(grid: Grid, at: Place, table: readonly (readonly string[])[]): GridRow[] {
  const { columns, newRow, most } = grid;
  const rows = [...grid.rows];
  for (const [down, texts] of table.entries()) {
    const index = at.row + down;
    if (index >= most) break;
    while (rows.length <= index) rows.push(newRow());
    const row = rows[index];
    if (row === undefined || isFixed(row)) continue;
    const cells = { ...row.cells };
    for (const [right, text] of texts.entries()) {
      const name = columns[at.column + right];
      if (name === undefined) break;
      if (text === '') delete cells[name];
      else cells[name] = text;
    }
    rows[index] = { ...row, cells };
  }
  return rows;
}

/** The texts of the cells in a selected rectangle, row by row. */
export function readTable({ rows, columns }: Pick<Grid, 'rows' | 'columns'>, { from, to }: Range): string[][] {
  const names = columns.slice(from.column, to.column + 1);
  return Array.from({ length: to.row - from.row + 1 }, (_, down) =>
    names.map((name) => rows[from.row + down]?.cells[name] ?? ''),
  );
}

/** A single text goes into every cell of the rectangle; a table that fits into it several times is repeated. */
export function pasteTable(grid: Grid, range: Range, table: readonly (readonly string[])[]): GridRow[] {
  const height = range.to.row - range.from.row + 1;
  const width = range.to.column - range.from.column + 1;
  const across = Math.max(...table.map((row) => row.length), 1);
  const repeats = height % table.length === 0 && width % across === 0;
  if (!repeats) return writeTable(grid, range.from, table);
  const filled = Array.from({ length: height }, (_, down) =>
    Array.from({ length: width }, (_unused, right) => table[down % table.length]?.[right % across] ?? ''),
  );
  return writeTable(grid, range.from, filled);
}

export function clearRange(grid: Grid, range: Range): GridRow[] {
  const last = Math.min(range.to.row, grid.rows.length - 1);
  const height = Math.max(last - range.from.row + 1, 0);
  const blank = Array.from({ length: range.to.column - range.from.column + 1 }, () => '');
  return writeTable(
    grid,
    range.from,
    Array.from({ length: height }, () => blank),
  );
}

/** Copies the first row of a rectangle into the others; a single row is filled from the row above. */
export function fillDown(grid: Grid, range: Range): GridRow[] {
  const source = range.from.row === range.to.row ? range.from.row - 1 : range.from.row;
  if (source < 0) return [...grid.rows];
  const [texts = []] = readTable(grid, { from: { ...range.from, row: source }, to: { ...range.to, row: source } });
  const first = source + 1;
  const table = Array.from({ length: range.to.row - first + 1 }, () => texts);
  return writeTable(grid, { row: first, column: range.from.column }, table);
}

/** Adds a blank row above each of the chosen ones. */
export function insertRows({ rows, newRow, most }: Grid, { from, to }: Range): GridRow[] {
  if (from.row >= rows.length) return [...rows];
  const count = Math.min(to.row - from.row + 1, most - rows.length);
  return rows.toSpliced(from.row, 0, ...Array.from({ length: Math.max(count, 0) }, newRow));
}

/** Removes the chosen rows, but none that has a box. */
export function removeRows({ rows }: Grid, { from, to }: Range): GridRow[] {
  return rows.filter((row, at) => at < from.row || at > to.row || isFixed(row));
}
