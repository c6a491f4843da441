/** Sheets as files, and the cells of uploaded files. */
import { boxPath, seoBoxPath } from '@signpost/contract/clicks/link-settings.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { CELL_LENGTH_MAX, SHEET_ROWS_MAX, type SheetKind, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import papaparse from 'papaparse';
import { textOf } from '../platform/uploaded-text.ts';

const refused = (message: string, cause?: unknown) =>
  new AppError('VALIDATION', { errors: [{ path: 'file', message }], cause });

/** The cells of a sheet with a header and the links of its boxes. `base` is the address of visitors' links. */
function tableOf(kind: SheetKind, rows: readonly SheetRow[], base: string): string[][] {
  const columns = SHEET_COLUMNS[kind];
  const pathOf = kind === 'seo' ? seoBoxPath : boxPath;
  return [
    [...columns.map(({ label }) => label), 'Link'],
    ...rows.map(({ cells, boxId }) => [
      ...columns.map(({ name }) => cells[name] ?? ''),
      boxId === null ? '' : `${base}${pathOf(boxId)}`,
    ]),
  ];
}

export function sheetCsv(kind: SheetKind, rows: readonly SheetRow[], base: string): string {
  return `\uFEFF${toCsv(tableOf(kind, rows, base))}`;
}

export async function sheetXlsx(kind: SheetKind, rows: readonly SheetRow[], base: string): Promise<Buffer> {
  const [head = [], ...lines] = tableOf(kind, rows, base);
  // Imported on first use, so that processes start faster (docs/decisions/0311).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile(
    [
      head.map((value) => ({ value, fontWeight: 'bold' as const })),
      ...lines.map((line) => line.map((value) => ({ value: xlsxText(value), type: String }))),
    ],
    { stickyRowsCount: 1 },
  ).toBuffer();
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
};

async function xlsxCells(bytes: Buffer): Promise<string[][]> {
  try {
    const { default: readXlsxFile } = await import('read-excel-file/node');
    const [first] = await readXlsxFile(bytes);
    return (first?.data ?? []).map((row) => row.map(inWords));
  } catch (error) {
    throw refused('This is no XLSX file that can be read. Save it as CSV and try again.', error);
  }
}

/** The cells of a CSV or XLSX, at most one more row than a sheet has. Errors: VALIDATION at `file`. */
export async function cellsOfFile(bytes: Buffer): Promise<string[][]> {
  const rows = isZip(bytes)
    ? await xlsxCells(bytes)
    : papaparse.parse<string[]>(textOf(bytes), { skipEmptyLines: 'greedy' }).data;
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw refused('The file is empty.');
  if (filled.length > SHEET_ROWS_MAX + 1)
    throw refused(`A sheet has at most ${SHEET_ROWS_MAX} rows, this file has ${filled.length - 1}.`);
  if (filled.some((row) => row.some((cell) => cell.length > CELL_LENGTH_MAX)))
    throw refused(`A cell has at most ${CELL_LENGTH_MAX} characters.`);
  return filled;
}
