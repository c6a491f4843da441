import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addItem,
  allocationErrors,
  evenSplit,
  removeItem,
  setLock,
  setOverride,
  setWeight,
  spreadEvenly,
  type Weighted,
  weightBounds,
  weightTotal,
} from './allocation.ts';

interface Item extends Weighted {
  id: number;
}

const item = (id: number, weight = 0, flags: Partial<Item> = {}): Item => ({
  id,
  weight,
  lock: false,
  weightOverride: false,
  ...flags,
});
const list = (count: number) => evenSplit(Array.from({ length: count }, (_, index) => item(index + 1)));
const weights = (items: Item[]) => items.map((it) => it.weight);

describe('an even split', () => {
  it('gives the remainder to the last item', () => {
    expect(spreadEvenly(100, 3)).toEqual([33, 33, 34]);
    expect([0, 1, 7].map((count) => weights(list(count)))).toEqual([[], [100], [14, 14, 14, 14, 14, 14, 16]]);
  });

  it('is applied after every change of length, with a new campaign on top', () => {
    const two = setLock(list(2), 0, true);
    const three = addItem(two, item(9));
    expect(three.map((it) => [it.id, it.weight, it.lock])).toEqual([
      [9, 33, false],
      [1, 33, false],
      [2, 34, false],
    ]);
    expect(weights(removeItem(three, 0))).toEqual([50, 50]);
    expect(removeItem(three, 7)).toEqual(three);
  });

  it('refuses more than 100 campaigns', () => {
    expect(weights(list(100))).toEqual(Array(100).fill(1));
    expect(() => list(101)).toThrow(RangeError);
  });
});

describe('a weight', () => {
  it('leaves the rest to the others evenly, with the remainder for the last', () => {
    expect(weights(setWeight(list(4), 0, 50))).toEqual([50, 16, 16, 18]);
  });

  it('is at least 1 and leaves at least 1 to every other', () => {
    expect(weights(setWeight(list(3), 1, -5))).toEqual([49, 1, 50]);
    expect(weights(setWeight(list(3), 1, 500))).toEqual([1, 98, 1]);
    expect(weights(setWeight(list(3), 1, Number.NaN))).toEqual([49, 1, 50]);
  });

  it('is at most what the locked weights leave', () => {
    const locked = setLock(setWeight(list(3), 0, 60), 0, true);
    expect(weightBounds(locked, 1)).toEqual({ min: 1, max: 39 });
    expect(weights(setWeight(locked, 1, 90))).toEqual([60, 39, 1]);
    expect(setWeight(locked, 0, 10)).toEqual(locked);
  });

  it('cannot change when no other weight is free', () => {
    const locked = setLock(setWeight(list(2), 0, 70), 0, true);
    expect(weights(setWeight(locked, 1, 5))).toEqual([70, 30]);
    expect(weights(setWeight(list(1), 0, 5))).toEqual([100]);
  });
});

describe('an override', () => {
  it('subtracts the overridden weights from 100 and spreads the rest', () => {
    const one = setWeight(setOverride(list(4), 1, true), 1, 40);
    expect(weights(one)).toEqual([20, 40, 20, 20]);
    const two = setWeight(setOverride(one, 3, true), 3, 30);
    expect(weights(two)).toEqual([15, 40, 15, 30]);
    expect(weights(setOverride(two, 1, false))).toEqual([23, 23, 24, 30]);
  });
});

describe('every sequence of edits', () => {
  const edit = fc.oneof(
    fc.record({ type: fc.constant('add' as const), at: fc.nat(200), value: fc.integer() }),
    fc.record({
      type: fc.constantFrom('remove', 'weight', 'lock', 'override'),
      at: fc.nat(110),
      value: fc.integer({ min: -20, max: 130 }),
    }),
  );

  it('keeps the total at 100 and every free weight at 1 or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.array(edit, { maxLength: 30 }), (count, edits) => {
        let items = list(count);
        for (const { type, at, value } of edits) {
          const index = items.length === 0 ? 0 : at % items.length;
          const before = items;
          if (type === 'add' && items.length < 100) items = addItem(items, item(1000 + at));
          if (type === 'remove') items = removeItem(items, index);
          if (type === 'weight') items = setWeight(items, index, value);
          if (type === 'lock') items = setLock(items, index, value % 2 === 0);
          if (type === 'override') items = setOverride(items, index, value % 2 === 0);
          if (items.length > 0) expect(weightTotal(items)).toBe(100);
          expect(items.every((it) => Number.isInteger(it.weight) && it.weight >= 1)).toBe(true);
          if (type === 'weight') {
            items.forEach((it, position) => {
              const was = before[position];
              if (was?.lock === true) expect(it.weight).toBe(was.weight);
            });
          }
          expect(allocationErrors(items, 'allocation')).toEqual([]);
        }
      }),
    );
  });
});

describe('an allocation from a request', () => {
  it('is refused when it does not total 100 or a weight is invalid', () => {
    expect(allocationErrors([item(1, 50), item(2, 49)], 'allocation')).toEqual([
      { path: 'allocation', message: 'Weights must total 100. They total 99.' },
    ]);
    const bad = [item(1, 0), item(2, 100.5), item(3, -1, { lock: true })];
    expect(allocationErrors(bad, 'a').map((it) => it.path)).toEqual(['a.0.weight', 'a.1.weight', 'a.2.weight']);
    expect(allocationErrors([item(1, 0, { lock: true }), item(2, 100)], 'a')).toEqual([]);
    expect(allocationErrors([], 'a')).toEqual([]);
    expect(
      allocationErrors(
        Array.from({ length: 101 }, (_, id) => item(id, 1)),
        'a',
      )[0]?.message,
    ).toContain('at most 100');
  });
});
