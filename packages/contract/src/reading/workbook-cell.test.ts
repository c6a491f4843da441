/** Cells of workbooks that are numbers or days, beside texts as people write them. */
import { describe, expect, it } from 'vitest';
import { detectMark, readAmount } from './amount.ts';
import { detectOrder, findSwapped, readDay, swappedNotice } from './day.ts';
import { findTable, hiddenRowsNotice } from './table.ts';
import { markedCell as cell, withoutCellMark } from './workbook-cell.ts';

describe('a number of a workbook', () => {
  it.each([
    ['10.125', '10.125'],
    ['1.234', '1.234'],
    ['-100.125', '-100.125'],
    ['$1234.567', '1234.567'],
    ['1.125 EUR', '1.125'],
    ['0.0000001', '0.0000001'],
  ])('%s is its value, whatever the mark of the file is', (text, amount) => {
    for (const mark of [null, '.', ','] as const)
      expect(readAmount(cell(text), { mark })).toEqual({ kind: 'amount', amount });
  });

  it('is foreign or no amount as a text is', () => {
    expect(readAmount(cell('$1.5'), { currency: 'EUR' })).toEqual({ kind: 'foreign', found: '$' });
    expect(readAmount(cell('12.5%'))).toEqual({ kind: 'unreadable' });
  });

  it.each<[cells: string[], mark: string | null, example: string | null]>([
    [[cell('10.125'), '0,5'], ',', null],
    [[cell('12.5'), '1.234'], null, '1.234'],
    [[cell('12.5'), '1,234'], null, '1,234'],
    [[cell('12.5'), '12,50', '1.234'], ',', null],
    [[cell('1.234'), cell('2.345')], null, null],
    [[cell('12.5%'), '1.234'], null, '1.234'],
    [['12.5', '1.234'], '.', null],
  ])('tells nothing about texts: %j', (cells, mark, example) => {
    expect(detectMark(cells)).toEqual({ mark, isMixed: false, example });
  });
});

describe('a day of a workbook', () => {
  it('is read as it is', () => {
    expect(readDay(cell('2026-11-05'), { today: null, order: 'monthFirst' })).toEqual({
      kind: 'day',
      day: '2026-11-05',
    });
  });

  it.each<[form: string, cells: string[], count: number]>([
    ['an American file in a European program', [cell('2026-05-11'), cell('2026-06-11'), '11/13/2026'], 2],
    ['a European file in an American program', ['13/11/2026 10:00', cell('2026-05-11'), '14/11/2026'], 1],
    ['the same with dashes', ['11-13-2026', cell('2026-05-11')], 1],
    ['a real day after the 12th', [cell('2026-05-11'), cell('2026-11-14'), '11/13/2026'], 0],
    ['a day that is the same when swapped', [cell('2026-11-11'), '11/13/2026'], 0],
    ['real days only', [cell('2026-05-11')], 0],
    ['texts only', ['2026-05-11', '11/13/2026'], 0],
    ['texts with two meanings', [cell('2026-05-11'), '05/11/2026'], 0],
    ['texts with points, in which the day comes first', [cell('2026-05-11'), '13.11.2026'], 0],
    ['texts with the year first', [cell('2026-05-11'), '2026-11-13'], 0],
    ['a total', [cell('2026-05-11'), 'Total', ''], 0],
  ])('may be swapped if texts beside it say so: %s', (_form, cells, count) => {
    expect(findSwapped(cells)?.count ?? 0).toBe(count);
    expect(detectOrder(cells).isMixed).toBe(count > 0);
  });

  it('is named if it may be swapped', () => {
    expect(swappedNotice(findSwapped([cell('2026-05-11'), '11/13/2026']))).toBe(
      '1 day of the workbook is a real date such as 2026-05-11, others are texts such as “11/13/2026”. A spreadsheet program may have swapped day and month of the real dates. Compare them with the partner’s own file.',
    );
    expect(swappedNotice(null)).toBeNull();
  });
});

it('shows no marks in headers, titles and totals', () => {
  const rows = [
    [cell('1.5'), 'x'],
    ['Day', 'Sum'],
    ['a', cell('2.5')],
    ['Total', cell('2.5')],
  ];
  const found = findTable(
    rows.map((cells, at) => ({ row: at + 1, cells })),
    (names) => Number(names.includes('Day')),
  );
  expect(found).toMatchObject({ titles: [{ text: '1.5 x' }], totals: [{ text: 'Total 2.5' }] });
  expect(withoutCellMark(found?.rows[0]?.cells[1] ?? '')).toBe('2.5');
});

it('says how many rows are hidden', () => {
  expect([0, 1, 3].map(hiddenRowsNotice)).toEqual([
    null,
    '1 row is hidden in the workbook and is read, too.',
    '3 rows are hidden in the workbook and are read, too.',
  ]);
});
