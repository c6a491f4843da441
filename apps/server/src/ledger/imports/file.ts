/** Reads an uploaded CSV: detects the delimiter, and refuses files that are not tables with the reason. */
import { AppError } from '@signpost/contract/errors.ts';
import { IMPORT_MAX_ROWS } from '@signpost/contract/records/gambling-import.ts';
import papaparse from 'papaparse';

const refused = (message: string) => new AppError('VALIDATION', { errors: [{ path: 'file', message }] });
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
