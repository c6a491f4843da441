/** Reads an uploaded CSV: detects encoding and delimiter, and refuses files that are not tables with the reason. */
import { AppError } from '@signpost/contract/errors.ts';
import { IMPORT_MAX_ROWS } from '@signpost/contract/records/gambling-import.ts';
import papaparse from 'papaparse';

const refused = (message: string) => new AppError('VALIDATION', { errors: [{ path: 'file', message }] });
const BOMS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file: by its byte order mark, else UTF-8, else as Windows-1252, which Western spreadsheets write.
 *
 * @throws VALIDATION for a file that is not text.
 */
export function textOf(bytes: Buffer): string {
  const marked = BOMS.find(([bom]) => bom.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  if (bytes.includes(0)) throw refused('This is not a CSV file: it is not text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export interface Table {
  columns: string[];
  rows: string[][];
}

/** @throws VALIDATION with the reason why the text is not a table. */
export function tableOf(text: string): Table {
  const { data, errors } = papaparse.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  if (data.length === 0) throw refused('The file is empty.');
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) throw refused(`Row ${(broken.row ?? 0) + 1} has a quotation mark that is never closed.`);
  const [header = [], ...rows] = data;
  const columns = header.map((name) => name.trim());
  if (columns.length < 2)
    throw refused('This is not a CSV file: no commas, semicolons, tabs or vertical bars separate its columns.');
  if (columns.some((name) => name === '')) throw refused('The first row must name every column.');
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) throw refused(`Two columns are called “${twice}”.`);
  if (rows.length === 0) throw refused('There are no rows below the header.');
  if (rows.length > IMPORT_MAX_ROWS)
    throw refused(`A file may have ${IMPORT_MAX_ROWS} rows, this one has ${rows.length}.`);
  return { columns, rows };
}
