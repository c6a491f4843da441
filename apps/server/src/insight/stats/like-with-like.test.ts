/** A comparison of a range that is not over takes the same part of the compared days, in rows, totals and files. */

import { exportStats, statsCall } from '@signpost/contract/calls/stats.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { micros } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';

const NOW = new Date('2025-04-05T10:24:30Z');
const { app, world } = await randomWorld(31, 900, { clock: { now: () => NOW } });
const admin = await app.signIn('Admin');

const TOTALS = { tab: 'global', levels: [{ type: 'geo' }], columns: [11], kingstat: 11, limit: 5000 };

async function ask(more: Record<string, unknown>) {
  const { status, body } = await attempt(admin, statsCall(TABS.global), { query: { ...TOTALS, ...more } });
  expect(status).toBe(200);
  return body;
}

/** The revenue of the facts in a span of time, in millionths. */
function revenue(from: string, until: Date): bigint {
  return world.facts
    .filter(({ at }) => new Date(at) >= new Date(from) && new Date(at) < until)
    .reduce((sum, fact) => sum + micros(fact.revenue), 0n);
}

describe('A comparison with an unfinished range', () => {
  it.each([
    ['today', '2025-04-04', '2025-04-04T10:24:30.000Z'],
    ['last7Days', '2025-03-23', '2025-03-29T10:24:30.000Z'],
  ])('takes of the period before %s the same part', async (dateRange, start, until) => {
    const { data, meta } = await ask({ dateRange, compare: 'previousPeriod' });
    const expected = revenue(`${start}T00:00:00Z`, new Date(until));
    expect(micros(data.totals.compare?.['11'] ?? 'none')).toBe(expected);
    expect(data.rows.reduce((sum, row) => sum + micros(row.compare?.['11'] ?? '0'), 0n)).toBe(expected);
    expect(meta?.comparedUntil).toBe(until);
  });

  it('uses whole days when the range is over, and mentions no partial day', async () => {
    const { data, meta } = await ask({ dateRange: 'yesterday', compare: 'previousPeriod' });
    const whole = revenue('2025-04-03T00:00:00Z', new Date('2025-04-04T00:00:00Z'));
    expect([micros(data.totals.compare?.['11'] ?? 'none'), meta?.comparedUntil]).toEqual([whole, undefined]);
  });

  it('shows the compared days completely in the chart', async () => {
    const { data } = await ask({ dateRange: 'today', compare: 'previousPeriod' });
    const whole = revenue('2025-04-04T00:00:00Z', new Date('2025-04-05T00:00:00Z'));
    expect(data.series.points.reduce((sum, point) => sum + micros(point.compare ?? '0'), 0n)).toBe(whole);
  });

  it('is the same in the downloaded file, which states where the comparison ends', async () => {
    const asked = { dateRange: 'today', compare: 'previousPeriod', format: 'csv' };
    const { status, text } = await attempt(admin, exportStats, { query: { ...TOTALS, ...asked } });
    expect(status).toBe(200);
    expect(text).toContain('2025-04-04 to 2025-04-04, 10:24');
  });
});
