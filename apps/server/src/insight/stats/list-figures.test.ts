import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listFiguresCall } from '@signpost/contract/calls/list-figures.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { client } from '@signpost/contract/entities/client.ts';
import type { ListFigures } from '@signpost/contract/insight/stats/list-figures.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { storeFacts } from './testing/random-world.ts';

const campaignCalls = entityCalls(campaign);
const clientCalls = entityCalls(client);

const now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const admin = await world.signIn('Admin');
const idsOf: number[] = [];
for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
  const data = await call(admin, campaignCalls.create, {
    body: {
      name,
      landerType: 'external_lander',
      targetUrl: 'https://one.example/',
    },
  });
  const { id }: { id: number } = data;
  idsOf.push(id);
}
const [alpha = 0, beta = 0, gamma = 0] = idsOf;
const made = (campaignId: number, daysAgo: number, more: object) =>
  fact({
    factId: newId({ now: () => now }),
    kind: 'visit',
    campaignId,
    at: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
    ...more,
  });
await storeFacts(world, [
  made(alpha, 0, { visits: 3, clickouts: 2 }),
  made(alpha, 6, { kind: 'first_deposit', firstDeposits: 1, revenue: '80.5' }),
  made(alpha, 7, { visits: 100, revenue: '1000' }),
  made(beta, 1, { visits: 1, clickouts: 1, revenue: '0.1' }),
  made(beta, 1, { kind: 'deposit', revenue: '0.2' }),
  made(gamma, 2, { kind: 'flat_fee', visits: 0, flatFeeCost: '9' }),
]);
const ask = { ids: [alpha, beta, idsOf[3]] };
const figures = listFiguresCall(campaign);
const figuresBy = async (query: Record<string, unknown>): Promise<ListFigures[]> => {
  const { status, body } = await attempt(admin, figures, { query });
  expect(status).toBe(200);
  return body.data;
};
const namesBy = async (query: Record<string, unknown>) => {
  const { status, body } = await attempt(admin, campaignCalls.list, { query });
  expect(status).toBe(200);
  return body.data.map(({ name }) => name);
};

it('sums the figures of each record today and in the last seven days, exactly', async () => {
  const [first, second, third] = await figuresBy(ask);
  expect(first).toMatchObject({ id: alpha, today: { [metric.visits.id]: 3, [metric.clickouts.id]: 2 } });
  expect(Number(first?.today[metric.revenue.id])).toBe(0);
  expect(first?.last7Days).toMatchObject({ [metric.visits.id]: 3, [metric.revenue.id]: '80.5' });
  expect(first?.trend.map(Number)).toEqual([80.5, 0, 0, 0, 0, 0, 0]);
  expect(second?.last7Days[metric.revenue.id]).toBe('0.3');
  expect(third).toMatchObject({ last7Days: { [metric.visits.id]: 0, [metric.earningsPerClick.id]: null } });
});

it('agrees with the statistics for the same days', async () => {
  const { rows } = await call(admin, statsCall(TABS.global), {
    query: {
      tab: 'global',
      levels: [{ type: 'campaign' }],
      dateRange: { start: '2026-11-15', end: '2026-11-21' },
      columns: [metric.revenue.id, metric.profit.id],
    },
  });
  for (const { id, last7Days } of await figuresBy({ ids: [alpha, beta, gamma] })) {
    const row = rows.find((it) => it.id === id);
    for (const figure of [metric.revenue.id, metric.profit.id]) expect(last7Days[figure]).toBe(row?.stats[figure]);
  }
});

it('sorts the whole list by a figure: gains, then records without facts, then losses', async () => {
  const orderBy = `figure-${metric.profit.id}-last7Days`;
  const falling = { orderBy, orderByDirection: 'desc' };
  const rising = { orderBy, orderByDirection: 'asc' };
  expect(await namesBy(falling)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  expect(await namesBy(rising)).toEqual(['Gamma', 'Delta', 'Beta', 'Alpha']);
  expect(await namesBy({ ...falling, limit: 1, offset: 1 })).toEqual(['Beta']);
  const perClick = { ...falling, orderBy: `figure-${metric.earningsPerClick.id}-last7Days` };
  expect(await namesBy({ ...perClick, q: 'a' })).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  const { status, text } = await attempt(admin, campaignCalls.export, {
    query: { ...rising, format: 'csv', columns: ['name'] },
  });
  expect([status, text.split('\r\n')[1]]).toEqual([200, `${gamma},Gamma`]);
});

it('shows no figures to people without statistics, and does not sort by them', async () => {
  const person = await world.signIn('Exclude All Pages', { includedPaths: ['/campaign'] });
  const { status, body } = await attempt(person, figures, { query: ask });
  expect([status, body.data]).toEqual([200, []]);
  expect(
    (await refusal(person, campaignCalls.list, { query: { orderBy: `figure-${metric.profit.id}-today` } })).status,
  ).toBe(400);
  expect((await refusal(admin, clientCalls.list, { query: { orderBy: 'figure-19-today' } })).status).toBe(400);
});
