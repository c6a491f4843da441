/** Workbooks whose cells are numbers and days, from the file to the rows that are stored, without a server. */
import type { ImportMapping } from '@signpost/contract/records/gambling-import.ts';
import { expect, it } from 'vitest';
import { somebody } from '../../../platform/testing/asker.ts';
import { type Format, sheetRow, workbook } from '../../../platform/testing/workbook.ts';
import { readTable, tableOf } from './file.ts';
import { rowReader } from './rows.ts';
import { settleMapping } from './store.ts';
import { warningsOfFile } from './warnings.ts';

/** 2026-11-02 as a workbook stores it. */
const DAY = 46328;
const MAPPING: ImportMapping = {
  columns: { day: 'Date', revenue: 'NGR', registrations: 'Signups' },
  dayOrder: null,
  decimalMark: null,
  currency: 'EUR',
  addsUp: false,
};
const LOOKUPS = {
  partnerId: 1,
  geoOf: () => null,
  sources: new Map<string, number>(),
  posted: new Set<string>(),
  hasRate: () => true,
  closedThrough: '',
  today: '2026-12-31',
};

type Row = readonly (string | number)[];
async function readWorkbook(rows: readonly Row[], change: Partial<ImportMapping> = {}, formats: Format[] = []) {
  const sheet = [['Date', 'NGR', 'Signups'], ...rows].map((values, at) => sheetRow(at + 1, values)).join('');
  const file = workbook([{ name: 'One', rows: sheet }], ['yyyy\\-mm\\-dd', ...formats]);
  const { text } = await readTable(file, somebody());
  const table = tableOf(text, 1);
  const mapping = { ...settleMapping(MAPPING, table), ...change };
  const read = rowReader(table.columns, mapping, LOOKUPS);
  const answers = table.rows.map(({ row, cells }) => read(cells, row));
  return {
    mark: mapping.decimalMark,
    days: answers.map((answer) => ('good' in answer ? answer.good.day : null)),
    revenues: answers.map((answer) => ('good' in answer ? answer.good.revenue : answer.errors[0]?.message)),
    warnings: warningsOfFile({ hiddenRows: 0 }, table, mapping),
  };
}

it.each<[form: string, amounts: (string | number)[], mark: string | null, revenues: string[]]>([
  ['beside a decimal comma', [10.125, '0,5'], ',', ['10.125', '0.5']],
  ['alone', [1.234, 2.345], null, ['1.234', '2.345']],
  ['beside a text in a comma file', [1.234, '2.500,75'], ',', ['1.234', '2500.75']],
  ['beside an open text', [12.5, '1.234'], null, ['12.5', '“1.234” can mean 1234 or 1.234. Choose the decimal mark.']],
])('numbers are their values %s, after the table was stored', async (_form, amounts, mark, revenues) => {
  const found = await readWorkbook(amounts.map((amount, at) => [DAY + at, amount]));
  expect(found).toMatchObject({ mark, revenues, warnings: [] });
});

it.each([',', '.'] as const)('numbers are their values where a person has chosen the mark %s', async (decimalMark) => {
  const { revenues } = await readWorkbook([[DAY, 1.234]], { decimalMark });
  expect(revenues).toEqual(['1.234']);
});

it('refuses percentages as amounts and counts', async () => {
  const file = (cell: string) =>
    workbook(
      [
        {
          name: 'One',
          rows: `${sheetRow(1, ['Date', 'NGR', 'Signups'])}<row r="2"><c r="A2" s="1"><v>${DAY}</v></c>${cell}</row>`,
        },
      ],
      ['yyyy\\-mm\\-dd', { id: '9' }],
    );
  const problemOf = async (cell: string) => {
    const { table } = await readTable(file(cell), somebody());
    const [answer] = table.rows.map(({ row, cells }) => rowReader(table.columns, MAPPING, LOOKUPS)(cells, row));
    return answer !== undefined && 'errors' in answer ? answer.errors.map(({ message }) => message) : [];
  };
  expect(await problemOf('<c r="B2" s="2"><v>0.5</v></c>')).toEqual(['“50%” is not a number that can be read.']);
  expect(await problemOf('<c r="B2"><v>0.5</v></c><c r="C2" s="2"><v>0.5</v></c>')).toEqual([
    '“50%” is not a number that can be read.',
  ]);
});

it('warns of days that a spreadsheet program may have swapped', async () => {
  // 11 May and 11 June, which were 5 and 6 November in the partner’s file.
  const found = await readWorkbook([
    [46153, 1],
    [46184, 2],
    ['11/13/2026', 4],
  ]);
  expect(found.days).toEqual(['2026-05-11', '2026-06-11', '2026-11-13']);
  expect(found.warnings).toEqual([
    { row: 2, column: 'Date', message: expect.stringMatching(/^2 days .* 2026-05-11, .*“11\/13\/2026”\..* swapped/) },
  ]);
  expect(
    (
      await readWorkbook([
        [DAY, 1],
        [DAY + 20, 2],
        ['11/13/2026', 4],
      ])
    ).warnings,
  ).toEqual([]);
});

it('names the rows that are hidden in a workbook', async () => {
  const rows = [sheetRow(1, ['Date', 'NGR']), sheetRow(2, [DAY, 1], ' hidden="1"'), sheetRow(3, [DAY + 1, 2])].join('');
  const { table } = await readTable(workbook([{ name: 'One', rows }], ['yyyy\\-mm\\-dd']), somebody());
  expect(table.rows).toHaveLength(2);
  expect(warningsOfFile({ hiddenRows: table.hiddenRows }, table, MAPPING)).toEqual([
    { row: 1, column: '', message: '1 row is hidden in the workbook and is read, too.' },
  ]);
});
