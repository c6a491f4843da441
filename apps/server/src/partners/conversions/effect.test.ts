import {
  assignStatus,
  listUnassignedStatuses,
  previewIntegration,
  previewMapping,
  previewOverride,
} from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { decideChange, listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import type {
  MappingEffect,
  OverrideEffect,
  UnassignedStatus,
} from '@signpost/contract/partners/conversions/effect.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionWorld } from './testing/world.ts';

const integrationCalls = entityCalls(integration);

const world = await conversionWorld();
const { admin, post, click, round, measures, keyOf } = world;
const acme = (await keyOf(951)).key;

const storedSettings = z.object({
  postback: z.object({ names: z.looseObject({}), statuses: z.record(z.string(), z.string()) }),
});
const mapping = (status: string, meaning: string, validFrom = '2026-01-01') => ({
  partnerId: 951,
  status,
  meaning,
  validFrom,
});
async function effectOf(draft: ReturnType<typeof mapping>): Promise<MappingEffect> {
  const { status, body } = await attempt(admin, previewMapping, { body: draft });
  expect(status).toBe(200);
  return body.data;
}

describe('Unassigned statuses', () => {
  it('are ranked by the money at stake, with a suggestion based on their words', async () => {
    for (const status of ['player registered', 'player registered', 'player registered'])
      await post(acme, { click_id: await click(), status });
    await post(acme, { click_id: await click(), status: 'FTD approved' });
    await post(acme, { click_id: await click({ geoId: 57 }), status: 'ftd APPROVED' });
    await post(acme, { click_id: 'unknown', status: 'Odd' });
    const data = await call(admin, listUnassignedStatuses, {});
    const rows: UnassignedStatus[] = data;
    expect(rows.map(({ status, transactions, atStake, likely }) => [status, transactions, atStake, likely])).toEqual([
      ['player registered', 3, '300', 'lead'],
      [expect.stringMatching(/^ftd approved$/i), 2, '140', 'first_deposit'],
      ['Odd', 1, '0', null],
    ]);
  });

  it('forecast the changes of an assignment, which then changes exactly that', async () => {
    const clicks = [await click(), await click({ geoId: 57 })];
    for (const clickId of clicks) await post(acme, { click_id: clickId, status: 'paid' });
    await post(acme, { click_id: 'nobody', status: 'paid' });
    const twin = await click();
    await post(acme, { click_id: twin, status: 'ftd' });
    await post(acme, { click_id: twin, status: 'paid' });
    await round();
    const draft = mapping('PAID', 'first_deposit');
    expect(await effectOf(draft)).toMatchObject({
      transactions: 4,
      firstDeposits: 2,
      leads: 0,
      revenue: '140',
      duplicates: 1,
      unmatched: 1,
      isCapped: false,
    });
    expect(await effectOf({ ...draft, validFrom: '2099-01-01' })).toMatchObject({ transactions: 0, revenue: '0' });
    expect((await attempt(admin, assignStatus, { body: draft })).status).toBe(201);
    await round();
    const sums = await Promise.all(clicks.map(measures));
    expect(sums.map(({ revenue }) => revenue)).toEqual(['100', '40']);
    // Another meaning reverses what is already counted.
    expect(await effectOf(mapping('paid', 'lead', '2026-01-02'))).toMatchObject({
      transactions: 4,
      firstDeposits: -2,
      leads: 3,
      revenue: '-140',
    });
  });

  it('include transactions with the previous meaning in the forecast of a changed assignment', async () => {
    for (const day of ['2026-03-05', '2026-04-05']) {
      const clickId = await click({ at: `${day}T08:00:00.000Z` });
      await post(acme, { click_id: clickId, status: 'dated', event_time: `${day}T12:00:00Z` });
    }
    const body = mapping('dated', 'first_deposit', '2026-03-01');
    const { id } = await call(admin, entityCalls(statusMappingOverride).create, { body });
    await round();
    const saved = { ...mapping('dated', 'first_deposit', '2026-03-01'), id };
    expect(await effectOf(saved)).toMatchObject({ transactions: 0, revenue: '0' });
    expect(await effectOf({ ...saved, validFrom: '2026-04-01' })).toMatchObject({
      transactions: 1,
      firstDeposits: -1,
      revenue: '-100',
      since: '2026-03-05',
    });
    expect(await effectOf({ ...saved, status: 'misspelt' })).toMatchObject({
      transactions: 2,
      firstDeposits: -2,
      revenue: '-200',
    });
  });

  it('forecast the changes of new integration settings, which then change exactly that', async () => {
    const clicks = [await click(), await click(), await click()];
    await post(acme, { click_id: clicks[0] ?? '', status: 'VIP' });
    await post(acme, { click_id: clicks[1] ?? '', status: 'VIP', event_time: '2026-05-05T10:00:00Z' });
    await post(acme, { click_id: clicks[2] ?? '', status: 'reg' });
    await round();
    const { name, version, ...stored } = await call(admin, entityCalls(integration).read, { params: { id: 960 } });
    const settingsJson = storedSettings.parse(stored.settingsJson);
    const ask = async (statuses: Record<string, string>): Promise<MappingEffect> => {
      const settings = { postback: { ...settingsJson.postback, statuses } };
      const { status, body: told } = await attempt(admin, previewIntegration, {
        body: {
          id: 960,
          settingsJson: settings,
        },
      });
      expect(status).toBe(200);
      return told.data;
    };
    const { statuses } = settingsJson.postback;
    expect(await ask(statuses)).toMatchObject({ transactions: 0, revenue: '0', since: null });
    const next = { ...statuses, vip: 'first_deposit' };
    const told = await ask(next);
    expect(told).toMatchObject({
      transactions: 2,
      firstDeposits: 2,
      revenue: '200',
      since: '2026-05-05',
      isCapped: false,
    });
    const values = { name, settingsJson: { postback: { ...settingsJson.postback, statuses: next } } };
    expect(
      (await attempt(admin, integrationCalls.update, { params: { id: 960 }, body: { version, values } })).status,
    ).toBe(200);
    await round();
    expect(await measures(clicks[0] ?? '')).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect(await ask(next)).toMatchObject({ transactions: 0 });
    expect((await ask({ vip: 'first_deposit' })).leads).toBeLessThan(0);
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, previewIntegration, { body: { id: 960, settingsJson: null } })).status).toBe(403);
  });

  it('are accessible to operations and management only', async () => {
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, listUnassignedStatuses, {})).status).toBe(403);
    expect((await refusal(seo, assignStatus, { body: mapping('x', 'lead') })).status).toBe(403);
    const operations = await world.signIn('Operations');
    expect((await attempt(operations, listUnassignedStatuses, {})).status).toBe(200);
    expect((await refusal(operations, assignStatus, { body: mapping('', 'lead') })).status).toBe(400);
  });
});

