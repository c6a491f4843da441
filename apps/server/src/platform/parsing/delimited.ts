/** Reads text with separated cells row by row, so that a limit ends it before everything is in memory. */
import type { AppError } from '@signpost/contract/errors.ts';
import { withoutFormulaMark } from '@signpost/contract/reading/text-cell.ts';
import { calculatedLinks } from '@signpost/contract/traffic/links/calculated.ts';
import papaparse from 'papaparse';
import type { DelimitedAsk, TableRows } from './kinds.ts';
import type { Limits } from './limits.ts';
import { refusedFile, tooLong } from './refusal.ts';
import { formulaLink } from './xlsx-links.ts';
import { lettersOf } from './xlsx-places.ts';

/** The first line by which a file tells Excel how its cells are separated. */
const SEPARATOR = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\r|\n|$)/i;
const DELIMITERS = [',', ';', '\t', '|'];
/** Rows by which the delimiter is found. */
const TRIED = 50;
/** Fewer rows than this part of them are separated by chance, such as addresses with commas. */
const LEAST_PART = 0.3;

/** Commas that are part of a date: “April 15, 2026”, “Wed, 15 Apr 2026”, “Fri, April 17 2026”. */
const COMMAS_IN_DAYS = [
  /(?<=[^\s\d,;|] \d{1,2}),(?= \d{4})/g,
  /,(?= \d{1,2}\.? [^\s\d,;|]{3,12},? \d{4})/g,
  /,(?= [^\s\d,;|]{3,12} \d{1,2},? \d{4})/g,
];
/** A decimal comma between other delimiters: “;2,50;”. */
const COMMA_IN_AMOUNT = /([;\t|][-+]?[\d.]{1,15}),(\d{1,2})(?=[;\t|\r\n]|$)/g;

interface Likeness {
  /** The number of first rows with more than one cell and nearly as many cells as each other; the last cells may be missing. */
  similar: number;
  /** The number of rows with exactly the same number of cells, and the longest run of them. */
  rows: number;
  run: number;
  /** The share of similar rows. */
  part: number;
  width: number;
}

function likeness(text: string, delimiter: string): Likeness {
  const { data } = papaparse.parse<string[]>(text, { delimiter, preview: TRIED, skipEmptyLines: 'greedy' });
  const widths = new Map<number, number>();
  for (const { length } of data) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [[width, rows] = [0, 0]] = [...widths].sort(([, one], [, other]) => other - one);
  let run = 0;
  let longest = 0;
  for (const { length } of data) {
    run = length === width ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const similar = data.filter(({ length }) => length > 1 && Math.abs(length - width) * 4 <= width).length;
  return { similar, rows, run: longest, part: data.length === 0 ? 0 : similar / data.length, width };
}

/** The delimiter with which most rows have the same number of cells, whatever stands above and below the table. */
function likeliest(text: string, delimiters: readonly string[]): string {
  const start = text.slice(0, 256 * 1024).replaceAll(COMMA_IN_AMOUNT, '$1.$2');
  const head = COMMAS_IN_DAYS.reduce((rest, comma) => rest.replaceAll(comma, ' '), start);
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, ...likeness(head, delimiter) }))
    .filter(({ part }) => part >= LEAST_PART)
    .sort(
      (one, other) =>
        other.similar - one.similar || other.rows - one.rows || other.run - one.run || other.width - one.width,
    );
  return best?.delimiter ?? ',';
}

/** Empties the cells with formulas that calculate the address of a link, because a part of it would be another address. */
function withoutCalculated(cells: readonly string[], row: number, found: string[]): string[] {
  return cells.map((cell, column) => {
    if (!cell.startsWith('=')) return cell;
    const link = formulaLink(cell);
    if (link === null || 'address' in link) return cell;
    found.push(`${lettersOf(column + 1)}${row}`);
    return '';
  });
}

export function readDelimited(text: string, limits: Limits, ask: DelimitedAsk): TableRows {
  const [line = '', said = ask.delimiter] = SEPARATOR.exec(text) ?? [];
  // Files that several programs have written to end their lines in several ways.
  const body = text.slice(line.length).replaceAll(/\r\n?/g, '\n');
  const rows: string[][] = [];
  const numbers: number[] = [];
  let row = line === '' ? 0 : 1;
  let count = 0;
  let cells = 0;
  let unclosedQuote: number | null = null;
  let brokenQuote: number | null = null;
  const refusals: AppError[] = [];
  const calculated: string[] = [];
  papaparse.parse<string[]>(body, {
    delimiter: said ?? likeliest(body, ask.delimiters ?? DELIMITERS),
    step({ data, errors }, parser) {
      row += 1;
      if (errors.some(({ code }) => code === 'MissingQuotes')) unclosedQuote ??= row;
      if (errors.some(({ type }) => type === 'Quotes')) brokenQuote ??= row;
      if (data.every((cell) => cell.trim() === '')) return;
      count += 1;
      cells += data.length;
      if (rows.length < limits.rows) {
        const texts = data.map(withoutFormulaMark);
        rows.push(ask.readsLinks === true ? withoutCalculated(texts, row, calculated) : texts);
        numbers.push(row);
      }
      const long = data.findIndex(({ length }) => length > limits.cellLength);
      const isUnclosed = errors.some(({ code }) => code === 'MissingQuotes');
      // An unclosed quotation mark makes all later rows part of one cell, so the cell is long for this reason.
      if (long !== -1 && isUnclosed)
        refusals.push(refusedFile(`Row ${row} has a quotation mark that is never closed. Close it, or take it out.`));
      else if (long !== -1) refusals.push(tooLong(row, long, data[long]?.length ?? 0, limits));
      else if (data.length > limits.columns)
        refusals.push(refusedFile(`Row ${row} has ${data.length} cells; a row may have ${limits.columns}.`));
      else if (cells > limits.cells) refusals.push(refusedFile(`The file has more than ${limits.cells} cells.`));
      if (refusals.length > 0) parser.abort();
    },
  });
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  return {
    rows,
    numbers,
    count,
    unclosedQuote,
    brokenQuote,
    otherSheets: [],
    hiddenRows: 0,
    encoding: null,
    calculated: calculatedLinks(calculated),
  };
}
