import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { PublisherHome } from '@signpost/contract/calls/publisher-home.ts';
import { readPublisherHome } from '@signpost/contract/calls/publisher-home.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { expect, it } from 'vitest';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { newId } from '../../platform/ids.ts';

const now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const admin = await world.signIn('Admin');
const create = async (entity: EntityDefinition, values: object): Promise<number> =>
  (await call(admin, entityCalls(entity).create, { body: values })).id;
const publisherId = await create(entities.publisher, { name: 'Own', currency: 'EUR', managerId: admin.userId });
const otherId = await create(entities.publisher, { name: 'Other', currency: 'EUR' });
const box = async (owner: number, name: string, more: object = {}) =>
  await create(entities.campaignBox, {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
    websiteId: await create(entities.website, { name: `${name.toLowerCase()}.example`, publisherId: owner }),
    ...more,
  });
const ownBox = await box(publisherId, 'Sidebar');
await box(publisherId, 'Paused', { status: 'paused' });
await box(otherId, 'Foreign');
const made = (owner: number, daysAgo: number, more: object) =>
  fact({
    factId: newId({ now: () => now }),
    kind: 'visit',
    publisherId: owner,
    at: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
    ...more,
  });
await storeFacts(world, [
  made(publisherId, 0, { visits: 2, clickouts: 1, publisherCost: '1.1' }),
  made(publisherId, 3, { kind: 'flat_fee', flatFeeCost: '0.2' }),
  made(publisherId, 20, { kind: 'lead', leads: 1, publisherCost: '5', revenue: '99' }),
  made(publisherId, 40, { publisherCost: '1000' }),
  made(otherId, 0, { visits: 7, publisherCost: '7' }),
]);
const home = async (of?: number): Promise<PublisherHome> => {
  const person = await world.signIn('Publisher', of === undefined ? {} : { publisherId: of });
  const { status, body } = await attempt(person, readPublisherHome, {});
  expect(status).toBe(200);
  return body.data;
};

it('shows a publisher its own clicks and earnings with flat fees, and nothing of what we earn', async () => {
  const { publisher, periods, days } = await home(publisherId);
  expect(publisher).toMatchObject({ id: publisherId, name: 'Own' });
  expect(periods.map(({ period, earnings, stats }) => [period, Number(earnings), stats[metric.visits.id]])).toEqual([
    ['today', 1.1, 2],
    ['last7Days', 1.3, 2],
    ['thisMonth', 6.3, 2],
  ]);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ day: '2026-11-21', visits: 2 });
  expect(days.reduce((sum, { earnings }) => sum + Number(earnings), 0)).toBeCloseTo(6.3, 6);
  expect(JSON.stringify(periods)).not.toContain('99');
});

it('lists the links of active boxes on the publisher’s own websites, and whom to ask', async () => {
  const { links, contact } = await home(publisherId);
  expect(links).toEqual([{ id: ownBox, name: 'Sidebar', website: 'sidebar.example', path: `/box_${ownBox}` }]);
  expect(contact).toMatchObject({ email: expect.stringContaining('@') });
});

it('is empty for people of no publisher', async () => {
  expect(await home()).toMatchObject({ publisher: null, links: [] });
  expect(await call(admin, readPublisherHome, {})).toMatchObject({ publisher: null, periods: [] });
});
