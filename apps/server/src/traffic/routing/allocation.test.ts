import { refreshCollection } from '@signpost/contract/calls/metadata.ts';
import { ONLY_OWN_BOXES } from '@signpost/contract/entities/campaign-box.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';

interface Saved {
  id: number;
  version: number;
  allocation: { id: number }[];
}

const world = await testApp();
const admin = await world.signIn('Admin');
const send = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
  const answer = await admin(method, `/api/${path}`, body);
  return { status: answer.status, errors: answer.body.errors ?? [], data: answer.body.data as Saved };
};
const campaign = async (name: string, landerType: string) =>
  (await send('POST', 'campaigns', { name, landerType, targetUrl: 'https://one.example/{click_id}' })).data.id;

const lander = await campaign('Lander', 'offer_lander');
const affiliate = await campaign('Affiliate', 'affiliate');
const box = (allocation: object[]) => ({
  name: 'Box',
  boxKind: 'regular',
  fallbackUrl: 'https://fallback.example/',
  allocation,
});

it('refuses a box with an unlocked weight of 0, or with a campaign that is listed twice', async () => {
  const zero = await send(
    'POST',
    'campaign-boxes',
    box([
      { campaignId: lander, weight: 100 },
      { campaignId: affiliate, weight: 0 },
    ]),
  );
  expect([zero.status, zero.errors.map(({ path }) => path)]).toEqual([400, ['allocation.1.weight']]);
  const twice = await send(
    'POST',
    'campaign-boxes',
    box([
      { campaignId: lander, weight: 60 },
      { campaignId: lander, weight: 40 },
    ]),
  );
  expect([twice.status, twice.errors]).toEqual([
    400,
    [{ path: 'allocation.1.campaignId', message: 'This campaign is already in the allocation.' }],
  ]);
});

it('accepts a CTA label for an offer lander alone, and keeps one whose campaign has become something else', async () => {
  const rows = [
    { campaignId: lander, weight: 50, ctaLabel: 'Play now' },
    { campaignId: affiliate, weight: 50 },
  ];
  const refusal = [{ path: 'allocation.1.ctaLabel', message: 'Only offer landers have a CTA label.' }];
  const wrong = rows.map((row) => ({ ...row, ctaLabel: 'Play now' }));
  expect(await send('POST', 'campaign-boxes', box(wrong))).toMatchObject({ status: 400, errors: refusal });
  const { data: made, status } = await send('POST', 'campaign-boxes', box(rows));
  expect(status).toBe(201);
  const { data: stored } = await send('PATCH', `campaigns/${lander}`, {
    version: 1,
    values: { landerType: 'affiliate' },
  });
  expect(stored).toMatchObject({ landerType: 'affiliate' });
  const change = (values: object, version = made.version) =>
    send('PATCH', `campaign-boxes/${made.id}`, { version, values });
  const [first, second] = made.allocation;
  const renamed = await change({
    name: 'Renamed',
    allocation: rows.map((row, at) => ({ ...row, id: made.allocation[at]?.id })),
  });
  expect(renamed).toMatchObject({ status: 200, data: { name: 'Renamed' } });
  expect(
    await change({ allocation: [{ id: first?.id }, { id: second?.id, ctaLabel: 'Bet now' }] }, renamed.data.version),
  ).toMatchObject({ status: 400, errors: refusal });
});

it('lets a campaign that is not common into its own boxes only, and every other one into all', async () => {
  const own = (
    await send('POST', 'campaigns', {
      name: 'Own',
      landerType: 'offer_lander',
      common: false,
      targetUrl: 'https://own.example/',
    })
  ).data.id;
  const only = [{ campaignId: own, weight: 100 }];
  const first = (await send('POST', 'campaign-boxes', box(only))).data;
  const refusal = { status: 400, errors: [{ path: 'allocation.0.campaignId', message: ONLY_OWN_BOXES }] };
  expect(await send('POST', 'campaign-boxes', box(only))).toMatchObject(refusal);
  const second = (await send('POST', 'campaign-boxes', box([]))).data;
  const change = (to: Saved, version: number, allocation: object[]) =>
    send('PATCH', `campaign-boxes/${to.id}`, { version, values: { allocation } });
  expect(await change(second, second.version, only)).toMatchObject(refusal);
  // Its own box may leave it out and take it again.
  const emptied = (await change(first, first.version, [])).data;
  const again = (await change(first, emptied.version, only)).data;
  const offered = async () =>
    (await call(admin, refreshCollection, { params: { name: 'campaigns' } })).find(({ id }) => id === own)?.ownBoxes;
  expect(await offered()).toEqual([first.id]);
  const { data: common } = await send('PATCH', `campaigns/${own}`, { version: 1, values: { common: true } });
  expect(await offered()).toBeNull();
  const shared = (await change(second, second.version, only)).data;
  // What a box has stays, even if the campaign is not common any more.
  await send('PATCH', `campaigns/${own}`, { version: common.version, values: { common: false } });
  for (const [one, version] of [
    [first, again.version],
    [second, shared.version],
  ] as const)
    expect(await send('PATCH', `campaign-boxes/${one.id}`, { version, values: { name: 'Renamed' } })).toMatchObject({
      status: 200,
    });
});
