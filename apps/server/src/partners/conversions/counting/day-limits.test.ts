import { compareMoney, minMoney, sumMoney } from '@signpost/contract/money/money.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitIntoDays, keyOfDay } from './day-limits.ts';

const LIMITS: Readonly<Record<number, string | null>> = { 1: '10', 2: '0.000001', 3: null, 4: '0' };

const cost = fc.record({
  trafficSourceId: fc.integer({ min: 1, max: 4 }),
  day: fc.constantFrom('2026-11-26', '2026-11-27'),
  cost: fc.integer({ min: 1, max: 8_000_000 }).map((millionths) => (millionths / 1_000_000).toFixed(6)),
});
const batches = fc.array(fc.array(cost, { maxLength: 8 }), { maxLength: 12 });

type Given = { trafficSourceId: number; day: string; cost: string };
const withLimit = (given: Given) => ({ ...given, most: LIMITS[given.trafficSourceId] ?? null });

/** Counts batch by batch, as rounds of the worker do. */
function count(given: readonly (readonly Given[])[]): Map<string, string> {
  const counted = new Map<string, string>();
  for (const batch of given)
    for (const { given: one, taken, isWhole } of fitIntoDays(batch.map(withLimit), counted)) {
      expect(isWhole).toBe(compareMoney(taken, one.cost) === 0);
      const sum = sumMoney([counted.get(keyOfDay(one)) ?? '0', taken]);
      counted.set(keyOfDay(one), sum);
      if (one.most !== null) expect(compareMoney(sum, one.most)).toBeLessThanOrEqual(0);
    }
  return counted;
}

/** The sum of each day, or its limit if that is lower. */
function recomputed(all: readonly Given[]): Map<string, string> {
  const days = Map.groupBy(all.map(withLimit), keyOfDay);
  return new Map(
    [...days].map(([key, costs]) => {
      const sum = sumMoney(costs.map((one) => one.cost));
      const most = costs[0]?.most ?? null;
      return [key, most === null ? sum : minMoney(sum, most)];
    }),
  );
}

const asNumbers = (sums: ReadonlyMap<string, string>) => new Map([...sums].map(([key, sum]) => [key, Number(sum)]));

it('takes the sum of a day or its limit, never more, in any order and in any batches', () => {
  fc.assert(
    fc.property(batches, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (given, dice) => {
      const all = given.flat();
      const shuffled = all
        .map((one) => ({ one, at: dice.next().value ?? 0 }))
        .sort((first, second) => first.at - second.at)
        .map(({ one }) => one);
      const expected = asNumbers(recomputed(all));
      expect(asNumbers(count(given))).toEqual(expected);
      expect(asNumbers(count([shuffled]))).toEqual(expected);
      expect(asNumbers(count(shuffled.map((one) => [one])))).toEqual(expected);
    }),
  );
});

it('takes the part of a cost that the day has left, and nothing when it had more already', () => {
  const one = { trafficSourceId: 1, day: '2026-11-27', cost: '4', most: '10' };
  const taken = (counted: string) =>
    fitIntoDays([one], new Map([[keyOfDay(one), counted]])).map((fitted) => [Number(fitted.taken), fitted.isWhole]);
  expect([taken('6'), taken('7.5'), taken('10'), taken('12')]).toEqual([
    [[4, true]],
    [[2.5, false]],
    [[0, false]],
    [[0, false]],
  ]);
});
