/**
 * Rows ordered here match the order of the server: empty values last, equal values by id, names as people sort.
 */
import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { expect, it } from 'vitest';
import { ordered } from './order-rows.ts';

const row = (id: number | string, name: string, value: number | string | null): StatsRow => ({
  id,
  name,
  stats: { 1: value },
  hasChildren: true,
  actions: { drillDown: true, openFacts: true },
});
const ids = (rows: readonly StatsRow[] | null) => rows?.map(({ id }) => id);

const rows = [row(3, 'Box 10', '9.5'), row(1, 'box 2', null), row(2, TEXT.unnamed, '10'), row(4, 'Árbol', '9.50')];

it('orders by a metric in both directions, with empty values last and equal values by id', () => {
  expect(ids(ordered(rows, 'partner', { orderBy: 1, orderByDirection: 'desc' }))).toEqual([2, 3, 4, 1]);
  expect(ids(ordered(rows, 'partner', { orderBy: 1, orderByDirection: 'asc' }))).toEqual([3, 4, 2, 1]);
});

it('orders by name as people do, with unnamed rows last', () => {
  expect(ids(ordered(rows, 'partner', { orderBy: 'name', orderByDirection: 'asc' }))).toEqual([4, 1, 3, 2]);
  expect(ids(ordered(rows, 'partner', { orderBy: 'name', orderByDirection: 'desc' }))).toEqual([2, 3, 1, 4]);
});

it('orders items without names by their text', () => {
  const days = [row('b', 'b', 1), row('B', 'B', 2), row('a', 'a', 3)];
  expect(ids(ordered(days, 'browser', { orderBy: 'name', orderByDirection: 'asc' }))).toEqual(['B', 'a', 'b']);
});

it('leaves an order that only the server knows to the server', () => {
  const byName = { orderBy: 'name', orderByDirection: 'asc' } as const;
  expect(ordered([row(1, TEXT.deletedCampaign, 1)], 'campaign', byName)).toBeNull();
  expect(ordered(rows, 'partner', { orderBy: 2, orderByDirection: 'asc' })).toBeNull();
  const added = { ...row(5, 'Added', 1), actions: { drillDown: false, openFacts: false } };
  expect(ordered([...rows, added], 'partner', byName)).toBeNull();
});
