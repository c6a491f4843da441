/** The columns of an uploaded CSV with their links, so that one can be chosen. */
import { AppError } from '@signpost/contract/errors.ts';
import { MOST_LINKS } from '@signpost/contract/links/pasted.ts';
import papaparse from 'papaparse';

const MOST_COLUMNS = 500;

interface Column {
  name: string;
  /** How many of its values are links. */
  links: number;
  values: string[];
}

const refused = (message: string) => new AppError('VALIDATION', { errors: [{ path: 'file', message }] });

/** The first line by which a file tells Excel how its cells are separated. */
const SEPARATOR = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** Errors: VALIDATION at `file` for a file that is empty, too large, or has a quotation mark that is never closed. */
export function readColumns(text: string, isLink: (text: string) => boolean): Column[] {
  const [line = '', delimiter] = SEPARATOR.exec(text) ?? [];
  const { data, errors } = papaparse.parse<string[]>(text.slice(line.length), {
    skipEmptyLines: 'greedy',
    ...(delimiter !== undefined && { delimiter }),
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  // Such a cell swallows all the rows behind it.
  if (open !== undefined) {
    const row = (open.row ?? 0) + 1 + (line === '' ? 0 : 1);
    throw refused(`A quotation mark in row ${row} is never closed. Close it, or take it out.`);
  }
  const [head = []] = data;
  if (data.length === 0) throw refused('The file is empty.');
  const hasHead = !head.some(isLink);
  const rows = hasHead ? data.slice(1) : data;
  if (rows.length > MOST_LINKS) throw refused(`A file has at most ${MOST_LINKS} rows, this one has ${rows.length}.`);
  // Rows can have more cells than the header.
  const width = data.reduce((most, row) => Math.max(most, row.length), 0);
  if (width > MOST_COLUMNS) throw refused(`A file has at most ${MOST_COLUMNS} columns, this one has ${width}.`);
  return Array.from({ length: width }, (_, at) => {
    const values = rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
    const name = hasHead ? (head[at]?.trim() ?? '') : '';
    return { name: name === '' ? `Column ${at + 1}` : name, links: values.filter(isLink).length, values };
  }).filter(({ values }, at) => at < head.length || values.length > 0);
}
