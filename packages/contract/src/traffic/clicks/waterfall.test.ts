import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weightsInOrder } from './waterfall.ts';

it('weights express any order of deals, stay within 1 and 100, and do not change when the order does not', () => {
  const deals = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 999 }), weight: fc.integer({ min: 1, max: 100 }) }),
    {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 100,
    },
  );
  fc.assert(
    fc.property(deals, (order) => {
      const weights = weightsInOrder(order);
      expect(weights.every((weight) => weight >= 1 && weight <= 100)).toBe(true);
      const stored = order.map(({ id }, at) => ({ id, weight: weights[at] ?? 0 }));
      const read = [...stored].sort((a, b) => b.weight - a.weight || a.id - b.id);
      expect(read.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
      expect(weightsInOrder(stored)).toEqual(weights);
    }),
  );
  expect(weightsInOrder([60, 30, 10].map((weight, id) => ({ id: 3 - id, weight })))).toEqual([60, 30, 10]);
});