describe('A partner override', () => {
  it('forecasts its effect on the last days, and later shows what it priced', async () => {
    const bolt = (await keyOf(952)).key;
    const lead = async () => post(bolt, { click_id: await click({ partnerId: 952 }), status: 'reg' });
    await lead();
    await lead();
    await round();
    const draft = {
      partnerId: 952,
      geoId: 12,
      trafficSourceId: null,
      dealType: 'CPL' as const,
      amount: '20',
      currency: 'EUR',
    };
    const effect = async (more = {}): Promise<OverrideEffect> =>
      await call(admin, previewOverride, { body: { ...draft, ...more } });
    // 11.80 USD at 1.13: the rate of the world's beginning.
    expect(await effect()).toMatchObject({ conversions: 2, changed: 2, was: '20.884956', would: '40', used: null });
    expect(await effect({ geoId: 57 })).toMatchObject({ conversions: 2, changed: 0, would: '20.884956' });
    const body = { ...draft, name: 'Better', validFrom: '2026-01-01' };
    const { id } = await call(admin, entityCalls(partnerOverride).create, { body });
    // An override that nobody has approved prices nothing.
    expect(await effect({ id })).toMatchObject({ conversions: 2, used: { conversions: 0 } });
    const [waiting] = await call(admin, listWaitingChanges, {});
    const manager = await world.signIn('Management');
    await call(manager, decideChange, {
      params: { kind: 'partnerOverride', id },
      body: { hash: waiting?.hash ?? '', verdict: 'approved' },
    });
    await lead();
    await round();
    expect(await effect({ id })).toMatchObject({ conversions: 3, used: { conversions: 1, revenue: '20.000000' } });
  });
});
