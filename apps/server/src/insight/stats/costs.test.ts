import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { costsTab } from '@signpost/contract/insight/stats/tabs/costs.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { itemLabelIn } from '@signpost/contract/records/labels.ts';
import { expect, it } from 'vitest';
import type { Attributes } from './attributes.ts';
import { mergeCosts } from './costs.ts';
import { guard } from './guard.ts';

const names = (...list: [number, string][]) => new Map(list);
const attributes: Attributes = {
  names: (entity) =>
    ({ partner: names([820, 'Best Wallet'], [7, 'Quiet']), tag: names([1, 'VIP'], [2, 'Regulated Crypto']) })[
      String(entity)
    ] ?? new Map(),
  values: (dimension) => (dimension === 'tag' ? { ids: [820, 7], values: [[1, 2], [1]] } : { ids: [], values: [] }),
  typeOfCampaign: new Map(),
  boxesOfKind: new Map(),
  websitesOfKind: new Map(),
  sourcesOfKind: new Map(),
};
const asked = (levels: string) =>
  readQuestion(costsTab, `dateRange[start]=2026-01-01&dateRange[end]=2026-01-31&${levels}`);
const row = (id: number, name: string): StatsRow => ({
  id,
  name,
  stats: { '1': 3, '20': '5', '24': '5' },
  hasChildren: true,
  actions: { drillDown: true, openFacts: true },
});

it('merges the tags of partners into rows, and adds tags without facts with disabled actions', () => {
  const merged = mergeCosts(
    [row(820, 'Best Wallet'), row(9, 'Untagged')],
    asked('levels[0][type]=partner'),
    attributes,
  );
  expect(merged).toEqual([
    { ...row(820, 'Best Wallet'), tags: ['VIP', 'Crypto Affiliation'] },
    row(9, 'Untagged'),
    {
      id: 7,
      name: 'Quiet',
      stats: { '1': 0, '20': '0', '24': '0' },
      tags: ['VIP'],
      hasChildren: false,
      actions: { drillDown: false, openFacts: false },
    },
  ]);
});

it('adds no rows to a filtered question, and shows Regulated Crypto as Crypto Affiliation', () => {
  const narrowed = asked('levels[0][type]=partner&filters[geo][0]=5');
  expect(mergeCosts([row(820, 'Best Wallet')], narrowed, attributes)).toHaveLength(1);
  const categories = mergeCosts(
    [row(52, 'Regulated Crypto'), row(51, 'Paid')],
    asked('levels[0][type]=category'),
    attributes,
  );
  expect(categories.map(({ name }) => name)).toEqual(['Crypto Affiliation', 'Paid']);
  expect(itemLabelIn(costsTab, 'category', 'Regulated Crypto')).toBe('Crypto Affiliation');
  expect(itemLabelIn(globalTab, 'category', 'Regulated Crypto')).toBe('Regulated Crypto');
});

it('refuses hours over a long range, and pages beyond the limit', () => {
  const refused = (query: string) => {
    try {
      guard(asked(query));
      return [];
    } catch (error) {
      return (error as { errors: { path: string }[] }).errors.map(({ path }) => path);
    }
  };
  expect(refused('levels[0][type]=date_hour')).toEqual([]);
  expect(refused('levels[0][type]=date_hour&compare[start]=2025-01-01&compare[end]=2025-12-31&offset=1000000')).toEqual(
    ['dateRange.end', 'offset'],
  );
});
