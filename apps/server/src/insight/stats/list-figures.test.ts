import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { client } from '@signpost/contract/entities/client.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import type { ListFigures } from '@signpost/contract/insight/stats/list-figures.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call, refusal } from '@signpost/testkit/call.ts';
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
const ask = `ids[0]=${alpha}&ids[1]=${beta}&ids[2]=${idsOf[3]}`;
const figuresBy = async (query: string): Promise<ListFigures[]> => {
  const { status, body } = await admin('GET', `/api/campaigns/figures?${query}`);
  expect(status).toBe(200);
  return body.data;
};
const namesBy = async (query: string) => {
  const { status, body } = await admin('GET', `/api/campaigns?${query}`);
  expect(status).toBe(200);
  const rows: { name: string }[] = body.data;
  return rows.map(({ name }) => name);
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
  const question = new URLSearchParams({
    tab: 'global',
    'levels[0][type]': 'campaign',
    'dateRange[start]': '2026-11-15',
    'dateRange[end]': '2026-11-21',
    'columns[0]': String(metric.revenue.id),
    'columns[1]': String(metric.profit.id),
  });
  const tab = await admin('GET', `/api/statistics/tabs?${question}`);
  const { rows }: StatsData = tab.body.data;
  for (const { id, last7Days } of await figuresBy(`ids[0]=${alpha}&ids[1]=${beta}&ids[2]=${gamma}`)) {
    const row = rows.find((it) => it.id === id);
    for (const figure of [metric.revenue.id, metric.profit.id]) expect(last7Days[figure]).toBe(row?.stats[figure]);
  }
});

it('sorts the whole list by a figure: gains, then records without facts, then losses', async () => {
  const order = `orderBy=figure-${metric.profit.id}-last7Days`;
  expect(await namesBy(`${order}&orderByDirection=desc`)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  expect(await namesBy(`${order}&orderByDirection=asc`)).toEqual(['Gamma', 'Delta', 'Beta', 'Alpha']);
  expect(await namesBy(`${order}&orderByDirection=desc&limit=1&offset=1`)).toEqual(['Beta']);
  expect(await namesBy(`orderBy=figure-${metric.earningsPerClick.id}-last7Days&orderByDirection=desc&q=a`)).toEqual([
    'Alpha',
    'Beta',
    'Delta',
    'Gamma',
  ]);
  const { status, text } = await admin(
    'GET',
    `/api/campaigns/export?format=csv&columns[0]=name&${order}&orderByDirection=asc`,
  );
  expect([status, text.split('\r\n')[1]]).toEqual([200, `${gamma},Gamma`]);
});

it('shows no figures to people without statistics, and does not sort by them', async () => {
  const person = await world.signIn('Exclude All Pages', { includedPaths: ['/campaign'] });
  const { status, body } = await person('GET', `/api/campaigns/figures?${ask}`);
  expect([status, body.data]).toEqual([200, []]);
  expect(
    (await refusal(person, campaignCalls.list, { query: { orderBy: `figure-${metric.profit.id}-today` } })).status,
  ).toBe(400);
  expect((await refusal(admin, clientCalls.list, { query: { orderBy: 'figure-19-today' } })).status).toBe(400);
});
