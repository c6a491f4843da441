/** Warnings that concern the whole file and not one of its rows. */
import { findSwapped, swappedNotice } from '@signpost/contract/reading/day.ts';
import { hiddenRowsNotice, NO_HEADER, otherSheetsNotice } from '@signpost/contract/reading/table.ts';
import type { ImportDetection, ImportError, ImportMapping } from '@signpost/contract/records/gambling-import.ts';
import type { Table } from './file.ts';

/** The warnings about a file: its contents beside the rows that are read, and days that may be swapped. */
export function warningsOfFile(
  { leftOut = [], otherSheets = [], hiddenRows = 0 }: ImportDetection,
  { headerRow, columns, rows }: Table,
  { columns: { day = '' } }: ImportMapping,
): ImportError[] {
  const first = rows[0]?.row ?? 1;
  const warnings = leftOut.map(({ row, text }) => ({
    row,
    column: '',
    message: `No row of the table, left out: “${text.slice(0, 200)}”.`,
  }));
  if (headerRow === NO_HEADER)
    warnings.unshift({
      row: first,
      column: '',
      message: 'The file does not name its columns, so the first row is data.',
    });
  const days = columns.indexOf(day);
  const swapped = swappedNotice(findSwapped(rows.map(({ cells }) => cells[days] ?? '')));
  if (swapped !== null) warnings.unshift({ row: first, column: day, message: swapped });
  for (const notice of [hiddenRowsNotice(hiddenRows), otherSheetsNotice(otherSheets)])
    if (notice !== null)
      warnings.unshift({ row: headerRow === NO_HEADER ? first : headerRow, column: '', message: notice });
  return warnings;
}
