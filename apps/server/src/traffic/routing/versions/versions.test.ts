import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildCampaignBox } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';

const boxOfferCalls = entityCalls(boxOffer);
const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const productCalls = entityCalls(entities.product);
const ruleCalls = entityCalls(entities.rule);

const world = await testApp();
const admin = await world.signIn('Admin');
const campaign = (name: string) =>
  call(admin, campaignCalls.create, {
    body: { name, landerType: 'external_lander', targetUrl: 'https://one.example/' },
  });
const [one, two] = [await campaign('One'), await campaign('Two')];
const allocation = (first: number) => [
  { campaignId: one.id, weight: first },
  { campaignId: two.id, weight: 100 - first },
];
const product = await call(admin, productCalls.create, { body: { name: 'Anvils' } });
const germans = { match: 'all', items: [{ field: 'geo', is: true, values: ['DE'] }] };
const rule = await call(admin, ruleCalls.create, {
  body: {
    name: 'Germans',
    conditions: germans,
    allocation: [{ campaignId: two.id, weight: 100 }],
  },
});
const values = { name: 'Box', fallbackUrl: 'https://fallback.example/', rules: [], allocation: allocation(70) };
const made = await call(admin, campaignBoxCalls.create, { body: values });
const list = () => call(admin, boxCalls.campaignBox.listVersions, { params: { id: made.id } });
const between = (from: number, to: number) =>
  call(admin, boxCalls.campaignBox.compareVersions, { params: { id: made.id }, query: { from, to } });
const newest = async () => (await list())[0]?.id ?? 0;

describe('Versions of a box', () => {
  it('include changes of the box, its rules and its offers, and can be compared with each other', async () => {
    const first = await newest();
    const changed = await call(admin, campaignBoxCalls.update, {
      params: { id: made.id },
      body: {
        version: made.version,
        values: { ...values, name: 'Better box', rules: [rule.id], allocation: allocation(20) },
      },
    });
    const second = await newest();
    await call(admin, boxOfferCalls.create, {
      body: { name: 'Anvil', campaignBoxId: made.id, productId: product.id, placement: 1 },
    });
    await call(admin, ruleCalls.update, {
      params: { id: rule.id },
      body: {
        version: rule.version,
        values: {
          name: 'Germans',
          status: 'active',
          allocation: [{ campaignId: two.id, weight: 100 }],
          conditions: { match: 'all', items: [{ field: 'geo', is: true, values: ['DE', 'AT'] }] },
        },
      },
    });
    expect((await list()).map(({ of, action, fields }) => [of, action, fields])).toEqual([
      ['rule', 'update', ['Conditions']],
      ['boxOffer', 'create', []],
      ['campaignBox', 'update', ['Name', 'Rules', 'Allocation']],
      ['campaignBox', 'create', []],
    ]);
    expect(await between(first, second)).toEqual([
      {
        of: 'campaignBox',
        recordId: made.id,
        name: 'Better box',
        appeared: null,
        changes: [
          { label: 'Name', before: 'Box', after: 'Better box' },
          { label: 'Rules', before: null, after: 'Germans' },
          { label: 'Allocation: One', before: '70 %', after: '20 %' },
          { label: 'Allocation: Two', before: '30 %', after: '80 %' },
        ],
      },
      expect.objectContaining({ of: 'rule', name: 'Germans', appeared: 'added' }),
    ]);
    expect(await between(second, await newest())).toEqual([
      {
        of: 'rule',
        recordId: rule.id,
        name: 'Germans',
        appeared: null,
        changes: [{ label: 'Conditions', before: 'Geo is DE', after: 'Geo is DE, AT' }],
      },
      expect.objectContaining({ of: 'boxOffer', name: 'Anvil', appeared: 'added' }),
    ]);
    expect(changed.version).toBe(2);
  });

  it('can be restored as a new version, including offers, unless somebody saved meanwhile', async () => {
    const before = await list();
    const first = before.find(({ of, action }) => of === 'campaignBox' && action === 'create')?.id ?? 0;
    const last = before[0]?.id ?? 0;
    const stale = await refusal(admin, boxCalls.campaignBox.rollBack, {
      params: { id: made.id },
      body: { to: first, version: 1 },
    });
    expect(stale.status).toBe(409);
    const back = await call(admin, boxCalls.campaignBox.rollBack, {
      params: { id: made.id },
      body: { to: first, version: 2 },
    });
    expect(back).toMatchObject({ version: 3, name: 'Box', rules: [] });
    expect(back.allocation).toMatchObject([{ weight: 70 }, { weight: 30 }]);
    expect((await between(first, await newest())).filter(({ of }) => of !== 'rule')).toEqual([]);
    const forth = await call(admin, boxCalls.campaignBox.rollBack, {
      params: { id: made.id },
      body: { to: last, version: 3 },
    });
    expect(forth).toMatchObject({ version: 4, name: 'Better box', rules: [rule.id] });
    expect(await between(last, await newest())).toEqual([]);
    expect((await list()).length).toBeGreaterThan(before.length);
  });

  it('show the current state of a box without an audit trail', async () => {
    await buildCampaignBox(world.db, { id: 777, name: 'Old' });
    expect(await call(admin, boxCalls.campaignBox.listVersions, { params: { id: 777 } })).toMatchObject([
      { id: 0, at: null, action: 'create' },
    ]);
    const record = await call(admin, campaignBoxCalls.read, { params: { id: 777 } });
    await call(admin, campaignBoxCalls.update, {
      params: { id: 777 },
      body: { version: record.version, values: { ...values, name: 'New' } },
    });
    const [change] = await call(admin, boxCalls.campaignBox.listVersions, { params: { id: 777 } });
    const parts = await call(admin, boxCalls.campaignBox.compareVersions, {
      params: { id: 777 },
      query: { from: 0, to: change?.id ?? -1 },
    });
    expect(parts[0]?.changes[0]).toEqual({ label: 'Name', before: 'Old', after: 'New' });
    expect(
      (await call(admin, boxCalls.campaignBox.rollBack, { params: { id: 777 }, body: { to: 0, version: 2 } }))
        .allocation,
    ).toEqual([]);
  });

  it('are refused for an unknown box, and cannot be restored without write access', async () => {
    expect((await refusal(admin, boxCalls.campaignBox.listVersions, { params: { id: 1 } })).status).toBe(404);
    expect(
      (
        await refusal(admin, boxCalls.campaignBox.compareVersions, {
          params: { id: made.id },
          query: { from: -1, to: 'x' },
        })
      ).status,
    ).toBe(400);
    const publisher = await world.signIn('Publisher');
    const refused = await attempt(publisher, boxCalls.campaignBox.rollBack, {
      params: { id: made.id },
      body: { to: 0, version: 1 },
    });
    expect(refused.status).toBe(403);
  });
});
