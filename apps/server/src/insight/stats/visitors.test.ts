/** Unique visitors are those of the facts, in every row, in the totals and in a comparison (docs/decisions/0006). */

import { statsCall } from '@signpost/contract/calls/stats.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import type { StatsData, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { DIMENSION_KEYS } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factsOf, itemsOf } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';

const { app, world } = await randomWorld(8_301, 900);
const admin = await app.signIn('Admin');
const { id: uniqueVisitors } = metric.uniqueVisitors;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati'];

const day = fc.integer({ min: 0, max: 27 }).map((count) => addDays('2025-03-18', count));
const range = fc
  .tuple(day, day)
  .map((days) => days.sort())
  .map(([start, end]) => ({ start, end }));
const question = fc
  .record({
    dateRange: range,
    compare: fc.option(range, { nil: undefined }),
    timeZone: fc.constantFrom(...ZONES),
    attribution: fc.constantFrom('event', 'click'),
    // Half of the levels are those whose visitors are in a rollup.
    levels: fc
      .oneof(fc.constantFrom('traffic_source', 'category', 'native_box_type'), fc.constantFrom(...DIMENSION_KEYS))
      .map((type) => [{ type }]),
    limit: fc.constantFrom(3, 5000),
  })
  .map((it) => ({ ...it, columns: [uniqueVisitors], kingstat: uniqueVisitors, orderBy: uniqueVisitors }));

/** A visitor counts with a visit; a fact that takes a visit back counts nobody. */
const visitorsOf = (facts: readonly Fact[]) =>
  new Set(facts.filter(({ visits }) => visits > 0).map(({ visitorId }) => visitorId)).size;
const shown = (stats: StatsRow['stats'] | undefined) => Number(stats?.[String(uniqueVisitors)]);

it('Unique visitors of rows, totals and both ranges are those of the facts', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const text = { tab: 'global', ...asked };
      const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), { query: text });
      expect(status).toBe(200);
      const { rows, totals } = body.data as StatsData;
      const full = readQuestion(globalTab, text);
      const { timeZone, attribution, levels } = full;
      const { groupBy } = groupingOf(levels);
      const ranges = [full.dateRange, ...(full.compare === undefined ? [] : [full.compare])];
      const expected = ranges.map((one) => {
        const facts = factsOf(world, full, one);
        const items = facts.map((fact) =>
          itemsOf(world, fact, groupBy, attribution === 'click' ? fact.clickAt : fact.at, timeZone),
        );
        return (id?: StatsRow['id']) =>
          visitorsOf(id === undefined ? facts : facts.filter((_, index) => items[index]?.includes(id)));
      });
      const seen = ({ stats, compare }: Pick<StatsRow, 'stats' | 'compare'>) =>
        [stats, compare].slice(0, ranges.length).map(shown);
      expect(seen(totals)).toEqual(expected.map((of) => of()));
      for (const row of rows) expect([row.id, seen(row)]).toEqual([row.id, expected.map((of) => of(row.id))]);
    }),
    { numRuns: thorough(10, 60) },
  );
});

it('A page beyond the last one still has the unique visitors of all rows', async () => {
  const asked = { dateRange: { start: '2025-03-18', end: '2025-04-14' }, columns: [uniqueVisitors], offset: 4000 };
  const data = await call(admin, statsCall({ path: 'statistics/tabs' }), { query: { tab: 'global', ...asked } });
  const { rows, totals } = data;
  expect([rows, shown(totals.stats)]).toEqual([[], visitorsOf(world.facts)]);
});
