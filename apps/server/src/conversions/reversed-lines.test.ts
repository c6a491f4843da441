/** Lines of a partner's list that take transactions back, or pay nothing, in every word and column. */
import type { Reconciliation } from '@signpost/contract/conversions/reconcile.ts';
import { expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const end = new Date().toISOString().slice(0, 10);
const click4 = await click();
for (const txid of ['one', 'two', 'three']) await post(acme, { txid, status: 'ftd', click_id: await click() });
await post(acme, { txid: 'four', status: 'ftd', click_id: click4 });
await round();
await post(acme, { txid: 'four-back', status: 'chargeback', click_id: click4 });
await round();
const mapped = await admin('POST', '/api/status-mapping-overrides', {
  partnerId: 951,
  status: 'Money back',
  meaning: 'chargeback',
  validFrom: '2026-01-01',
});
expect(mapped.status).toBe(201);

async function compare(...lines: string[]): Promise<Reconciliation> {
  const body = { partnerId: 951, dateRange: { start: '2026-01-01', end }, csv: lines.join('\n') };
  return (await admin('POST', '/api/affiliate-transactions/reconcile', body)).body.data;
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
