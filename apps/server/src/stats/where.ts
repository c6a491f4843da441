/** Which facts a question is about. */
import type { TabScope } from '@signpost/contract/stats/define-tab.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { columnOf, itemsSql, type SqlContext } from './dimension-sql.ts';

/** Whose facts may be read: all, or those of one publisher. */
export type FactScope = { publisherId: number } | null;

const KIND_COLUMN = {
  boxKind: 'campaign_box_id',
  websiteKind: 'website_id',
  sourceKind: 'traffic_source_id',
} as const;

/** The dimensions a question names besides the one its rows are grouped by. */
function conditionDimensions(question: StatsQuestion): DimensionKey[] {
  const { scope } = question;
  return [
    ...groupingOf(question.levels).selected.map(({ type }) => type),
    ...DIMENSION_KEYS.filter((key) => question.filters[key] !== undefined || question.excludes[key] !== undefined),
    ...(scope.kind === 'has' || scope.kind === 'item' ? [scope.dimension] : []),
  ];
}

/** What has to be known of facts to find those of a question: their columns, and whether time is looked at by span. */
export function conditionNeeds(question: StatsQuestion, facts: FactScope): { columns: Set<string>; time: boolean } {
  const dimensions = conditionDimensions(question);
  const columns = new Set(dimensions.map(columnOf).filter((column) => column !== undefined));
  const { scope } = question;
  if (scope.kind === 'boxKind' || scope.kind === 'websiteKind' || scope.kind === 'sourceKind')
    columns.add(KIND_COLUMN[scope.kind]);
  if (facts !== null) columns.add('publisher_id');
  return { columns, time: dimensions.some((key) => columnOf(key) === undefined) };
}

function scopeSql(scope: TabScope, context: SqlContext): string[] {
  const { attributes, parameters } = context;
  const among = (column: string, ids: readonly number[] | undefined) => [
    `has(${parameters.add('Array(UInt32)', ids ?? [])}, ${column})`,
  ];
  switch (scope.kind) {
    case 'everything':
      return [];
    case 'boxKind':
      return among(KIND_COLUMN.boxKind, attributes.boxesOfKind.get(scope.boxKind));
    case 'websiteKind':
      return among(KIND_COLUMN.websiteKind, attributes.websitesOfKind.get(scope.websiteKind));
    case 'sourceKind':
      return among(KIND_COLUMN.sourceKind, attributes.sourcesOfKind.get(scope.sourceKind));
    case 'has':
      return [itemsSql(scope.dimension, [dimensionOf(scope.dimension).idKind === 'numeric' ? 0 : ''], context, true)];
    case 'item':
      return [itemsSql(scope.dimension, [scope.id], context)];
  }
}

/** Every condition but that on the time range: scope, selected items, filters, and what the viewer may see. */
export function conditionsSql(question: StatsQuestion, facts: FactScope, context: SqlContext): string[] {
  const parts = scopeSql(question.scope, context);
  for (const { type, id } of groupingOf(question.levels).selected) parts.push(itemsSql(type, [id], context));
  for (const key of DIMENSION_KEYS) {
    const kept = question.filters[key];
    if (kept) parts.push(itemsSql(key, kept, context));
    const left = question.excludes[key];
    if (left) parts.push(itemsSql(key, left, context, true));
  }
  if (facts) parts.push(`publisher_id = ${context.parameters.add('UInt32', facts.publisherId)}`);
  return parts;
}
