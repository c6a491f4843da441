import { partner } from '@signpost/contract/entities/partner.ts';
import { expect, it } from 'vitest';
import { filterWords } from './filter-words.ts';

const { name, status, partnerTypeId, tags, deals } = partner.fields;
const NO_NAMES = new Map<string, string>();

it('describes text and choice filters', () => {
  expect(filterWords(name, ['best'], NO_NAMES)).toBe('contains best');
  expect(filterWords(status, ['active', 'paused'], NO_NAMES)).toBe('is Active, Paused');
  expect(filterWords(deals.of.waterfallBlocked, ['true'], NO_NAMES)).toBe('is Yes');
});

it('describes records by name, or by id until the name is loaded', () => {
  expect(filterWords(partnerTypeId, ['1', '2'], new Map([['1', 'Casino']]))).toBe('is Casino, 2');
});

it('names at most three values and counts the others', () => {
  expect(filterWords(tags, ['1', '2', '3'], NO_NAMES)).toBe('is 1, 2, 3');
  expect(filterWords(tags, ['1', '2', '3', '4', '5'], NO_NAMES)).toBe('is 1, 2, 3 +2');
});

it('describes a range by its existing bounds', () => {
  expect(filterWords(name, { from: '2026-01-01', to: '2026-01-31' }, NO_NAMES)).toBe('from 2026-01-01 to 2026-01-31');
  expect(filterWords(name, { from: '10' }, NO_NAMES)).toBe('from 10');
  expect(filterWords(name, { to: '20' }, NO_NAMES)).toBe('to 20');
});
