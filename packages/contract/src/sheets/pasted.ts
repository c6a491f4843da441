/** Cells from the clipboard or a file, as a table of texts. */
import { columnNamed, SHEET_COLUMNS } from './columns.ts';
import type { Cells, SheetKind } from './sheet.ts';

/**
 * The cells of a text copied from a spreadsheet: tabs between cells, line breaks between rows. Cells with tabs, line
 * breaks or quotes stand in quotes, with quotes doubled, as Excel and Google Sheets write them.
 */
export function readPasted(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = text.length;
  while (at <= end) {
    const [cell, next] = cellAt(text, at);
    row.push(cell);
    const mark = text[next];
    if (mark !== '\t') {
      rows.push(row);
      row = [];
    }
    at = next + (mark === '\r' && text[next + 1] === '\n' ? 2 : 1);
  }
  // The line break at the end of a copied range begins no row.
  if (rows.length > 1 && rows.at(-1)?.every((cell) => cell === '') && /[\r\n]$/.test(text)) rows.pop();
  return rows;
}

const UNQUOTED = /[^\t\r\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

/** The cell that begins at `at`, and where it ends. */
function cellAt(text: string, at: number): [cell: string, end: number] {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return [(quoted[1] ?? '').replaceAll('""', '"').replaceAll('\r\n', '\n'), QUOTED.lastIndex];
  UNQUOTED.lastIndex = at;
  return [UNQUOTED.exec(text)?.[0] ?? '', UNQUOTED.lastIndex];
}

/** The text that a spreadsheet pastes as these cells. */
export function writePasted(cells: readonly (readonly string[])[]): string {
  return cells
    .map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
}

const NOT_COLUMNS = new Set(['link', 'box link', 'direct link', 'box id', 'problem', 'signpost key']);

/**
 * The columns that a first row of headers names, by position; null for a header that is none of ours. Null as a whole
 * if the row is no header.
 */
export function headerIn(kind: SheetKind, row: readonly string[]): (string | null)[] | null {
  const named = row.map((cell) => columnNamed(kind, cell)?.name ?? null);
  const known = named.filter((name) => name !== null).length;
  const filled = row.filter((cell) => cell.trim() !== '' && !NOT_COLUMNS.has(cell.trim().toLowerCase())).length;
  if (known >= 2 && known * 2 >= filled) return named;
  return null;
}

/** The rows of a file. Without a header, its columns are ours from the left. */
export function rowsOfTable(
  kind: SheetKind,
  table: readonly (readonly string[])[],
): { cells: Cells[]; unknown: string[] } {
  const [first = []] = table;
  const header = headerIn(kind, first);
  const names = header ?? SHEET_COLUMNS[kind].map(({ name }) => name);
  const unknown =
    header === null
      ? []
      : first.filter(
          (cell, at) => header[at] === null && cell.trim() !== '' && !NOT_COLUMNS.has(cell.trim().toLowerCase()),
        );
  const cells = (header === null ? table : table.slice(1)).map((row) =>
    Object.fromEntries(
      row.flatMap((text, at) => {
        const name = names[at];
        const plain = text.trim().replace(/^'(?=[=+\-@|])/, '');
        if (name === null || name === undefined || plain === '') return [];
        return [[name, plain] as const];
      }),
    ),
  );
  return { cells: cells.filter((row) => Object.keys(row).length > 0), unknown };
}
