/** Sheets as files, and the cells of uploaded files. */
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import type { readSheetFile } from '@signpost/contract/calls/sheets.ts';
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { SHEET_COLUMNS, sheetLinkPath } from '@signpost/contract/sheets/columns.ts';
import { CELL_LENGTH_MAX, SHEET_ROWS_MAX, type SheetKind, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import { parseTable } from '../../platform/parsing/parse.ts';
import { refusedFile } from '../../platform/parsing/refusal.ts';

/** Of the files of people, who may have columns of their own beside ours. */
const SHEET_COLUMNS_MAX = 200;

/** The cells of a sheet with a header and the links of its boxes. `base` is the address of visitors' links. */
function tableOf(kind: SheetKind, rows: readonly SheetRow[], base: string): string[][] {
  const columns = SHEET_COLUMNS[kind];
  return [
    [...columns.map(({ label }) => label), 'Link'],
    ...rows.map((row) => {
      const path = sheetLinkPath(kind, row);
      return [...columns.map(({ name }) => row.cells[name] ?? ''), path === null ? '' : `${base}${path}`];
    }),
  ];
}

export function sheetCsv(kind: SheetKind, rows: readonly SheetRow[], base: string): string {
  return `\uFEFF${toCsv(tableOf(kind, rows, base))}`;
}

export async function sheetXlsx(kind: SheetKind, rows: readonly SheetRow[], base: string): Promise<Buffer> {
  const [head = [], ...lines] = tableOf(kind, rows, base);
  // Imported on first use, so that processes start faster (docs/decisions/0001).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile(
    [
      head.map((value) => ({ value, fontWeight: 'bold' as const })),
      ...lines.map((line) => line.map((value) => ({ value: xlsxText(value), type: String }))),
    ],
    { stickyRowsCount: 1 },
  ).toBuffer();
}

/**
 * The cells of a CSV or XLSX, at most one more row than a sheet has. Errors: VALIDATION at `file`, or at `encoding` if a
 * person must choose it.
 */
export async function readCells(
  bytes: Buffer,
  asker: Asker,
  encoding: EncodingName | undefined,
): Promise<CallAnswer<typeof readSheetFile>> {
  const limits = { columns: SHEET_COLUMNS_MAX };
  const { rows, count, otherSheets, encoding: readAs } = await parseTable(bytes, asker, { limits, encoding });
  if (count === 0) throw refusedFile('The file is empty.');
  if (count > SHEET_ROWS_MAX + 1)
    throw refusedFile(`A sheet has at most ${SHEET_ROWS_MAX} rows, this file has ${count - 1}.`);
  if (rows.some((row) => row.some((cell) => cell.length > CELL_LENGTH_MAX)))
    throw refusedFile(`A cell has at most ${CELL_LENGTH_MAX} characters.`);
  return { cells: rows, otherSheets, encoding: readAs };
}
