/** Divides the rows of a table into pieces that the asking process takes over one at a time. */

/** Taking this many cells over costs a few milliseconds. */
const CELLS_AT_ONCE = 10_000;
/** The same for long cells. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Pieces of at least one row, and of no more cells and characters than can be taken over at once. */
export function* piecesOf(rows: readonly string[][]): Generator<string[][]> {
  let piece: string[][] = [];
  let cells = 0;
  let characters = 0;
  for (const row of rows) {
    const length = row.reduce((sum, cell) => sum + cell.length, 0);
    if (piece.length > 0 && (cells + row.length > CELLS_AT_ONCE || characters + length > CHARACTERS_AT_ONCE)) {
      yield piece;
      piece = [];
      cells = 0;
      characters = 0;
    }
    piece.push(row);
    cells += row.length;
    characters += length;
  }
  if (piece.length > 0) yield piece;
}
