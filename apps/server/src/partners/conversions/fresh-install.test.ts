import { showPostbackSetup } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const integrationCalls = entityCalls(integration);

const world = await conversionWorld();
const { admin, post, click, round, measures } = world;

/** A partner of the integration that every installation begins with, paying 50 EUR for a first deposit. */
async function newPartner(name: string): Promise<{ id: number; key: string }> {
  const deal = {
    geoId: 12,
    integrationId: 1,
    dealType: 'CPA',
    dealRevenueType: 'firstDeposit',
    fixedAmount: '50',
    weight: 1,
  };
  const body = {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [1],
    deals: [deal],
  };
  const { id } = await call(admin, entityCalls(partner).create, { body });
  return { id, key: (await world.keyOf(id)).key };
}

describe('A fresh install', () => {
  it('counts the statuses of the standard integration', async () => {
    const { id, key } = await newPartner('Fresh');
    expect(await call(admin, showPostbackSetup, { params: { id } })).toMatchObject({
      settings: { statuses: { ftd: 'first_deposit', qualified: 'qualified_lead', rejected: 'rejected_lead' } },
    });
    const clickId = await click({ partnerId: id, integrationId: 1 });
    for (const status of ['lead', 'qualified', 'ftd', 'rejected'])
      expect(await post(key, { click_id: clickId, status, txid: `fresh-${status}` })).toMatchObject({ status: 200 });
    await round();
    const stored = await world.transactions();
    expect(stored.map(({ meaning, state }) => [meaning, state])).toEqual([
      ['lead', 'counted'],
      ['qualified_lead', 'counted'],
      ['first_deposit', 'counted'],
      ['rejected_lead', 'counted'],
    ]);
    expect(await measures(clickId)).toMatchObject({ leads: '1', first_deposits: '1', revenue: '50' });
  });

  it('refuses unknown settings and names their path', async () => {
    const { version } = await call(admin, entityCalls(integration).read, { params: { id: 1 } });
    const values = { name: 'Standard postback', settingsJson: { statuses: { ftd: 'first_deposit' } } };
    const { status, body } = await attempt(admin, integrationCalls.update, {
      params: { id: 1 },
      body: { version, values },
    });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'settingsJson.statuses', message: 'This setting does not exist.' }],
    ]);
  });
});
