/** Lines of a partner's list whose amounts have no sign, and whose direction stands in a column of its own. */

import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const end = new Date().toISOString().slice(0, 10);
for (const txid of ['one', 'two', 'three']) await post(acme, { txid, status: 'ftd', click_id: await click() });
await round();

async function compare(lines: readonly string[], more: object = {}): Promise<Reconciliation> {
  const body = { partnerId: 951, dateRange: { start: '2026-01-01', end }, csv: lines.join('\n'), ...more };
  return await call(admin, reconcileTransactions, { body });
}
const causes = ({ different }: Reconciliation) => different.map(({ reference, cause }) => `${reference} ${cause}`);

it.each([
  ['Type', 'Credit', 'Debit'],
  ['Status', 'CR', 'DR'],
  ['Soll/Haben', 'H', 'S'],
  ['Direction', 'Incoming', 'Outgoing'],
  ['Тип операции', 'Зачисление', 'Списание'],
])('takes debits back in a column %s with %s and %s', async (header, credit, debit) => {
  const head = `Transaction ID,Amount,${header}`;
  const alone = await compare([head, `one,100,${credit}`, `two,100,${debit}`]);
  expect(alone).toMatchObject({ matched: 1, unpaid: { declined: 1 }, sums: { theirs: '100' } });
  expect(causes(alone)).toEqual(['two declined']);
  const beside = await compare([head, `one,100,${credit}`, `one,40,${debit}`, `two,-30,${debit}`, `two,100,${credit}`]);
  expect(beside).toMatchObject({ matched: 0, sums: { theirs: '130' } });
});

it('reads it beside statuses and events, which can say that a credit is not paid', async () => {
  const found = await compare([
    'Transaction ID,Status,Event,Amount,D/C',
    'one,Completed,sale,100,C',
    'two,Completed,sale,100,D',
    'three,Pending,sale,100,C',
  ]);
  expect(found).toMatchObject({ matched: 1, unpaid: { declined: 1, pending: 1 }, sums: { theirs: '100' } });
  const refund = await compare([
    'Transaction ID,Event,Amount,D/C',
    'one,refund,100,C',
    'two,sale,100,C',
    'three,sale,1,D',
  ]);
  expect(refund).toMatchObject({ matched: 1, unpaid: { declined: 2 } });
});

it('has an unknown status for debits without any credit, until the mapping of the partner gives them a meaning', async () => {
  const list = ['Transaction ID,Amount,Type', 'one,100,Debit', 'two,100,Debit'];
  const found = await compare(list);
  expect(found).toMatchObject({ matched: 0, unpaid: { unknown: 2 }, sums: { theirs: '0' } });
  expect(causes(found)).toEqual(['one unknown_status', 'two unknown_status']);
  const override = { partnerId: 951, status: 'Debit', meaning: 'first_deposit', validFrom: '2026-01-01' };
  expect((await attempt(admin, statusMappingOverrideCalls.create, { body: override })).status).toBe(201);
  expect(await compare(list)).toMatchObject({ matched: 2, sums: { theirs: '200' } });
});

it('is found in a list without a header, and never in the kind of a card or a column of amounts', async () => {
  const bare = await compare(['one,100,H', 'two,100,S'], {
    headerRow: 0,
    columns: { reference: 'Column 1', amount: 'Column 2' },
  });
  expect(bare).toMatchObject({ matched: 1, unpaid: { declined: 1 } });
  const card = await compare(['Transaction ID,Amount,Card type', 'one,100,Credit', 'two,100,Debit']);
  expect(card).toMatchObject({ matched: 2 });
});
