/** Lines of a partner's list with more or fewer cells than its header. The forms are those of public reports. */

import { addTransactions, previewAddition, reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import type { AdditionPreview } from '@signpost/contract/partners/conversions/additions.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const end = new Date().toISOString().slice(0, 10);
for (const txid of ['one', 'two', 'three']) await post(acme, { txid, status: 'ftd', click_id: await click() });
await round();

const bodyOf = (lines: readonly string[]) => ({
  partnerId: 951,
  dateRange: { start: '2026-01-01', end },
  csv: lines.join('\n'),
});
async function compare(...lines: string[]): Promise<Reconciliation> {
  return await call(admin, reconcileTransactions, { body: bodyOf(lines) });
}
const causes = (rows: Reconciliation['different']) => rows.map(({ reference, cause }) => `${reference} ${cause}`);

describe('A line with more cells than the header', () => {
  it.each([
    ['an English amount without quotation marks', 'Transaction ID,Date,Amount', 'two,2026-11-27,20,000.00', 4, 3],
    ['a decimal comma between commas', 'Transaction ID,Date,Amount', 'two,2026-11-27,100,00', 4, 3],
    ['a comma in a name', 'Name,Transaction ID,Amount', 'Smith, John,two,100', 4, 3],
    ['a comma in a text behind the amount', 'Transaction ID,Amount,Note', 'two,100,paid, late', 4, 3],
    ['a semicolon in a text', 'Transaction ID;Note;Amount', 'two;paid; late;100,00', 4, 3],
    ['a blank cell beside the shifted ones', 'Transaction ID,Amount', 'two,,100', 3, 2],
  ])('is listed as one that cannot be read: %s', async (_what, header, line, cells, width) => {
    const good = header.startsWith('Name') ? 'Jane,one,100' : `one${header.includes(';') ? ';;' : ',x,'}100`;
    const whole = header === 'Transaction ID,Amount' ? 'one,100' : good;
    const first = header.endsWith('Note') ? 'one,100,' : whole;
    const found = await compare(header, first, line);
    expect(found).toMatchObject({
      matched: 1,
      different: [],
      onlyTheirs: [],
      sums: { theirs: '100' },
      illegible: [{ row: 3, message: `The row has ${cells} cells, the header ${width}.` }],
      incomplete: [],
    });
    expect(causes(found.onlyOurs)).toContain('two illegible');
  });

  it('does not decide the decimal mark, and is no line that can be added', async () => {
    const lines = ['Transaction ID,Amount,Status', 'one,100,ftd', 'absent,1.500,00,ftd', 'missing,100,ftd'];
    const found = await compare(...lines);
    expect(found).toMatchObject({ decimalMark: null, illegible: [{ row: 3 }] });
    expect(causes(found.onlyTheirs)).toEqual(['missing never_arrived']);
    const body = { ...bodyOf(lines), references: ['absent', 'missing'], day: end, amountsAre: 'payout' as const };
    const said: AdditionPreview = await call(admin, previewAddition, { body });
    expect(said.lines.map(({ reference }) => reference)).toEqual(['missing']);
    const alone = await attempt(admin, addTransactions, { body: { ...body, references: ['absent'] } });
    expect(alone.status).toBe(400);
  });

  it('is found without a header by the number of cells that most lines have', async () => {
    const lines = ['one,100', 'two,20,000.00', 'three,100'];
    const columns = { reference: 'Column 1', amount: 'Column 2' };
    const data = await call(admin, reconcileTransactions, {
      body: {
        ...bodyOf(lines),
        headerRow: 0,
        columns,
      },
    });
    expect(data).toMatchObject({
      matched: 2,
      illegible: [{ row: 2, message: 'The row has 3 cells, most rows have 2.' }],
      incomplete: [],
    });
  });

  it('is not one whose cells at the end are empty', async () => {
    const lines = ['Transaction ID,Amount', 'one,100,', 'two,100,,,', 'three,100, ,'];
    expect(await compare(...lines)).toMatchObject({ matched: 3, illegible: [], incomplete: [] });
    const header = ['Transaction ID,Amount,', 'one,100', 'two,100,'];
    expect(await compare(...header)).toMatchObject({ matched: 2, illegible: [], incomplete: [] });
  });
});

describe('A line that ends before its amount or status', () => {
  const message = (cells: number, width: number, names: string) =>
    `The row has ${cells} cells, the header ${width}: ${names} missing.`;

  it('is no match, and its line and columns are named', async () => {
    const found = await compare('Date,Transaction ID,Amount,Status', '2026-11-20,one,100,paid', '2026-11-21,two');
    expect(found).toMatchObject({
      matched: 1,
      unpaid: { unknown: 1 },
      sums: { theirs: '100' },
      incomplete: [{ row: 3, message: message(2, 4, 'Amount, Status are') }],
    });
    expect(causes(found.different)).toEqual(['two incomplete']);
  });

  it('is no match without its amount, nor without its status, and takes nothing back', async () => {
    const amountless = await compare('Transaction ID,Status,Amount', 'one,paid,100', 'two,paid', 'elsewhere,paid');
    expect(amountless).toMatchObject({
      matched: 1,
      incomplete: [{ row: 3, message: message(2, 3, 'Amount is') }, { row: 4 }],
    });
    expect(causes(amountless.different)).toEqual(['two incomplete']);
    expect(causes(amountless.onlyTheirs)).toEqual(['elsewhere incomplete']);
    const statusless = await compare('Transaction ID,Amount,Status', 'one,100,paid', 'two,100');
    expect(statusless).toMatchObject({ matched: 1, sums: { theirs: '100' }, incomplete: [{ row: 3 }] });
    const back = await compare('Transaction ID,Status,Amount', 'one,paid,100', 'one,Reversed');
    expect(causes(back.different)).toEqual(['one incomplete']);
    expect(back.sums.theirs).toBe('100');
  });

  it('is only named if another column is missing, and not at all for columns that are not read', async () => {
    const found = await compare('Transaction ID,Amount,Currency', 'one,100,EUR', 'two,100');
    expect(found).toMatchObject({ matched: 2, incomplete: [{ row: 3, message: message(2, 3, 'Currency is') }] });
    const note = await compare('Transaction ID,Amount,Note', 'one,100,x', 'two,100');
    expect(note).toMatchObject({ matched: 2, incomplete: [] });
  });

  it('cannot be added', async () => {
    const lines = ['Transaction ID,Status,Amount', 'short,ftd', `whole,ftd,100`];
    const body = { ...bodyOf(lines), references: ['short', 'whole'], day: end, amountsAre: 'payout' as const };
    const said: AdditionPreview = await call(admin, previewAddition, { body });
    expect(said.lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', message(2, 3, 'Amount is')],
      ['unmatched', expect.any(String)],
    ]);
  });
});
