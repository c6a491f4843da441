/** Drafts of sums that come to nothing or less, each with the reason why they are refused. */

import * as calls from '@signpost/contract/calls/documents.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const { author, db, tell, draft } = await documentWorld();
const address = { legalName: 'Nothing GmbH', street: 'Ring 1', postalCode: '1010', city: 'Vienna', billingGeoId: 12 };
const free: number[] = [];
for (let made = 0; made < 8; made += 1)
  free.push(
    (await buildPartner(db, { ...address, partnerTypeId: 950, currency: 'EUR', billingFrom: '2025-01-01' })).id,
  );

const ADDS_UP = 'The amounts add up to 0, so there is nothing to bill.';

it.each([
  ['amounts that add up to 0', ['45', '-45'], ADDS_UP, ADDS_UP],
  ['a sum below one cent', ['0.004'], 'The sum is below €0.01, so there is nothing to bill.', ''],
  [
    'corrections below one cent',
    ['3', '-3.004'],
    'Corrections exceed what is due by less than €0.01. They stay open and reduce a later document.',
    'Corrections exceed what is due.',
  ],
  [
    'corrections of a cent',
    ['3', '-3.01'],
    'Corrections of −€0.01 exceed what is due.',
    'Corrections exceed what is due.',
  ],
])('are refused for %s with the reason', async (_form, amounts, reason, listed) => {
  const partnerId = free.pop() ?? 0;
  for (const amount of amounts) {
    const kind = amount.startsWith('-') ? 'correction' : 'first_deposit';
    await tell([{ partnerId, kind, amount, revenue: amount, firstDeposits: 1 }]);
  }
  await expect(draft('receivable', partnerId)).rejects.toThrow(reason);
  const due = await call(author, calls.listDue, { query: { side: 'receivable', month: '2026-10' } });
  expect(due.filter(({ partyId }) => partyId === partnerId).map(({ problem }) => problem)).toEqual([listed]);
});
