import { describe, expect, it } from 'vitest';
import { namedFirst } from './why-order.ts';

const dimension = (name: string, ids: readonly (number | string)[]) => ({ name, items: ids.map((id) => ({ id })) });

describe('the order under Why', () => {
  it('puts what is assigned to no item behind the named items and keeps their order', () => {
    expect(namedFirst([dimension('category', [7, 0, 3]), dimension('browser', ['b', '', 'a'])])).toEqual([
      dimension('category', [7, 3, 0]),
      dimension('browser', ['b', 'a', '']),
    ]);
  });

  it('puts dimensions whose largest item is unassigned behind the others, also those without items', () => {
    const names = namedFirst([
      dimension('category', [0, 7]),
      dimension('website', []),
      dimension('partner', [820, 0]),
      dimension('geo', [49]),
    ]).map(({ name }) => name);
    expect(names).toEqual(['partner', 'geo', 'category', 'website']);
  });
});
