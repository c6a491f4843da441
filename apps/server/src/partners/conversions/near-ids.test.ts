/** Ids in a partner's list that a program has changed, such as those that lost their zeros in a spreadsheet. */

import { addTransactions, previewAddition, reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import type { AdditionPreview } from '@signpost/contract/partners/conversions/additions.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { call, refusal } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const end = new Date().toISOString().slice(0, 10);
for (const txid of ['0004711', 'AbC-9', '#A77', '0050', '50', '00xy', '000120'])
  await post(acme, { txid, status: 'ftd', click_id: await click() });
await post(acme, { txid: '000815', status: 'ftd', click_id: await click(), event_time: '2026-06-01T12:00:00Z' });
await round();

const bodyOf = (lines: readonly string[], start = '2026-01-01') => ({
  partnerId: 951,
  dateRange: { start, end },
  csv: ['Transaction ID,Amount', ...lines].join('\n'),
});
async function compare(lines: readonly string[], start?: string): Promise<Reconciliation> {
  return await call(admin, reconcileTransactions, { body: bodyOf(lines, start) });
}
const nears = (rows: Reconciliation['onlyTheirs']) =>
  rows.filter(({ near }) => near !== null).map(({ reference, cause, near }) => `${reference} ${cause} ${near}`);

it.each([
  ['4711', '0004711'],
  ['04711', '0004711'],
  ['4711.0', '0004711'],
  ['120', '000120'],
  ['abc-9', 'AbC-9'],
  ['ABC-9', 'AbC-9'],
  ['(AbC-9)', 'AbC-9'],
  ['a77', '#A77'],
])('names the near id beside %s and beside ours', async (theirs, ours) => {
  const found = await compare([`${theirs},100`]);
  expect(found).toMatchObject({ matched: 0 });
  expect(nears(found.onlyTheirs)).toEqual([`${theirs} near_id ${ours}`]);
  expect(nears(found.onlyOurs)).toEqual([`${ours} near_id ${theirs}`]);
});

it('refuses to add such a line, and names the id', async () => {
  const body = {
    ...bodyOf(['4711,100']),
    references: ['4711'],
    status: 'ftd',
    day: end,
    amountsAre: 'payout' as const,
  };
  const said: AdditionPreview = await call(admin, previewAddition, { body });
  expect(said.lines).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('0004711') }]);
  expect((await refusal(admin, addTransactions, { body })).status).toBe(400);
});

it('finds ours on other days', async () => {
  expect(nears((await compare(['815,100'], '2026-07-01')).onlyTheirs)).toEqual(['815 near_id 000815']);
});

it('names no id that has a line or a transaction of its own, and none with other letters or zeros inside', async () => {
  const found = await compare(['50,100', '0050,100', '0004711,100', '4711,100', 'xy,100', '47110,100', '40711,100']);
  expect(found.matched).toBe(3);
  expect(nears([...found.onlyTheirs, ...found.onlyOurs])).toEqual([]);
});
