import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type Sums } from './evaluate.ts';
import { METRICS, type MetricId, metricOf } from './metrics.ts';
import { EFFECTS, type Effects, explain, type Moved, splitOf, together } from './why.ts';

const Exact = Decimal.clone({ precision: 60 });
const whole = fc.integer({ min: -3, max: 2000 });
const money = fc
  .integer({ min: -5_000_000, max: 900_000_000 })
  .map((micros) => new Exact(micros).div(1_000_000).toFixed());
const count = fc.oneof(fc.constant(0), whole);
const sums: fc.Arbitrary<Sums> = fc.record({
  visits: count,
  impressions: count,
  clickouts: count,
  prelanderVisits: count,
  prelanderClickouts: count,
  leads: count,
  firstDeposits: count,
  deposits: count,
  revenue: fc.oneof(fc.constant('0'), money),
  cost: fc.oneof(fc.constant('0'), money),
  publisherCost: money,
});
const items = fc.array(fc.record({ before: sums, now: sums }), { minLength: 1, maxLength: 12 });
const EXPLAINED = METRICS.map(({ id }) => id).filter((id) => splitOf(id) !== null);
const total = (effects: Effects) => EFFECTS.reduce((sum, name) => sum.plus(effects[name]), new Exact(0)).toFixed();
const plain = (value: string) => new Exact(value).toFixed();
const added = (all: readonly Sums[]): Sums =>
  Object.fromEntries(
    [...new Set(all.flatMap((one) => Object.keys(one)))].map((key) => [
      key,
      all.reduce((sum, one) => sum.plus(String(one[key as keyof Sums] ?? 0)), new Exact(0)).toFixed(),
    ]),
  );
const moved = (list: readonly { before: Sums; now: Sums }[]): Moved<number>[] =>
  list.map((one, id) => ({ id, ...one }));
const splitFor = (id: MetricId) => {
  const split = splitOf(id);
  if (split === null) throw new Error(`${id} is not explained.`);
  return split;
};

describe('the parts of a change', () => {
  it('add up to it exactly over effects and over items, by any grouping', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EXPLAINED), items, (id, list) => {
        const split = splitFor(id);
        const explained = explain(split, moved(list));
        const whole = explain(
          split,
          moved([{ before: added(list.map((it) => it.before)), now: added(list.map((it) => it.now)) }]),
        );
        if (explained === null) {
          expect(whole).toBeNull();
          return;
        }
        expect(total(explained.effects)).toBe(plain(explained.change));
        for (const item of explained.items) expect(total(item.effects)).toBe(plain(item.change));
        expect(together(explained.items)).toEqual({ change: explained.change, effects: explained.effects });
        // However the same sums are grouped, it is the same change; undivided there is no mix.
        expect(whole?.change).toBe(explained.change);
        expect(whole?.effects.mix).toBe('0');
      }),
      { numRuns: 400 },
    );
  });

  it('belong to the metric that is shown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EXPLAINED), items, (id, list) => {
        const [before, now] = [added(list.map((it) => it.before)), added(list.map((it) => it.now))];
        const [was, is] = [evaluate(metricOf(id), before), evaluate(metricOf(id), now)];
        const explained = explain(splitFor(id), moved(list));
        if (was === null || is === null) {
          expect(explained).toBeNull();
          return;
        }
        const difference = new Exact(String(is)).minus(String(was));
        const off = difference.minus(explained?.change ?? Number.NaN).abs();
        expect(off.lte(metricOf(id).additive ? 0 : 1e-5)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a change of revenue', () => {
  const revenue = splitFor(11);
  const of = (visits: number, firstDeposits: number, money: string): Sums => ({
    visits,
    firstDeposits,
    revenue: money,
  });

  it('is volume with more visits, rate with more conversions per visit, and value with more revenue per conversion', () => {
    const before = of(100, 10, '500');
    expect(explain(revenue, [{ id: 1, before, now: of(200, 20, '1000') }])?.effects).toEqual({
      volume: '500',
      mix: '0',
      rate: '0',
      value: '0',
    });
    expect(explain(revenue, [{ id: 1, before, now: of(100, 20, '1000') }])?.effects.rate).toBe('500');
    expect(explain(revenue, [{ id: 1, before, now: of(100, 10, '700') }])?.effects.value).toBe('200');
  });

  it('is mix when visits only moved between items', () => {
    const explained = explain(revenue, [
      { id: 'poor', before: of(100, 1, '10'), now: of(0, 0, '0') },
      { id: 'rich', before: of(100, 10, '500'), now: of(200, 20, '1000') },
    ]);
    expect(explained).toMatchObject({ change: '490', effects: { volume: '0', mix: '490', rate: '0', value: '0' } });
  });

  it('identifies the item that moved most', () => {
    const explained = explain(revenue, [
      { id: 'steady', before: of(10, 1, '100'), now: of(11, 1, '110') },
      { id: 'jumped', before: of(10, 1, '100'), now: of(10, 1, '310') },
    ]);
    expect(explained?.items.map(({ id, excess }) => [id, excess])).toEqual([
      ['steady', '-100'],
      ['jumped', '100'],
    ]);
  });
});

it('explains no change of distinct visitors or of a ratio with a zero denominator', () => {
  expect(splitOf(2)).toBeNull();
  expect(explain(splitFor(16), [{ id: 1, before: {}, now: { clickouts: 3, revenue: '1' } }])).toBeNull();
  expect(explain(splitFor(11), [])).toEqual({
    change: '0',
    effects: { volume: '0', mix: '0', rate: '0', value: '0' },
    items: [],
  });
});
