import Papa from 'papaparse';

/** What a spreadsheet skips before it looks for a formula: spaces, newlines, NUL and other controls, BOM, nbsp. */
const SKIPPED = /^[\s\p{Cc}\p{Cf}]+/u;
/** What makes it run, in full width too. */
const RUNS = new Set([...'=+-@\uff1d\uff0b\uff0d\uff20']);
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Neutralises what a spreadsheet would take for a formula; numbers, negative ones too, stay numbers. */
export function neutralise(value: string): string {
  const first = value.replace(SKIPPED, '').charAt(0);
  const runs = RUNS.has(first) || value.startsWith('\t') || value.startsWith('\r');
  return runs && !NUMBER.test(value) ? `'${value}` : value;
}

/** Rows as CSV text: values with commas, quotes or newlines are quoted, formulas neutralised, UTF-8 with BOM for spreadsheets. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const clean = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? neutralise(cell) : cell)));
  return `\ufeff${Papa.unparse([header.map(neutralise), ...clean])}`;
}

/** Hands a file to the browser. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads rows as a CSV file. */
export function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): void {
  downloadBlob(name, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
}
