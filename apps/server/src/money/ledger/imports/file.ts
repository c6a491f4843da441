/** Reads an uploaded table: finds its header, and refuses files that are not tables with the reason. */
import { setImmediate } from 'node:timers/promises';
import { invalid } from '@signpost/contract/errors.ts';
import type { EncodingName, ReadAs } from '@signpost/contract/reading/encodings.ts';
import { findTable, type LeftOut, NO_HEADER } from '@signpost/contract/reading/table.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@signpost/contract/records/gambling-import.ts';
import type { Asker } from '../../../platform/fair-queue.ts';
import { readDelimited } from '../../../platform/parsing/delimited.ts';
import type { TableRows } from '../../../platform/parsing/kinds.ts';
import { TABLE_LIMITS } from '../../../platform/parsing/limits.ts';
import { parseTable } from '../../../platform/parsing/parse.ts';
import { refusedFile } from '../../../platform/parsing/refusal.ts';
import { textOf } from '../../../platform/uploaded-text.ts';
import { knownColumns } from './names.ts';

export interface Table {
  /** The row of the header, as a spreadsheet numbers it. */
  headerRow: number;
  columns: string[];
  rows: { row: number; cells: string[] }[];
  leftOut: LeftOut[];
  /** The names of a workbook's other sheets with values. */
  otherSheets: string[];
  /** How many of its rows are hidden. */
  hiddenRows: number;
  /** The encoding in which the file was read, if it is not in Unicode. */
  encoding: ReadAs | null;
}

const MOST_COLUMNS = 200;
/** 25 columns in each of the most rows; the figures of a partner have about ten. */
const MOST_CELLS = 25 * IMPORT_MAX_ROWS;
const LIMITS = { ...TABLE_LIMITS, rows: IMPORT_MAX_ROWS + 1, columns: MOST_COLUMNS, cells: MOST_CELLS };
/** Earlier versions accepted longer cells. */
const STORED_LIMITS = { ...LIMITS, cellLength: IMPORT_MAX_BYTES };

/** How a person reads a file whose form is not found by itself. */
export interface TableChoices {
  /** The row of the header, or `NO_HEADER`; found if absent. */
  headerRow?: number | undefined;
  /** The encoding of a file that is not in Unicode; detected if absent. */
  encoding?: EncodingName | undefined;
}

/**
 * Reads an uploaded file: its table, and that table as the text that is kept. Errors: VALIDATION at `file`, `headerRow` or
 * `encoding` with the reason why it is not a table, or the question that a person must answer.
 */
export async function readTable(
  bytes: Uint8Array,
  asker: Asker,
  { headerRow, encoding }: TableChoices = {},
): Promise<{ table: Table; text: string }> {
  const table = checked(await parseTable(bytes, asker, { limits: LIMITS, encoding, marksValues: true }), headerRow);
  const text = await textOfTable(table);
  if (Buffer.byteLength(text) > IMPORT_MAX_BYTES)
    throw refusedFile(`The table is larger than ${IMPORT_MAX_BYTES / 1024 ** 2} MB when it is unpacked.`);
  return { table, text };
}

/**
 * The table of a text that was accepted before, or of its first rows. `headerRow` is the row that was its header then.
 * @throws VALIDATION
 */
export const tableOf = (text: string, headerRow: number | undefined): Table =>
  checked(readDelimited(textOf(Buffer.from(text)), STORED_LIMITS, {}), headerRow);

const QUOTED = /[",\r\n]|^\s|\s$/;
const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
/** After this many rows, other requests get a turn. */
const ROWS_AT_ONCE = 500;

/** The table as CSV whose rows keep their numbers: lines that are left out are blank. */
async function textOfTable({ headerRow, columns, rows }: Table): Promise<string> {
  const lines: string[] = [];
  const header = headerRow === NO_HEADER ? [] : [{ row: headerRow, cells: columns }];
  for (const [at, { row, cells }] of [...header, ...rows].entries()) {
    while (lines.length < row - 1) lines.push('');
    lines.push(lineOf(cells));
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
  }
  return `${lines.join('\r\n')}\r\n`;
}

function checked(
  { rows: data, numbers, count, brokenQuote, otherSheets, hiddenRows, encoding }: TableRows,
  chosen: number | undefined,
): Table {
  if (count === 0) throw refusedFile('The file is empty.');
  if (brokenQuote !== null) throw refusedFile(`Row ${brokenQuote} has a quotation mark that is never closed.`);
  const numbered = data.map((cells, at) => ({ row: numbers[at] ?? at + 1, cells }));
  const found = findTable(numbered, knownColumns, chosen);
  if (found === null) throw invalid('headerRow', `Line ${chosen} of the file is empty or missing.`);
  const { headerRow, columns, rows, titles, totals } = found;
  if (columns.length < 2)
    throw refusedFile('The file has only one column: no commas, semicolons, tabs or vertical bars separate others.');
  if (columns.some((name) => name === ''))
    throw refusedFile(`Row ${headerRow} must name every column, because it is the header.`);
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) throw refusedFile(`Two columns are called “${twice}”.`);
  if (rows.length === 0) throw refusedFile('There are no rows below the header.');
  if (count - 1 > IMPORT_MAX_ROWS)
    throw refusedFile(`A file may have ${IMPORT_MAX_ROWS} rows, this one has ${count - 1}.`);
  return { headerRow, columns, rows, leftOut: [...titles, ...totals], otherSheets, hiddenRows, encoding };
}
