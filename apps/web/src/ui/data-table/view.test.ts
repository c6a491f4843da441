import { describe, expect, it } from 'vitest';
import { compareValues, defaultView, moved, orderedIds } from './view.ts';

const columns = ['name', 'visits', 'epc', 'profit'].map((id) => ({
  id,
  header: id,
  value: () => id,
  hiddenByDefault: id === 'profit',
}));

describe('a table view', () => {
  it('hides rarely used columns by default', () => {
    expect(defaultView(columns).hidden).toEqual(['profit']);
  });
  it('keeps the first column first, drops unknown ids and adds new columns at the end', () => {
    expect(orderedIds(columns, ['epc', 'gone', 'name', 'epc'])).toEqual(['name', 'epc', 'visits', 'profit']);
  });
  it('moves a column past hidden ones', () => {
    expect(moved(['name', 'visits', 'profit', 'epc'], ['profit'], 'visits', 1)).toEqual([
      'name',
      'profit',
      'epc',
      'visits',
    ]);
    expect(moved(['name', 'visits', 'profit', 'epc'], ['profit'], 'epc', -1)).toEqual([
      'name',
      'epc',
      'visits',
      'profit',
    ]);
    expect(moved(['name', 'visits'], [], 'visits', 1)).toEqual(['name', 'visits']);
  });
});

describe('a sorted table', () => {
  it('orders numbers by size and text as people do', () => {
    expect(['10', '9', '-1.5'].sort(compareValues)).toEqual(['-1.5', '9', '10']);
    expect(['Box 10', 'box 9', 'Ähre'].sort(compareValues)).toEqual(['Ähre', 'box 9', 'Box 10']);
  });
});
