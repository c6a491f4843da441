/** A partner’s list as a workbook whose cells are numbers and days. */

import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { type Format, sheetRow, workbook } from '../../platform/testing/workbook.ts';
import { conversionWorld } from './testing/world.ts';

const { admin } = await conversionWorld();

type Row = readonly (string | number)[];
const HEADER = ['Date', 'Transaction ID', 'Payout'];
const ask = (rows: string, formats: Format[] = ['yyyy\\-mm\\-dd'], more = {}) =>
  attempt(admin, reconcileTransactions, {
    body: {
      partnerId: 951,
      dateRange: { start: '2026-01-01', end: '2026-01-31' },
      csv: '',
      file: workbook([{ name: 'One', rows }], formats).toString('base64'),
      ...more,
    },
  });
const sheetOf = (rows: readonly Row[]) => [HEADER, ...rows].map((row, at) => sheetRow(at + 1, row)).join('');
const listed = (found: Reconciliation) =>
  Object.fromEntries(found.onlyTheirs.map(({ reference, theirs }) => [reference, theirs?.amount]));

it('reads numbers as their values, whatever the mark of its texts is', async () => {
  const { body } = await ask(
    sheetOf([
      [46328, 'R1', 10.125],
      [46328, 'R2', '20,5'],
      [46328, 'R3', 1.234],
    ]),
  );
  expect(listed(body.data)).toEqual({ R1: '10.125', R2: '20.5', R3: '1.234' });
  expect(body.data).toMatchObject({ decimalMark: ',', swappedDays: null, hiddenRows: 0 });
  const alone = await ask(sheetOf([[46328, 'R1', 10.125]]));
  expect(listed(alone.body.data)).toEqual({ R1: '10.125' });
  const chosen = await ask(sheetOf([[46328, 'R1', 10.125]]), ['yyyy\\-mm\\-dd'], { decimalMark: ',' });
  expect(listed(chosen.body.data)).toEqual({ R1: '10.125' });
});

it('asks about a text that has two meanings beside a number', async () => {
  const { status, body } = await ask(
    sheetOf([
      [46328, 'R1', 10.5],
      [46328, 'R2', '1.020'],
    ]),
  );
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'decimalMark']);
});

it('reads ids that are numbers, and no percentage as an amount', async () => {
  const id = '<c r="B2"><v>12.5</v></c>';
  const rows = `${sheetRow(1, HEADER)}<row r="2">${id}<c r="C2" s="1"><v>0.5</v></c></row>`;
  expect(listed((await ask(rows, ['0%'])).body.data)).toEqual({ '12.5': null });
});

it('names hidden rows and days that may be swapped', async () => {
  const rows = `${sheetOf([
    [46153, 'R1', 1],
    ['11/13/2026', 'R2', 2],
  ])}${sheetRow(4, [46184, 'R3', 4], ' hidden="1"')}`;
  const { body } = await ask(rows);
  expect(body.data).toMatchObject({
    hiddenRows: 1,
    swappedDays: expect.stringMatching(/^2 days .*swapped/),
    sums: { theirs: '7' },
  });
});
