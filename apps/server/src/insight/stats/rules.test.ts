/** The rules that every answer keeps (docs/product/statistics.md#the-answer), on random facts in the real engines. */

import { statsCall } from '@signpost/contract/calls/stats.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import type { StatsData, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type ItemId,
} from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import type { Measure } from '@signpost/contract/traffic/clicks/fact.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps } from './fact-keys.ts';
import { factsOf, itemsOf, micros, rowsOf, type Sums, sumsOf } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';

const { app, world } = await randomWorld(4_711, 900);
const admin = await app.signIn('Admin');

/** Every metric that is a sum, and the measure it is the sum of. */
const SUMS = METRICS.flatMap(({ id, formula }) => (formula.kind === 'sum' ? [{ id, measure: formula.measure }] : []));
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
];

type Asked = Record<string, unknown>;
interface Answer {
  data: StatsData;
  meta: { total: number; freshness: string | null };
}

async function ask(question: Asked): Promise<Answer> {
  const { status, body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), {
    query: { tab: 'global', ...question },
  });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return { data: body.data, meta: body.meta as Answer['meta'] };
}

const read = (question: Asked): StatsQuestion => readQuestion(globalTab, buildQuery({ tab: 'global', ...question }));
const sumsIn = (stats: StatsRow['stats']): Partial<Sums> =>
  Object.fromEntries(SUMS.map(({ id, measure }) => [measure, micros(stats[String(id)] ?? 'none')]));
const inModel = (sums: Sums): Partial<Sums> => Object.fromEntries(SUMS.map(({ measure }) => [measure, sums[measure]]));
const added = (all: readonly Partial<Sums>[]): Partial<Sums> =>
  Object.fromEntries(
    SUMS.map(({ measure }): [Measure, bigint] => [measure, all.reduce((sum, one) => sum + (one[measure] ?? 0n), 0n)]),
  );

const columns = SUMS.map(({ id }) => id);
const day = fc.integer({ min: 0, max: 27 }).map((count) => addDays('2025-03-18', count));
const range = fc
  .tuple(day, day)
  .map((days) => days.sort())
  .map(([start, end]) => ({ start, end }));
const dimension = fc.constantFrom(...DIMENSION_KEYS);
/** Items that occur, and one that does not. */
const itemsAmong = (key: DimensionKey) =>
  fc.uniqueArray(
    fc.oneof(
      fc.nat(world.facts.length - 1).map((index): ItemId => {
        const fact = world.facts[index];
        return (fact && itemsOf(world, fact, key, fact.at, 'UTC')[0]) ?? 0;
      }),
      fc.constant<ItemId>(dimensionOf(key).idKind === 'numeric' ? 4_000_000_000 : '2025-03-24'),
    ),
    { minLength: 1, maxLength: 3 },
  );
const conditions = (key: DimensionKey) =>
  itemsAmong(key).map((ids) =>
    ids.some((id) => id === '') ||
    (key === 'date_month' && ids.includes('2025-03-24')) ||
    (key === 'date_hour' && ids.includes('2025-03-24'))
      ? {}
      : { [key]: ids },
  );
const question = fc
  .record({
    dateRange: range,
    timeZone: fc.constantFrom(...ZONES),
    attribution: fc.constantFrom('event', 'click'),
    levels: dimension.map((type) => [{ type }]),
    filters: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, dimension.chain(conditions)),
    excludes: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, dimension.chain(conditions)),
  })
  .map((it): Asked => ({ ...it, columns, kingstat: 11, limit: 5000 }));

