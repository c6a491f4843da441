/** The cells of files, written to a workbook and read back from it. */

import { text } from 'node:stream/consumers';
import readXlsxFile from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { csvFile, dayCell, momentCell, type Table, xlsxFile } from './table-file.ts';

const tableOf = (...cells: Table['head'] | ReturnType<typeof dayCell>[]): Table => ({
  about: [],
  head: cells.map(() => 'x'),
  rows: [cells],
});

it('writes days and moments as dates in XLSX, and as the same texts as before in CSV', async () => {
  const table = tableOf(
    dayCell('2026-11-05'),
    dayCell('2026-11-05', '5 Nov'),
    momentCell('2026-11-23 08:15:04'),
    momentCell('2026-11-23T08:00', '8 o’clock'),
    dayCell(''),
    dayCell('other'),
  );
  const [sheet] = await readXlsxFile(await xlsxFile(table));
  // A workbook keeps a moment as a fraction of days, which is exact to a millisecond.
  const exact = (cell: unknown) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1_000) * 1_000) : cell);
  expect(sheet?.data[1]?.map(exact)).toEqual([
    new Date('2026-11-05T00:00:00Z'),
    new Date('2026-11-05T00:00:00Z'),
    new Date('2026-11-23T08:15:04Z'),
    new Date('2026-11-23T08:00:00Z'),
    null,
    'other',
  ]);
  expect((await text(csvFile(table))).split('\r\n')[1]).toBe('2026-11-05,5 Nov,2026-11-23 08:15:04,8 o’clock,,other');
});
