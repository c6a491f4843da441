import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readBoxLastDay } from '@signpost/contract/calls/stats.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import type { BoxFigures } from '@signpost/contract/insight/stats/box-figures.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { storeFacts } from './testing/random-world.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(campaign);

const now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const admin = await world.signIn('Admin');
const figures = async (id: number): Promise<BoxFigures> => {
  const { status, body } = await attempt(admin, readBoxLastDay, { params: { id } });
  expect(status).toBe(200);
  return body.data;
};

it('sums the last 24 hours of a box by campaign, and reports when there are no clicks', async () => {
  const box = await attempt(admin, campaignBoxCalls.create, {
    body: {
      name: 'Box',
      boxKind: 'regular',
      fallbackUrl: 'https://example.com',
    },
  });
  const { id: boxId } = box.body.data;
  expect(await figures(boxId)).toMatchObject({ campaigns: [], completeUntil: now.toISOString() });
  const data = await call(admin, campaignCalls.create, {
    body: {
      name: 'One',
      landerType: 'external_lander',
      targetUrl: 'https://one.example/',
    },
  });
  const { id } = data;
  const made = (hoursAgo: number, more: object) =>
    fact({
      factId: newId({ now: () => now }),
      kind: 'visit',
      campaignBoxId: boxId,
      campaignId: id,
      at: new Date(now.getTime() - hoursAgo * 3_600_000).toISOString(),
      ...more,
    });
  await storeFacts(world, [
    made(1, { visits: 1, clickouts: 1 }),
    made(23, { visits: 1, clickouts: 1 }),
    made(2, { kind: 'first_deposit', firstDeposits: 1, revenue: '80.5' }),
    made(3, { visits: 1, campaignId: 0 }),
    made(25, { visits: 1 }),
    made(1, { visits: 1, campaignBoxId: boxId + 1 }),
  ]);
  const day = await figures(boxId);
  expect(day.campaigns.map(({ name, stats }) => [name, stats['1'], stats['9'], Number(stats['11'])])).toEqual([
    ['One', 2, 1, 80.5],
    ['No campaign', 1, 0, 0],
  ]);
  expect([day.totals['1'], Number(day.totals['19']), day.from]).toEqual([3, 80.5, '2026-11-20T12:00:00.000Z']);
  expect(day.completeUntil).toBe(now.toISOString());
  const publisher = await world.signIn('Publisher');
  expect((await refusal(publisher, readBoxLastDay, { params: { id: boxId } })).status).toBe(403);
  expect((await refusal(admin, readBoxLastDay, { params: { id: boxId + 1 } })).status).toBe(404);
});
