/** Edge cases: every level with every filter operator, daylight-saving days, empty and single-row answers, deleted names. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { changeProfile } from '@signpost/contract/calls/profile.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { readAttributes } from './attributes.ts';
import { planQuestion } from './plan.ts';
import { rowsSql, seriesSql, totalsSql } from './statements.ts';
import { storeFacts } from './testing/random-world.ts';

const campaignCalls = entityCalls(entities.campaign);

const app = await testApp();
const admin = await app.signIn('Admin');

async function store(facts: readonly (Partial<Fact> & { at: string })[]): Promise<void> {
  await storeFacts(
    app,
    facts.map((one) => fact({ factId: newId(), kind: 'visit', visits: 1, ...one })),
  );
}
async function ask(question: Record<string, unknown>): Promise<StatsData> {
  const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
    query: { tab: 'global', ...question },
  });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.data;
}

const TIME_ITEMS: Readonly<Partial<Record<DimensionKey, [string, string]>>> = {
  date_hour: ['2025-07-02T10:00', '2025-07-03T23:00'],
  date_day: ['2025-07-02', '2025-07-03'],
  date_week: ['2025-06-30', '2025-07-07'],
  date_month: ['2025-07', '2025-06'],
};
const itemsOf = (key: DimensionKey): (string | number)[] =>
  TIME_ITEMS[key] ?? (dimensionOf(key).idKind === 'numeric' ? [7, 8] : ['mobile', 'desktop']);
const OPERATORS: Readonly<Record<string, (key: DimensionKey) => Record<string, unknown>>> = {
  is: (key) => ({ filters: { [key]: itemsOf(key).slice(0, 1) } }),
  'is any of': (key) => ({ filters: { [key]: itemsOf(key) } }),
  'is not': (key) => ({ excludes: { [key]: itemsOf(key).slice(0, 1) } }),
  'is none of': (key) => ({ excludes: { [key]: itemsOf(key) } }),
};
const JULY = { start: '2025-07-01', end: '2025-07-31' };

describe('Every level', () => {
  it('compiles with every operator on every dimension, and binds every value', async () => {
    const attributes = await readAttributes(app.db);
    for (const level of DIMENSION_KEYS)
      for (const dimension of DIMENSION_KEYS)
        for (const [name, conditions] of Object.entries(OPERATORS)) {
          const asked = { dateRange: JULY, levels: [{ type: level }], ...conditions(dimension) };
          const question = readQuestion(globalTab, buildQuery(asked));
          for (const write of [rowsSql, totalsSql, seriesSql]) {
            const { sql, params } = write(planQuestion(question, attributes, null));
            const named = [...sql.matchAll(/\{(p\d+):/g)].map(([, parameter = '']) => parameter);
            expect([level, dimension, name, named.every((one) => one in params)]).toEqual([
              level,
              dimension,
              name,
              true,
            ]);
          }
        }
  });

  it.each(DIMENSION_KEYS)(
    '%s works with every operator, and a filter and its negation add up to the total',
    async (level) => {
      // Each level meets another dimension's filter; over all levels every dimension is filtered by.
      const dimension = DIMENSION_KEYS[(DIMENSION_KEYS.indexOf(level) + 7) % DIMENSION_KEYS.length] ?? level;
      await store([
        { at: '2025-07-02T10:30:00.000Z', trafficSourceId: 7, device: 'mobile', partnerId: 7, geoId: 7 },
        { at: '2025-07-09T10:30:00.000Z', trafficSourceId: 9, device: 'tablet', partnerId: 9, geoId: 9 },
      ]);
      const visits = async (more: Record<string, unknown>) => {
        const data = await ask({ dateRange: JULY, levels: [{ type: level }], kingstat: 1, columns: [1], ...more });
        return Number(data.totals.stats['1']);
      };
      const whole = await visits({});
      expect(
        (await visits(OPERATORS.is?.(dimension) ?? {})) + (await visits(OPERATORS['is not']?.(dimension) ?? {})),
      ).toBe(whole);
      expect(
        (await visits(OPERATORS['is any of']?.(dimension) ?? {})) +
          (await visits(OPERATORS['is none of']?.(dimension) ?? {})),
      ).toBe(whole);
    },
  );
});

describe('A week', () => {
  const weeks = async (more: Record<string, unknown>) => {
    const question = { levels: [{ type: 'date_week' }], kingstat: 1, columns: [1], filters: { geo: [62] }, ...more };
    const { rows, series } = await ask({ dateRange: { start: '2025-09-01', end: '2025-12-31' }, ...question });
    const visits = Object.fromEntries(rows.map((row) => [row.id, Number(row.stats['1'])]));
    return { visits, first: series.points[0]?.at, unit: series.unit };
  };

  it('begins on the day that the question or else the person says, also where a link names it by its Monday', async () => {
    // A Saturday, a Sunday and a Monday.
    await store(['2025-10-04', '2025-10-05', '2025-10-06'].map((day) => ({ at: `${day}T12:00:00.000Z`, geoId: 62 })));
    expect(await weeks({})).toEqual({
      visits: { '2025-09-29': 2, '2025-10-06': 1 },
      first: '2025-09-01',
      unit: 'week',
    });
    expect(await weeks({ weekStart: 'sunday' })).toEqual({
      visits: { '2025-09-28': 1, '2025-10-05': 2 },
      first: '2025-08-31',
      unit: 'week',
    });
    expect((await weeks({ weekStart: 'saturday' })).visits).toEqual({ '2025-10-04': 3 });
    const filters = { geo: [62], date_week: ['2025-10-06'] };
    expect((await weeks({ weekStart: 'sunday', filters })).visits).toEqual({ '2025-10-05': 2 });
    expect((await attempt(admin, changeProfile, { body: { weekStart: 'saturday' } })).status).toBe(200);
    expect((await weeks({})).visits).toEqual({ '2025-10-04': 3 });
    expect((await attempt(admin, changeProfile, { body: { weekStart: 'monday' } })).status).toBe(200);
  });

  it('cannot begin on a day that is no beginning of a week', async () => {
    const { status } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
      query: { tab: 'global', dateRange: 'thisWeek', weekStart: 'tuesday' },
    });
    expect(status).toBe(400);
  });
});

describe('A daylight-saving day', () => {
  it('has 23 hours in spring and includes all its facts', async () => {
    await store([
      { at: '2026-03-28T22:59:59.999Z', geoId: 61 },
      { at: '2026-03-28T23:00:00.000Z', geoId: 61 },
      { at: '2026-03-29T01:00:00.000Z', geoId: 61 },
      { at: '2026-03-29T21:59:59.999Z', geoId: 61 },
      { at: '2026-03-29T22:00:00.000Z', geoId: 61 },
    ]);
    const day = { start: '2026-03-29', end: '2026-03-29' };
    const { series, totals } = await ask({
      dateRange: day,
      timeZone: 'Europe/Berlin',
      filters: { geo: [61] },
      kingstat: 1,
      columns: [1],
    });
    expect(totals.stats['1']).toBe(3);
    expect(series.points).toHaveLength(23);
    expect(series.points.filter(({ value }) => value !== 0)).toEqual([
      { at: '2026-03-29T00:00', value: 1 },
      { at: '2026-03-29T03:00', value: 1 },
      { at: '2026-03-29T23:00', value: 1 },
    ]);
  });

  it('counts the repeated hour in autumn once, with the facts of both passes', async () => {
    await store([
      { at: '2026-10-25T00:30:00.000Z', geoId: 62 },
      { at: '2026-10-25T01:30:00.000Z', geoId: 62 },
    ]);
    const { series } = await ask({
      dateRange: { start: '2026-10-25', end: '2026-10-25' },
      timeZone: 'Europe/Berlin',
      filters: { geo: [62] },
      kingstat: 1,
      columns: [1],
    });
    expect(series.points.find(({ at }) => at === '2026-10-25T02:00')?.value).toBe(2);
    expect(series.points).toHaveLength(24);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-01-01'],
    ['UTC', '2025-12-31'],
    ['Asia/Kathmandu', '2025-12-31'],
    ['Pacific/Pago_Pago', '2025-12-30'],
  ])('is the day of the zone: in %s an instant is of %s', async (timeZone, day) => {
    const instant = { at: '2025-12-31T10:30:00.000Z', geoId: 63 };
    await store([{ ...instant, clickAt: instant.at }]);
    const question = { timeZone, filters: { geo: [63] }, kingstat: 1, columns: [1], levels: [{ type: 'date_day' }] };
    const { rows } = await ask({ ...question, dateRange: { start: '2025-12-29', end: '2026-01-02' } });
    expect(rows.map(({ id }) => id)).toEqual([day]);
  });
});

describe('An answer', () => {
  it('is complete with one row or none, and leaves ratios with a zero denominator empty', async () => {
    await store([{ at: '2024-02-29T12:00:00.000Z', geoId: 64, visits: 0, visitorId: '0' }]);
    const columns = METRICS.map(({ id }) => id);
    const asked = { filters: { geo: [64] }, columns, kingstat: 16, levels: [{ type: 'geo' }] };
    const one = await ask({ ...asked, dateRange: { start: '2024-02-29', end: '2024-02-29' } });
    expect(one.rows).toHaveLength(1);
    expect(one.rows[0]?.stats).toEqual(one.totals.stats);
    const none = await ask({ ...asked, dateRange: { start: '2024-03-01', end: '2024-03-01' } });
    expect(none.rows).toEqual([]);
    for (const { id, formula, format } of METRICS) {
      const empty = formula.kind === 'ratio' ? null : format === 'money' ? '0' : 0;
      expect([id, one.totals.stats[String(id)], none.totals.stats[String(id)]]).toEqual([id, empty, empty]);
    }
    expect(none.series.points.every(({ value }) => value === null)).toBe(true);
  });

  it('keeps the name of an archived campaign, calls an unknown one deleted, and labels other unknown values Und.', async () => {
    const campaign = await attempt(admin, campaignCalls.create, {
      body: {
        name: 'Gone soon',
        landerType: 'affiliate',
        targetUrl: 'https://example.com/{click_id}',
      },
    });
    expect(campaign.body.errors ?? []).toEqual([]);
    const { id, version } = campaign.body.data;
    await store([
      { at: '2024-06-01T12:00:00.000Z', campaignId: id, partnerId: 66_666 },
      { at: '2024-06-01T12:00:00.000Z', campaignId: 77_777 },
      { at: '2024-06-01T12:00:00.000Z', campaignId: 0 },
    ]);
    const names = async (type: string) =>
      (
        await ask({
          dateRange: { start: '2024-06-01', end: '2024-06-01' },
          levels: [{ type }],
          kingstat: 1,
          orderBy: 'name',
          orderByDirection: 'asc',
        })
      ).rows.map((row) => row.name);
    expect((await names('campaign')).sort()).toEqual([TEXT.deletedCampaign, 'Gone soon', TEXT.unnamed].sort());
    const archived = await attempt(admin, campaignCalls.archive, { params: { id }, body: { version } });
    expect([archived.status, archived.body.errors ?? []]).toEqual([200, []]);
    expect((await names('campaign')).sort()).toEqual([TEXT.deletedCampaign, 'Gone soon', TEXT.unnamed].sort());
    expect(await names('partner')).toEqual([TEXT.unnamed, TEXT.unnamed]);
  });

  it('names rules of all three kinds, also archived ones, and orders them by name', async () => {
    const campaign = await attempt(admin, campaignCalls.create, {
      body: {
        name: 'Campaign of named rules',
        landerType: 'affiliate',
        targetUrl: 'https://example.com/{click_id}',
      },
    });
    const everyone = { match: 'all', items: [] };
    const allocation = [{ campaignId: campaign.body.data.id, weight: 100, lock: false, weightOverride: false }];
    const ids: number[] = [];
    for (const [entity, name] of [
      [entities.rule, 'C of a box'],
      [entities.globalRule, 'A global one'],
      [entities.bannerGlobalRule, 'B of banners'],
    ] as const) {
      const { create, archive } = entityCalls(entity);
      const { status, body } = await attempt(admin, create, { body: { name, conditions: everyone, allocation } });
      expect([status, body.errors ?? []]).toEqual([201, []]);
      const { id } = body.data;
      expect((await attempt(admin, archive, { params: { id } })).status).toBe(200);
      ids.push(id);
    }
    await store([...ids, 0].map((ruleId) => ({ at: '2024-07-01T12:00:00.000Z', ruleId })));
    const { rows } = await ask({
      dateRange: { start: '2024-07-01', end: '2024-07-01' },
      levels: [{ type: 'rule' }],
      kingstat: 1,
      orderBy: 'name',
      orderByDirection: 'asc',
    });
    expect(rows.map(({ name }) => name)).toEqual(['A global one', 'B of banners', 'C of a box', TEXT.unnamed]);
  });
});
