/** Files of tables whose rows are all in the browser. */

import { type CsvValue, toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { downloadBlob } from '../ui/download.ts';
import type { FileFormat } from '../ui/layout/export-menu.tsx';
import { listOf } from '../ui/values/list-of.ts';

export interface TableFile {
  /** The file's name without its extension. */
  name: string;
  /** Lines above the table that say what it shows. */
  about?: readonly (readonly CsvValue[])[];
  head: readonly string[];
  rows: readonly (readonly CsvValue[])[];
}

const BOM = '\uFEFF';

function csvBlob({ about = [], head, rows }: TableFile): Blob {
  const lines = listOf(...about, about.length > 0 && [], head, ...rows);
  return new Blob([BOM + toCsv(lines)], { type: 'text/csv;charset=utf-8' });
}

/** Cells are texts and numbers, never formulas. */
function xlsxCell(value: CsvValue) {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return { value, type: Number };
  return { value: xlsxText(String(value)), type: String };
}

async function xlsxBlob({ about = [], head, rows }: TableFile): Promise<Blob> {
  // Loaded with the first file, because few people need it. The variant for browsers starts workers from addresses that
  // the content security policy refuses.
  const { default: writeXlsxFile } = await import('write-excel-file/universal');
  return await writeXlsxFile(
    listOf(
      ...about.map((line) => line.map(xlsxCell)),
      about.length > 0 && [],
      head.map((text) => ({ value: xlsxText(text), type: String, fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(xlsxCell)),
    ),
  ).toBlob();
}

/** Saves a table as a file in the browser. */
export async function saveTable(file: TableFile, format: FileFormat): Promise<void> {
  downloadBlob(`${file.name}.${format}`, format === 'csv' ? csvBlob(file) : await xlsxBlob(file));
}
