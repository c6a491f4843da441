import { tabPath } from '@signpost/contract/access/access.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { snakeCase } from '../../platform/names.ts';

const publisherCalls = entityCalls(publisher);

const world = await testApp();
const admin = await world.signIn('Admin');

async function store(facts: readonly Partial<Fact>[]): Promise<void> {
  const rows = facts.map((one) => fact({ factId: newId(), kind: 'visit', at: '2026-03-10T12:00:00.000Z', ...one }));
  await world.databases.clickhouse.insert(
    'facts',
    rows.map((row) => ({
      chunk_id: 'test',
      ...Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value])),
    })),
  );
}
interface Asked {
  data: StatsData;
  meta: { total: number; freshness: string | null; completeUntil?: string };
}
async function ask(question: Record<string, unknown>): Promise<Asked> {
  const { status, body } = await attempt(admin, statsCall(TABS.global), { query: { tab: 'global', ...question } });
  expect(body.errors ?? []).toEqual([]);
  expect(status).toBe(200);
  return { data: body.data, meta: body.meta as Asked['meta'] };
}
const MARCH = { dateRange: { start: '2026-03-01', end: '2026-03-31' } };

await store([
  {
    trafficSourceId: 2083,
    partnerId: 820,
    geoId: 14,
    visits: 3,
    clickouts: 2,
    revenue: '10.10',
    cost: '0.30',
    visitorId: '1',
  },
  { trafficSourceId: 2083, partnerId: 820, geoId: 34, visits: 1, clickouts: 1, revenue: '-0.10', visitorId: '1' },
  {
    trafficSourceId: 5,
    partnerId: 7,
    geoId: 14,
    visits: 2,
    clickouts: 0,
    leads: 1,
    cost: '1',
    visitorId: '2',
    publisherId: 9,
  },
  {
    trafficSourceId: 5,
    at: '2026-03-31T22:30:00.000Z',
    clickAt: '2026-02-01T00:00:00.000Z',
    visits: 7,
    visitorId: '3',
  },
]);

describe('A question', () => {
  it('groups, sums exactly, and shows items with their current names', async () => {
    const { data, meta } = await ask({
      ...MARCH,
      levels: [{ type: 'traffic_source' }, { type: 'geo' }],
      columns: [1, 11, 19, 16, 2],
      kingstat: 1,
    });
    expect(meta.total).toBe(2);
    expect(data.rows).toMatchObject([
      { id: 5, name: 'Und.', hasChildren: true, stats: { 1: 9, 11: '0', 19: '-1', 16: null, 2: 2 } },
      { id: 2083, name: 'Repurposed', stats: { 1: 4, 11: '10', 19: '9.7', 16: '3.333333', 2: 1 } },
    ]);
    expect(data.totals.stats).toMatchObject({ 1: 13, 11: '10', 19: '8.7', 2: 3 });
  });

  it('counts days in the requested zone, and conversions by click time if requested', async () => {
    const visits = async (more: Record<string, string>) => {
      const dateRange = { start: '2026-03-31', end: '2026-03-31' };
      return (await ask({ kingstat: 1, columns: [1], dateRange, ...more })).data.totals.stats['1'];
    };
    expect(await visits({ timeZone: 'UTC' })).toBe(7);
    expect(await visits({ timeZone: 'Europe/Berlin' })).toBe(0);
    expect(await visits({ timeZone: 'UTC', attribution: 'click' })).toBe(0);
    const february = await ask({
      kingstat: 1,
      columns: [1],
      dateRange: { start: '2026-02-01', end: '2026-02-28' },
      attribution: 'click',
      timeZone: 'UTC',
    });
    expect(february.data.totals.stats['1']).toBe(7);
  });

  it('compares two ranges in one answer and draws both', async () => {
    const { data } = await ask({
      kingstat: 1,
      columns: [1],
      timeZone: 'UTC',
      dateRange: { start: '2026-03-31', end: '2026-03-31' },
      compare: { start: '2026-03-10', end: '2026-03-10' },
      levels: [{ type: 'traffic_source' }],
    });
    expect(data.rows.map(({ id, stats, compare }) => [id, stats['1'], compare?.['1']])).toEqual([
      [5, 7, 2],
      [2083, 0, 4],
    ]);
    expect(data.series.unit).toBe('hour');
    expect(data.series.points).toHaveLength(24);
    expect(data.series.points[22]).toEqual({ at: '2026-03-31T22:00', value: 7, compare: 0 });
    expect(data.series.points[12]).toMatchObject({ compare: 6 });
  });

  it('pages without losing or repeating a row, with totals over all pages', async () => {
    await store(
      Array.from({ length: 23 }, (_, n) => ({ at: '2025-01-05T00:00:00.000Z', offerId: n + 1, visits: n % 3 })),
    );
    const seen: (number | string)[] = [];
    for (let offset = 0; offset < 30; offset += 5) {
      const { data, meta } = await ask({
        kingstat: 1,
        columns: [1],
        dateRange: { start: '2025-01-01', end: '2025-01-31' },
        levels: [{ type: 'offer' }],
        limit: 5,
        offset,
      });
      expect(meta.total).toBe(23);
      expect(data.totals.stats['1']).toBe(22);
      seen.push(...data.rows.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(23);
    expect(seen).toHaveLength(23);
  });

  it('returns the same rows without the chart when only rows are requested', async () => {
    const question = { ...MARCH, levels: [{ type: 'traffic_source' }] };
    const whole = await ask(question);
    const rows = await ask({ ...question, series: 'off' });
    expect(rows.data.series).toEqual({ unit: 'day', points: [] });
    expect(rows.data.rows).toEqual(whole.data.rows);
    expect(rows.data.totals).toEqual(whole.data.totals);
    // Between the two answers, more data may have been counted: `completeUntil` moves on with the clock.
    expect(rows.meta).toEqual({ ...whole.meta, completeUntil: rows.meta.completeUntil });
  });

  it('labels empty values', async () => {
    const { data, meta } = await ask({ dateRange: { start: '2020-01-01', end: '2020-01-02' }, columns: [1, 18] });
    expect([data.rows, data.totals.stats['1'], data.totals.stats['18'], meta]).toMatchObject([
      [],
      0,
      null,
      { total: 0, freshness: null },
    ]);
  });

  it('refuses unknown parameters and names them', async () => {
    const { status, body } = await attempt(admin, statsCall(TABS.global), {
      query: { ...MARCH, tab: 'global', levels: [{ type: 'nothing' }], columns: ['99'] },
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }) => path).sort()).toEqual(['columns.0', 'levels.0.type']);
    expect((await refusal(admin, statsCall(TABS.global), { query: { tab: 'global' } })).status).toBe(400);
  });
});

