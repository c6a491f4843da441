/** CSV text for download that is safe to open in a spreadsheet. */

/** The possible values of a cell. */
export type CsvValue = string | number | boolean | null | undefined;

/** A number as we write it: `-12.50`, `−1,204`, `+3.5%`. Its sign is safe although formulas can start with it. */
const NUMBER = /^[-+−]?\d[\d.,]*\s?%?$/;

/** Characters a spreadsheet skips before a formula: all whitespace, controls, NUL, BOM, joiners. */
const SKIPPED = /^[\p{Z}\p{C}\s]+/u;

/** Characters that a formula can begin with, after full-width forms have been converted to plain ones. */
const FORMULA = /^[=+\-@|]/;

/** Whether a spreadsheet might run the text instead of showing it. */
export function isFormula(text: string): boolean {
  if (NUMBER.test(text)) return false;
  const normalized = text.replace(SKIPPED, '').normalize('NFKC').replace(SKIPPED, '');
  return FORMULA.test(normalized) || /^[\t\r\n]/.test(text);
}

/** Spreadsheets of many countries separate cells by semicolons or tabs and then ignore our quotes inside a line. */
const OTHER_SEPARATORS = /([;\t\r\n]+)/;

/** The text with an apostrophe before everything that a spreadsheet could run, with any separator. */
function neutralise(text: string): string {
  const [first = '', ...rest] = text.split(OTHER_SEPARATORS);
  const later = rest.map((part) =>
    isFormula(part.replace(/^"+/, '')) && !OTHER_SEPARATORS.test(part) ? `'${part}` : part,
  );
  return (isFormula(text) || isFormula(text.replace(/^"+/, '')) ? `'${first}` : first) + later.join('');
}

/** One cell. A formula becomes text by an apostrophe before it; commas, quotes and line breaks are quoted. */
export function csvCell(value: CsvValue): string {
  const safe = neutralise(value === null || value === undefined ? '' : String(value));
  if (/[",\r\n]/.test(safe) || safe !== safe.trim()) return `"${safe.replaceAll('"', '""')}"`;
  return safe;
}

/** One line without its end. */
export function csvLine(values: readonly CsvValue[]): string {
  return values.map(csvCell).join(',');
}

/** A whole file: every line, including the last, ends with CR LF (RFC 4180). */
export function toCsv(rows: Iterable<readonly CsvValue[]>): string {
  let text = '';
  for (const row of rows) text += `${csvLine(row)}\r\n`;
  return text;
}