describe('Answers on random facts', () => {
  it('match the facts to the millionth, and rows and chart add up to the totals', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { data, meta } = await ask(asked);
        const full = read(asked);
        const expected = rowsOf(world, full);
        expect(new Map(data.rows.map((row) => [row.id, sumsIn(row.stats)]))).toEqual(
          new Map([...expected].map(([id, sums]) => [id, inModel(sums)])),
        );
        expect(meta.total).toBe(expected.size);
        expect(sumsIn(data.totals.stats)).toEqual(inModel(sumsOf(factsOf(world, full))));
        const { type } = full.levels[0];
        if (!overlaps(type))
          expect(added(data.rows.map((row) => sumsIn(row.stats)))).toEqual(sumsIn(data.totals.stats));
        const drawn = data.series.points.reduce((sum, point) => sum + micros(point.value ?? 'none'), 0n);
        expect(drawn).toBe(sumsIn(data.totals.stats).revenue);
      }),
      { numRuns: thorough(10, 50) },
    );
  });

  it('have child rows that add up to their parent', async () => {
    await fc.assert(
      fc.asyncProperty(question, dimension, async (asked, below) => {
        const { type } = read(asked).levels[0];
        fc.pre(below !== type && !overlaps(below));
        const { data } = await ask(asked);
        const parent = data.rows[Math.floor(data.rows.length / 2)];
        fc.pre(parent !== undefined && parent.id !== '');
        const levels = [{ type, selectedItemId: parent?.id }, { type: below }];
        const inside = await ask({ ...asked, levels });
        expect(added(inside.data.rows.map((row) => sumsIn(row.stats)))).toEqual(sumsIn(parent?.stats ?? {}));
      }),
      { numRuns: thorough(5, 20) },
    );
  });

  it('of two adjacent ranges add up to the whole, and a compared range equals the same range alone', async () => {
    await fc.assert(
      fc.asyncProperty(question, range, async (asked, other) => {
        const { dateRange } = read(asked);
        const whole = await ask({ ...asked, compare: other });
        fc.pre(dateRange.start < dateRange.end);
        const [one, two, alone] = await Promise.all([
          ask({ ...asked, dateRange: { start: dateRange.start, end: dateRange.start } }),
          ask({ ...asked, dateRange: { start: addDays(dateRange.start, 1), end: dateRange.end } }),
          ask({ ...asked, dateRange: other }),
        ]);
        expect(added([sumsIn(one.data.totals.stats), sumsIn(two.data.totals.stats)])).toEqual(
          sumsIn(whole.data.totals.stats),
        );
        expect(sumsIn(whole.data.totals.compare ?? {})).toEqual(sumsIn(alone.data.totals.stats));
        for (const row of alone.data.rows)
          expect(whole.data.rows.find((it) => it.id === row.id)?.compare).toEqual(row.stats);
      }),
      { numRuns: thorough(4, 15) },
    );
  });

  it('have pages that together contain each row once, in any order', async () => {
    const orders = fc.constantFrom<string | number>('name', ...METRICS.map(({ id }) => id));
    await fc.assert(
      fc.asyncProperty(
        question,
        orders,
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        async (asked, orderBy, orderByDirection, limit) => {
          const ordered = { ...asked, orderBy, orderByDirection };
          const { data, meta } = await ask(ordered);
          const ids: ItemId[] = [];
          for (let offset = 0; offset <= Math.min(meta.total, 40); offset += limit) {
            const page = await ask({ ...ordered, limit, offset });
            expect([page.meta.total, page.data.totals]).toEqual([meta.total, data.totals]);
            ids.push(...page.data.rows.map((row) => row.id));
          }
          expect(ids).toEqual(data.rows.slice(0, ids.length).map((row) => row.id));
        },
      ),
      { numRuns: thorough(3, 8) },
    );
  });
});

describe('Every dimension', () => {
  const asked = { dateRange: { start: '2025-03-20', end: '2025-04-10' }, columns, kingstat: 1, limit: 5000 };
  it.each(DIMENSION_KEYS)('%s can be grouped by, filtered by and excluded', async (key) => {
    const every = await ask({ ...asked, levels: [{ type: key }] });
    const one = every.data.rows.find((row) => row.id !== '');
    const kept = await ask({ ...asked, levels: [{ type: key }], filters: { [key]: [one?.id ?? 0] } });
    const left = await ask({ ...asked, levels: [{ type: key }], excludes: { [key]: [one?.id ?? 0] } });
    expect(added([sumsIn(kept.data.totals.stats), sumsIn(left.data.totals.stats)])).toEqual(
      sumsIn(every.data.totals.stats),
    );
    if (overlaps(key) || one === undefined) return;
    expect(kept.data.rows.map((row) => row.id)).toEqual([one.id]);
    expect(left.data.rows.map((row) => row.id)).not.toContain(one.id);
  });
});
