import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { refreshCollection } from '@signpost/contract/calls/metadata.ts';
import { campaign as campaignEntity } from '@signpost/contract/entities/campaign.ts';
import { campaignBox, ONLY_OWN_BOXES } from '@signpost/contract/entities/campaign-box.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';

const campaignCalls = entityCalls(campaignEntity);
const campaignBoxCalls = entityCalls(campaignBox);

const world = await testApp();
const admin = await world.signIn('Admin');
const saved = z.looseObject({ id: z.number(), version: z.number(), allocation: z.array(z.object({ id: z.number() })) });
const send = async <C extends AnyCall>(definition: C, input: { params?: { id: number }; body: unknown }) => {
  const { status, body } = await attempt(admin, definition, input);
  return { status, errors: body.errors ?? [], data: body.data };
};
const campaign = async (name: string, landerType: string) =>
  (await send(campaignCalls.create, { body: { name, landerType, targetUrl: 'https://one.example/{click_id}' } })).data
    .id;

const lander = await campaign('Lander', 'offer_lander');
const affiliate = await campaign('Affiliate', 'affiliate');
const box = (allocation: object[]) => ({
  name: 'Box',
  boxKind: 'regular',
  fallbackUrl: 'https://fallback.example/',
  allocation,
});

it('refuses a box with an unlocked weight of 0, or with a campaign that is listed twice', async () => {
  const zero = await send(campaignBoxCalls.create, {
    body: box([
      { campaignId: lander, weight: 100 },
      { campaignId: affiliate, weight: 0 },
    ]),
  });
  expect([zero.status, zero.errors.map(({ path }) => path)]).toEqual([400, ['allocation.1.weight']]);
  const twice = await send(campaignBoxCalls.create, {
    body: box([
      { campaignId: lander, weight: 60 },
      { campaignId: lander, weight: 40 },
    ]),
  });
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
  expect(await send(campaignBoxCalls.create, { body: box(wrong) })).toMatchObject({ status: 400, errors: refusal });
  const { data, status } = await send(campaignBoxCalls.create, { body: box(rows) });
  const made = saved.parse(data);
  expect(status).toBe(201);
  const { data: stored } = await send(campaignCalls.update, {
    params: { id: lander },
    body: {
      version: 1,
      values: { landerType: 'affiliate' },
    },
  });
  expect(stored).toMatchObject({ landerType: 'affiliate' });
  const change = (values: object, version = made.version) =>
    send(campaignBoxCalls.update, { params: { id: made.id }, body: { version, values } });
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
    await send(campaignCalls.create, {
      body: {
        name: 'Own',
        landerType: 'offer_lander',
        common: false,
        targetUrl: 'https://own.example/',
      },
    })
  ).data.id;
  const only = [{ campaignId: own, weight: 100 }];
  const first = (await send(campaignBoxCalls.create, { body: box(only) })).data;
  const refusal = { status: 400, errors: [{ path: 'allocation.0.campaignId', message: ONLY_OWN_BOXES }] };
  expect(await send(campaignBoxCalls.create, { body: box(only) })).toMatchObject(refusal);
  const second = (await send(campaignBoxCalls.create, { body: box([]) })).data;
  const change = (to: { id: number }, version: number, allocation: object[]) =>
    send(campaignBoxCalls.update, { params: { id: to.id }, body: { version, values: { allocation } } });
  expect(await change(second, second.version, only)).toMatchObject(refusal);
  // Its own box may leave it out and take it again.
  const emptied = (await change(first, first.version, [])).data;
  const again = (await change(first, emptied.version, only)).data;
  const offered = async () =>
    (await call(admin, refreshCollection, { params: { name: 'campaigns' } })).find(({ id }) => id === own)?.ownBoxes;
  expect(await offered()).toEqual([first.id]);
  const { data: common } = await send(campaignCalls.update, {
    params: { id: own },
    body: { version: 1, values: { common: true } },
  });
  expect(await offered()).toBeNull();
  const shared = (await change(second, second.version, only)).data;
  // A box keeps its campaign, even if the campaign is not common any more.
  await send(campaignCalls.update, {
    params: { id: own },
    body: { version: common.version, values: { common: false } },
  });
  for (const [one, version] of [
    [first, again.version],
    [second, shared.version],
  ] as const)
    expect(
      await send(campaignBoxCalls.update, { params: { id: one.id }, body: { version, values: { name: 'Renamed' } } }),
    ).toMatchObject({
      status: 200,
    });
});