describe('Every tab', () => {
  it.each(TAB_NAMES)('%s has its own address, with every metric and dimension', async (name) => {
    const tab = TABS[name];
    const query = {
      ...MARCH,
      columns: METRICS.map(({ id }) => id),
      ...(tab.path === 'statistics/tabs' && { tab: name }),
    };
    const { status, body } = await attempt(admin, statsCall(tab), { query });
    expect([status, body.errors ?? []]).toEqual([200, []]);
    expect(
      Object.keys(body.data.totals.stats)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(METRICS.map(({ id }) => id));
  });

  it('is refused to people without access', async () => {
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, statsCall(TABS.global), { query: { ...MARCH, tab: 'mbg' } })).status).toBe(403);
    expect((await attempt(seo, statsCall(TABS.seo), { query: MARCH })).status).toBe(200);
    const included = await world.signIn('Exclude All Pages', { includedPaths: [tabPath('global')] });
    expect((await attempt(included, statsCall(TABS.global), { query: { ...MARCH, tab: 'global' } })).status).toBe(200);
    expect((await refusal(included, statsCall(TABS.global), { query: { ...MARCH, tab: 'paid' } })).status).toBe(403);
  });

  it('shows a publisher only its own facts', async () => {
    const { id } = await world.db
      .insertInto('users')
      .values({
        name: 'x',
        email: `${Math.random()}@x.test`,
        grade: 'Publisher',
        includedPaths: [],
        excludedPaths: [],
        publisherId: null,
        homeTab: null,
        numberFormat: null,
        lastSeenAt: null,
        archivedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(0);
    const made = await attempt(admin, publisherCalls.create, {
      body: {
        name: `P ${Math.random()}`,
        currency: 'EUR',
        terms: [],
        contacts: [],
      },
    });
    const publisherId = made.body.data.id;
    await store([
      { at: '2024-05-05T00:00:00.000Z', visits: 4, publisherId },
      { at: '2024-05-05T00:00:00.000Z', visits: 9, publisherId: 8 },
    ]);
    const person = await world.signIn('Publisher', { publisherId, includedPaths: ['/stats'] });
    const data = await call(person, statsCall(TABS.global), {
      query: { tab: 'global', kingstat: '1', columns: ['1'], dateRange: { start: '2024-05-01', end: '2024-05-31' } },
    });
    expect(data.totals.stats['1']).toBe(4);
  });
});

describe('The sums', () => {
  it('of rows equal the totals for every additive metric and every dimension except tags', async () => {
    const additive = METRICS.filter((one) => one.additive).map(({ id }) => id);
    for (const dimension of [
      'category',
      'traffic_source',
      'partner_type',
      'partner',
      'geo',
      'device',
      'publisher',
      'date_hour',
      'date_day',
      'date_week',
      'date_month',
    ]) {
      const { data } = await ask({ ...MARCH, columns: additive, levels: [{ type: dimension }], limit: 1000 });
      for (const id of additive) {
        const sum = data.rows.reduce((total, row) => total + Number(row.stats[String(id)]) * 1e6, 0);
        expect([dimension, id, Math.round(sum)]).toEqual([
          dimension,
          id,
          Math.round(Number(data.totals.stats[String(id)]) * 1e6),
        ]);
      }
    }
  });
});
