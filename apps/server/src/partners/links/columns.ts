/** The columns of an uploaded CSV with their links, so that one can be chosen. */

import type { EncodingName } from '@signpost/contract/reading/encodings.ts';
import { MOST_LINKS } from '@signpost/contract/traffic/links/pasted.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import type { TableRows } from '../../platform/parsing/kinds.ts';
import { parseTable } from '../../platform/parsing/parse.ts';
import { refusedFile } from '../../platform/parsing/refusal.ts';

const MOST_COLUMNS = 500;

interface Column {
  name: string;
  /** How many of its values are links. */
  links: number;
  values: string[];
}

/** Reads an uploaded file. Errors: VALIDATION at `file`, or at `encoding` if a person must choose it. */
export const readTable = (bytes: Uint8Array, asker: Asker, encoding?: EncodingName): Promise<TableRows> =>
  parseTable(bytes, asker, { readsLinks: true, limits: { rows: MOST_LINKS + 1, columns: MOST_COLUMNS }, encoding });

/** Errors: VALIDATION at `file` for a file that is empty, too large, or has a quotation mark that is never closed. */
export function readColumns(
  { rows: data, count, unclosedQuote }: TableRows,
  isLink: (text: string) => boolean,
): Column[] {
  // Such a cell swallows all the rows behind it.
  if (unclosedQuote !== null)
    throw refusedFile(`A quotation mark in row ${unclosedQuote} is never closed. Close it, or take it out.`);
  const [head = []] = data;
  if (count === 0) throw refusedFile('The file is empty.');
  const hasHead = !head.some(isLink);
  const headRows = Number(hasHead);
  const rows = data.slice(headRows);
  const most = count - headRows;
  if (most > MOST_LINKS) throw refusedFile(`A file has at most ${MOST_LINKS} rows, this one has ${most}.`);
  // Rows can have more cells than the header.
  const width = data.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, at) => {
    const values = rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
    const name = hasHead ? (head[at]?.trim() ?? '') : '';
    return { name: name || `Column ${at + 1}`, links: values.filter(isLink).length, values };
  }).filter(({ values }, at) => at < head.length || values.length > 0);
}
