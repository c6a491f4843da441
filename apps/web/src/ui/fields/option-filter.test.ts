import { expect, it } from 'vitest';
import { cappedFilter } from './option-filter.ts';

const CAPPED = 'Results are limited at 50. Please use filter option to find wanted result.';
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: String(at), label: `Option ${at}`, disabled: false }));
const labels = (filter: ReturnType<typeof cappedFilter>, count: number, search = '') =>
  filter({ options: options(count), search, limit: 50 }).map((item) => ('label' in item ? item.label : ''));

it('says below a list that more than 50 options match, and nothing below a complete list', () => {
  expect(labels(cappedFilter(false), 51)).toEqual([...options(50).map(({ label }) => label), CAPPED]);
  expect(labels(cappedFilter(false), 50)).not.toContain(CAPPED);
  expect(labels(cappedFilter(false), 60, 'TION 59')).toEqual(['Option 59']);
  expect(labels(cappedFilter(false), 60, '7 ')).toContain('Option 7');
});

it('says so below a list that the server has cut', () => {
  expect(labels(cappedFilter(true), 50).at(-1)).toBe(CAPPED);
});

it('shows every uncapped option, and 50 of the others', () => {
  const uncapped = new Set(options(60).map(({ value }) => value));
  expect(labels(cappedFilter(false, uncapped), 60)).toHaveLength(60);
  expect(labels(cappedFilter(false, uncapped), 111)).toHaveLength(111);
  expect(labels(cappedFilter(false, uncapped), 111).at(-1)).toBe(CAPPED);
});
