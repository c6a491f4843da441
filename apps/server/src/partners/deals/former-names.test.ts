import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildDeal, buildPartner } from '@signpost/testkit/factories.ts';
import { expect, it } from 'vitest';
import { appendAudit } from '../../workplace/records/audit.ts';
import { readTerms } from './terms.ts';

const partnerCalls = entityCalls(entities.partner);

const { db, signIn } = await testApp();
const admin = await signIn('Admin');

const partner = await buildPartner(db, { version: 2 });
const deal = await buildDeal(db, { partnerId: partner.id, fixedAmount: '120' });

// An entry from before the fixed amount was renamed; the trail is never rewritten.
const entry = (amount: string) => ({
  currency: 'EUR',
  deals: [
    {
      id: deal.id,
      geoId: deal.geoId,
      integrationId: deal.integrationId,
      dealType: 'CPA',
      dealRevenueType: 'firstDeposit',
      weight: 1,
      deal: amount,
    },
  ],
});
await db.transaction().execute((trx) =>
  appendAudit(trx, {
    userId: null,
    entity: 'partner',
    recordId: partner.id,
    action: 'update',
    version: 2,
    before: entry('100'),
    after: entry('120'),
    requestId: null,
    at: new Date('2026-03-01T00:00:00.000Z'),
  }),
);

it('pays an earlier click the amount of its time, although the audit trail stored it under a former name', async () => {
  const click = { publisherId: 0, dealId: deal.id, dealVersion: 1 };
  const terms = await readTerms(db, [partner.id], [click]);
  expect(terms.dealsFor(click)).toMatchObject([{ id: deal.id, fixedAmount: '100' }]);
});

it('shows and restores a stored amount under the name that the field has today', async () => {
  const data = await call(admin, partnerCalls.history, { params: { id: partner.id } });
  expect(data).toMatchObject([
    {
      changes: [{ field: 'deals', before: [{ fixedAmount: '100' }], after: [{ fixedAmount: '120' }] }],
      snapshot: { deals: [{ fixedAmount: '120' }] },
    },
  ]);
});
