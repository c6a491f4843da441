/** Lines of a partner's list that take transactions back, or pay nothing, in every word and column. */

import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const end = new Date().toISOString().slice(0, 10);
const click4 = await click();
for (const txid of ['one', 'two', 'three']) await post(acme, { txid, status: 'ftd', click_id: await click() });
await post(acme, { txid: 'four', status: 'ftd', click_id: click4 });
await round();
await post(acme, { txid: 'five', status: 'ftd', click_id: await click() });
await round();
await post(acme, { txid: 'five', status: 'chargeback' });
await post(acme, { txid: 'four-back', status: 'chargeback', click_id: click4 });
await round();
const mapped = await attempt(admin, statusMappingOverrideCalls.create, {
  body: {
    partnerId: 951,
    status: 'Money back',
    meaning: 'chargeback',
    validFrom: '2026-01-01',
  },
});
expect(mapped.status).toBe(201);

async function compare(...lines: string[]): Promise<Reconciliation> {
  const body = { partnerId: 951, dateRange: { start: '2026-01-01', end }, csv: lines.join('\n') };
  return await call(admin, reconcileTransactions, { body });
}
const causes = ({ different }: Reconciliation) => different.map(({ reference, cause }) => `${reference} ${cause}`);

it.each(['Chargeback', 'CHARGEBACK', 'Charged back', 'charge-back', 'Reversal', 'refund', 'Storno', 'Money back'])(
  'never matches a transaction with the status %s',
  async (word) => {
    const alone = await compare('Transaction ID,Status,Amount', 'one,Approved,100', `two,${word},100`);
    expect(alone).toMatchObject({ matched: 1, unpaid: { declined: 1 }, sums: { theirs: '100' } });
    expect(causes(alone)).toEqual(['two declined']);
    const beside = await compare(
      'Transaction ID,Status,Amount',
      `one,${word},100`,
      'one,Approved,100',
      'two,Approved,100',
      `two,${word},-40`,
    );
    expect(beside).toMatchObject({ matched: 0, sums: { theirs: '60' } });
    expect(causes(beside)).toEqual(['one charged_back', 'two terms']);
  },
);

it.each([
  'Transaction type',
  'TRANSACTION_TYPE',
  'Type of transaction',
  'Record type',
  'Event type',
  'Vorgang',
  'Tipo',
])('reads refunds in a column called %s, also beside a column of statuses', async (header) => {
  const lines = ['one,payment,100', 'two,refund,100', 'three,chargeback,100'];
  const alone = await compare(`Transaction ID,${header},Amount`, ...lines);
  expect(alone).toMatchObject({ matched: 1, unpaid: { declined: 2 }, sums: { theirs: '100' } });
  expect(causes(alone)).toEqual(['two declined', 'three declined']);
  const beside = await compare(
    `Transaction ID,Status,${header},Amount`,
    ...lines.map((line) => line.replace(',', ',Completed,')),
  );
  expect(beside).toMatchObject({ columns: { status: 'Status' }, matched: 1, unpaid: { declined: 2 } });
});

it('takes the amount of a withdrawal for nothing that is earned', async () => {
  const found = await compare('Transaction ID,Event,Amount', 'one,withdrawal,100', 'two,sale,100', 'two,Withdrawal,50');
  expect(found).toMatchObject({ matched: 1, sums: { theirs: '100' } });
  expect(causes(found)).toEqual(['one charged_back']);
});

it('matches refunds with ids of their own, whatever the sign of their amounts', async () => {
  const head = 'Transaction ID,Type,Amount';
  const matched = { matched: 2, unpaid: { declined: 0 }, sums: { theirs: '0' } };
  expect(await compare(head, 'four,sale,100', 'four-back,refund,100')).toMatchObject(matched);
  expect(await compare(head, 'four,sale,100', 'four-back,refund,-100')).toMatchObject(matched);
  expect(causes(await compare(head, 'four-back,refund,60'))).toEqual(['four-back charged_back']);
});

describe('a line that takes back beside a paid one of the same id', () => {
  const paid = 'one,Approved,100';
  it.each([
    ['with 0 behind it', '0', [paid, 'one,Reversed,0']],
    ['with 0 before it', '0', ['one,Reversed,0.00', paid]],
    ['without an amount', '0', [paid, 'one,Reversed,']],
    ['with a word for nothing', '0', [paid, 'one,Refund,n/a']],
    ['with 0, twice', '0', [paid, 'one,Reversed,0', 'one,Reversed,0']],
    ['with its whole amount, twice', '0', [paid, 'one,Reversed,100', 'one,Reversed,-100']],
    ['with more than was paid', '0', [paid, 'one,Chargeback,250']],
    ['in parts', '30', ['one,Reversed,40', paid, 'one,Reversed,30']],
    ['in parts of either sign', '30', ['one,Reversed,-40', paid, 'one,Reversed,30']],
    ['in part, and then without an amount', '0', [paid, 'one,Reversed,-40', 'one,Reversed,']],
    ['in a list of negative sales', '-60', ['one,Approved,-100', 'one,Reversed,40']],
    ['of two payments', '50', [paid, 'one,Approved,50', 'one,Reversed,-100']],
    ['declined with a negative amount', '0', [paid, 'one,Declined,-100']],
  ])('takes back what it says: %s', async (_what, left, lines) => {
    const found = await compare('Transaction ID,Status,Amount', ...lines);
    expect(found).toMatchObject({ matched: 0, unpaid: { declined: 0 }, sums: { theirs: left } });
    expect(found.different[0]?.theirs?.amount).toBe(left);
  });

  it('takes back in a column of events, and in a list without amounts', async () => {
    const events = await compare(
      'Transaction ID,Status,Event,Amount',
      'one,Approved,sale,100',
      'one,Approved,refund,0',
    );
    expect(causes(events)).toEqual(['one charged_back']);
    const bare = await compare('Transaction ID,Status', 'one,Reversed', 'one,Approved', 'two,Approved');
    expect(causes(bare)).toEqual(['one charged_back']);
    expect(bare.matched).toBe(1);
  });

  it('matches a transaction that we have taken back too, and a refund with an id of its own', async () => {
    const found = await compare('Transaction ID,Status,Amount', 'five,Approved,100', 'five,Reversed,0');
    expect(found).toMatchObject({ matched: 1, different: [], sums: { theirs: '0' } });
    expect(await compare('Transaction ID,Type,Amount', 'four-back,refund,0')).toMatchObject({ matched: 1 });
  });

  it('says that its amount cannot be read or compared, where that is so', async () => {
    const found = await compare(
      'Transaction ID,Status,Amount',
      paid,
      'one,Reversed,many',
      'two,Approved,100',
      'two,Reversed,$0',
    );
    expect(causes(found)).toEqual(['one unreadable', 'two other_currency']);
  });
});
