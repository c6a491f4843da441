/** Selects the facts that a question is about, as plain data. */
import type { TabScope } from '@signpost/contract/insight/stats/define-tab.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type ItemId,
} from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import type { Attributes } from './attributes.ts';
import { type FactKey, factKeyOf } from './fact-keys.ts';

/** The facts that may be read: those of one publisher, or all (`null`). */
export type FactScope = { publisherId: number } | null;

export type Condition =
  /** Facts of any of these items, or, if negated, of none of them. */
  | { kind: 'items'; key: FactKey; idType: 'numeric' | 'string'; ids: readonly ItemId[]; isExcluded: boolean }
  /** Facts of one publisher. */
  | { kind: 'publisher'; id: number }
  /** Facts that were known at the end of a day. */
  | { kind: 'known'; position: number; until: Date };

/** The columns whose records have the kinds that a tab may be restricted to. */
const KIND_COLUMN = {
  boxKind: 'campaign_box_id',
  websiteKind: 'website_id',
  sourceKind: 'traffic_source_id',
} as const;

/** The current fact key of a dimension. */
export function currentKeyOf(dimension: DimensionKey, attributes: Attributes): FactKey {
  return factKeyOf(dimensionOf(dimension), attributes.values(dimension));
}

function scopeConditions(scope: TabScope, attributes: Attributes): Condition[] {
  const recordsOf = (column: string, ids: readonly number[] = []): Condition[] => [
    { kind: 'items', key: { kind: 'column', column }, idType: 'numeric', ids, isExcluded: false },
  ];
  switch (scope.kind) {
    case 'everything':
      return [];
    case 'boxKind':
      return recordsOf(KIND_COLUMN.boxKind, attributes.boxesOfKind.get(scope.boxKind));
    case 'websiteKind':
      return recordsOf(KIND_COLUMN.websiteKind, attributes.websitesOfKind.get(scope.websiteKind));
    case 'sourceKind':
      return recordsOf(KIND_COLUMN.sourceKind, attributes.sourcesOfKind.get(scope.sourceKind));
    case 'has': {
      const none = dimensionOf(scope.dimension).idKind === 'numeric' ? 0 : '';
      return [itemsCondition(scope.dimension, [none], attributes, true)];
    }
    case 'item':
      return [itemsCondition(scope.dimension, [scope.id], attributes)];
  }
}

function itemsCondition(
  dimension: DimensionKey,
  ids: readonly ItemId[],
  attributes: Attributes,
  isExcluded = false,
): Condition {
  const idType = dimensionOf(dimension).idKind === 'numeric' ? 'numeric' : 'string';
  return { kind: 'items', key: currentKeyOf(dimension, attributes), idType, ids, isExcluded };
}

/** All conditions except the time range: scope, selected items, filters, the viewer's rows and what was known. */
export function conditionsOf(question: StatsQuestion, attributes: Attributes, facts: FactScope): Condition[] {
  const conditions = scopeConditions(question.scope, attributes);
  for (const { type, id } of groupingOf(question.levels).selected)
    conditions.push(itemsCondition(type, [id], attributes));
  for (const dimension of DIMENSION_KEYS) {
    const included = question.filters[dimension];
    if (included) conditions.push(itemsCondition(dimension, included, attributes));
    const excluded = question.excludes[dimension];
    if (excluded) conditions.push(itemsCondition(dimension, excluded, attributes, true));
  }
  if (facts !== null) conditions.push({ kind: 'publisher', id: facts.publisherId });
  const { knownOn, known } = question;
  // Without the position of the day the answer would be of another day, so there is none.
  if (knownOn !== undefined && known === undefined) throw new Error('The position of the day was not looked up.');
  if (known !== undefined) conditions.push({ kind: 'known', position: known.position, until: new Date(known.until) });
  return conditions;
}
