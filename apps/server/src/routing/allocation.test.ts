import { testApp } from '@signpost/testkit/app.ts';
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
