/** Reads text with separated cells row by row, so that a limit ends it before everything is in memory. */
import type { AppError } from '@signpost/contract/errors.ts';
import papaparse from 'papaparse';
import { textOf } from '../uploaded-text.ts';
import type { DelimitedAsk, TableRows } from './kinds.ts';
import type { Limits } from './limits.ts';
import { refusedFile } from './refusal.ts';

/** The first line by which a file tells Excel how its cells are separated. */
const SEPARATOR = /^sep=(.)(?:\r\n|\r|\n|$)/i;

export function readDelimited(bytes: Uint8Array, limits: Limits, { delimiter, delimiters }: DelimitedAsk): TableRows {
  const text = textOf(Buffer.from(bytes));
  const [line = '', said = delimiter] = SEPARATOR.exec(text) ?? [];
  const rows: string[][] = [];
  let count = 0;
  let cells = 0;
  let unclosedQuote: number | null = null;
  let brokenQuote: number | null = null;
  const refusals: AppError[] = [];
  papaparse.parse<string[]>(text.slice(line.length), {
    skipEmptyLines: 'greedy',
    ...(said !== undefined && { delimiter: said }),
    ...(delimiters !== undefined && { delimitersToGuess: delimiters }),
    step({ data, errors }, parser) {
      count += 1;
      cells += data.length;
      const row = count + (line === '' ? 0 : 1);
      if (errors.some(({ code }) => code === 'MissingQuotes')) unclosedQuote ??= row;
      if (errors.some(({ type }) => type === 'Quotes')) brokenQuote ??= row;
      if (rows.length < limits.rows) rows.push(data);
      if (data.length > limits.columns)
        refusals.push(refusedFile(`Row ${row} has ${data.length} cells; a row may have ${limits.columns}.`));
      else if (cells > limits.cells) refusals.push(refusedFile(`The file has more than ${limits.cells} cells.`));
      if (refusals.length > 0) parser.abort();
    },
  });
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  return { rows, count, unclosedQuote, brokenQuote };
}
