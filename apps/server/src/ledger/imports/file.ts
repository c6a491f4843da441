/** Reads an uploaded CSV: detects the delimiter, and refuses files that are not tables with the reason. */
import { IMPORT_MAX_ROWS } from '@signpost/contract/records/gambling-import.ts';
import papaparse from 'papaparse';
import type { TableRows } from '../../platform/parsing/kinds.ts';
import { parseTable } from '../../platform/parsing/parse.ts';
import { refusedFile } from '../../platform/parsing/refusal.ts';

export interface Table {
  columns: string[];
  rows: string[][];
}

const DELIMITERS = [',', ';', '\t', '|'];
const MOST_COLUMNS = 200;
const MOST_CELLS = 8_000_000;

/** Reads an uploaded file. Errors: VALIDATION at `file` with the reason why it is not a table. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const limits = { rows: IMPORT_MAX_ROWS + 1, columns: MOST_COLUMNS, cells: MOST_CELLS };
  const { rows, count, brokenQuote } = await parseTable(bytes, { delimiters: DELIMITERS, limits });
  return checked(rows, { count, brokenQuote });
}

/** The table of a text that was accepted before, or of its first rows. @throws VALIDATION */
export function tableOf(text: string): Table {
  const { data, errors } = papaparse.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: DELIMITERS,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  return checked(data, { count: data.length, brokenQuote: broken === undefined ? null : (broken.row ?? 0) + 1 });
}

function checked(data: readonly string[][], { count, brokenQuote }: Pick<TableRows, 'count' | 'brokenQuote'>): Table {
  if (count === 0) throw refusedFile('The file is empty.');
  if (brokenQuote !== null) throw refusedFile(`Row ${brokenQuote} has a quotation mark that is never closed.`);
  const [header = [], ...rows] = data;
  const columns = header.map((name) => name.trim());
  if (columns.length < 2)
    throw refusedFile('This is not a CSV file: no commas, semicolons, tabs or vertical bars separate its columns.');
  if (columns.some((name) => name === '')) throw refusedFile('The first row must name every column.');
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) throw refusedFile(`Two columns are called “${twice}”.`);
  if (rows.length === 0) throw refusedFile('There are no rows below the header.');
  if (count - 1 > IMPORT_MAX_ROWS)
    throw refusedFile(`A file may have ${IMPORT_MAX_ROWS} rows, this one has ${count - 1}.`);
  return { columns, rows };
}
