/** Charts of several series, compared with the rows of the same random facts. */

import { readChart, statsCall } from '@signpost/contract/calls/stats.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { randomWorld } from './testing/random-world.ts';

const { app } = await randomWorld(47, 500);
const admin = await app.signIn('Admin');
const question = {
  tab: 'global',
  dateRange: { start: '2025-03-20', end: '2025-04-12' },
  levels: [{ type: 'geo' }],
  kingstat: metric.revenue.id,
};
const get = async (more: Record<string, unknown>) =>
  await attempt(admin, readChart, { query: { ...question, ...more } });
const chartOf = async (more: Record<string, unknown>) => {
  const { status, body } = await get(more);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return readChart.answer.parse(body.data);
};
const rowsOf = async (more: Record<string, unknown> = {}) => {
  const data = await call(admin, statsCall({ path: 'statistics/tabs' }), { query: { ...question, ...more } });
  return statsCall({ path: 'statistics/tabs' }).answer.parse(data);
};
const sum = (values: readonly (number | string | null)[]) => sumMoney(values.map((value) => String(value ?? 0)));

it('gives each of the top items its own series, and the series of all others completes the total of every day', async () => {
  const { rows, series } = await rowsOf();
  const { lines, at, unit } = await chartOf({ chart: { kind: 'stacked', top: 3 } });
  expect([unit, at]).toEqual(['day', series.points.map((point) => point.at)]);
  expect(lines.map(({ item, name }) => [item, name])).toEqual([
    ...rows.slice(0, 3).map(({ id, name }) => [id, name]),
    [null, `${rows.length - 3} others`],
  ]);
  for (const { item, values } of lines)
    if (item !== null) expect(sum(values)).toBe(sum([rows.find(({ id }) => id === item)?.stats[11] ?? null]));
  at.forEach((_, step) => {
    expect(sum(lines.map(({ values }) => values[step] ?? 0))).toBe(sum([series.points[step]?.value ?? null]));
  });
});

it('keeps the filters of the question and needs no series of others if there are none', async () => {
  const [first] = (await rowsOf()).rows;
  const { lines } = await chartOf({ filters: { geo: [first?.id] }, chart: { top: 5 } });
  expect(lines.map(({ item }) => item)).toEqual([first?.id]);
  expect(sum(lines[0]?.values ?? [])).toBe(sum([first?.stats[11] ?? null]));
});

it('draws several metrics, each equal to the series of its own question', async () => {
  const metrics = [metric.revenue.id, metric.profit.id, metric.uniqueVisitors.id];
  const { lines } = await chartOf({ chart: { metrics } });
  expect(lines.map((line) => line.metric)).toEqual(metrics);
  for (const line of lines) {
    const { series } = await rowsOf({ kingstat: line.metric });
    expect(line.values).toEqual(series.points.map(({ value }) => value));
  }
});

it('refuses charts whose series cannot be read together, and names what is wrong', async () => {
  const wrong = [
    [{ chart: { metrics: [11, 1, 27] } }, 'at most two units'],
    [{ chart: { kind: 'stacked', metrics: [11, 1] } }, 'cannot be stacked'],
    [{ chart: { kind: 'stacked' } }, 'several series'],
    [{ chart: { top: 5, metrics: [11, 19] } }, 'not both'],
    [{ chart: { top: 4 } }, ''],
    [{ kingstat: metric.earningsPerClick.id, chart: { kind: 'stacked', top: 3 } }, 'EPC does not add up'],
    [{ levels: [{ type: 'tag' }], chart: { kind: 'stacked', top: 3 } }, 'overlap'],
  ] as const;
  for (const [more, message] of wrong) {
    const { status, body } = await get(more);
    expect([more, status, body.errorCode]).toEqual([more, 400, 'VALIDATION']);
    expect(body.errors?.map((error) => error.message).join()).toContain(message);
  }
});

it('refuses people who may not open the tab, and shows a publisher only its own facts', async () => {
  const seo = await app.signIn('Seo User');
  expect((await refusal(seo, readChart, { query: { ...question, tab: 'costs' } })).status).toBe(403);
});
