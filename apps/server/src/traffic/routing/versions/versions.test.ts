import { boxCalls } from '@signpost/contract/calls/routing.ts';
import type { BoxVersion, VersionPart } from '@signpost/contract/records/box-versions.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, refusal } from '@signpost/testkit/call.ts';
import { buildCampaignBox } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');

interface Made {
  id: number;
  version: number;
  allocation: { id: number; campaignId: number; weight: number }[];
}
const send = async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Made> => {
  const answer = await admin(method, `/api/${path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
};
const read = async <T>(path: string): Promise<T> => {
  const answer = await admin('GET', `/api/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const campaign = (name: string) =>
  send('POST', 'campaigns', { name, landerType: 'external_lander', targetUrl: 'https://one.example/' });
const [one, two] = [await campaign('One'), await campaign('Two')];
const allocation = (first: number) => [
  { campaignId: one.id, weight: first },
  { campaignId: two.id, weight: 100 - first },
];
const product = await send('POST', 'products', { name: 'Anvils' });
const germans = { match: 'all', items: [{ field: 'geo', is: true, values: ['DE'] }] };
const rule = await send('POST', 'rules', {
  name: 'Germans',
  conditions: germans,
  allocation: [{ campaignId: two.id, weight: 100 }],
});
const values = { name: 'Box', fallbackUrl: 'https://fallback.example/', rules: [], allocation: allocation(70) };
const made = await send('POST', 'campaign-boxes', values);
const list = () => read<BoxVersion[]>(`campaign-boxes/${made.id}/versions`);
const between = (from: number, to: number) =>
  read<VersionPart[]>(`campaign-boxes/${made.id}/versions/difference?from=${from}&to=${to}`);
const newest = async () => (await list())[0]?.id ?? 0;

describe('Versions of a box', () => {
  it('include changes of the box, its rules and its offers, and can be compared with each other', async () => {
    const first = await newest();
    const changed = await send('PATCH', `campaign-boxes/${made.id}`, {
      version: made.version,
      values: { ...values, name: 'Better box', rules: [rule.id], allocation: allocation(20) },
    });
    const second = await newest();
    await send('POST', 'box-offers', { name: 'Anvil', campaignBoxId: made.id, productId: product.id, placement: 1 });
    await send('PATCH', `rules/${rule.id}`, {
      version: rule.version,
      values: {
        name: 'Germans',
        status: 'active',
        allocation: [{ campaignId: two.id, weight: 100 }],
        conditions: { match: 'all', items: [{ field: 'geo', is: true, values: ['DE', 'AT'] }] },
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
    const path = `campaign-boxes/${made.id}/roll-back`;
    expect((await admin('POST', `/api/${path}`, { to: first, version: 1 })).status).toBe(409);
    const back = await send('POST', path, { to: first, version: 2 });
    expect(back).toMatchObject({ version: 3, name: 'Box', rules: [] });
    expect(back.allocation.map(({ weight }) => weight)).toEqual([70, 30]);
    expect((await between(first, await newest())).filter(({ of }) => of !== 'rule')).toEqual([]);
    const forth = await send('POST', path, { to: last, version: 3 });
    expect(forth).toMatchObject({ version: 4, name: 'Better box', rules: [rule.id] });
    expect(await between(last, await newest())).toEqual([]);
    expect((await list()).length).toBeGreaterThan(before.length);
  });

  it('show the current state of a box without an audit trail', async () => {
    await buildCampaignBox(world.db, { id: 777, name: 'Old' });
    const path = 'campaign-boxes/777';
    expect(await read(`${path}/versions`)).toMatchObject([{ id: 0, at: null, action: 'create' }]);
    const record = await read<{ version: number }>(path);
    await send('PATCH', path, { version: record.version, values: { ...values, name: 'New' } });
    const [change] = await read<BoxVersion[]>(`${path}/versions`);
    const parts = await read<VersionPart[]>(`${path}/versions/difference?from=0&to=${change?.id}`);
    expect(parts[0]?.changes[0]).toEqual({ label: 'Name', before: 'Old', after: 'New' });
    expect((await send('POST', `${path}/roll-back`, { to: 0, version: 2 })).allocation).toEqual([]);
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
