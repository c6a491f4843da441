/** Question → SQL, pure: the same question gives the same text, and every value is bound. */
import { dayRangeToInstants } from '@signpost/contract/dates.ts';
import type { TabScope } from '@signpost/contract/stats/define-tab.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { seriesUnit } from '@signpost/contract/stats/series.ts';
import type { Attributes } from './attributes.ts';
import { groupSql, itemsSql, type SqlContext, timeSql } from './dimension-sql.ts';
import { neededOf, orderSql, sumsSql } from './metric-sql.ts';
import { Parameters } from './parameters.ts';

export interface Statement {
  sql: string;
  params: Record<string, unknown>;
}

/** Whose facts may be read: all, or those of one publisher. */
export type FactScope = { publisherId: number } | null;

interface Range {
  start: string;
  end: string;
}

function betweenSql(range: Range, context: SqlContext): string {
  const { from, until } = dayRangeToInstants(range, context.timeZone);
  const bound = (instant: Date) => context.parameters.add("DateTime64(3, 'UTC')", instant);
  return `(${context.timeColumn} >= ${bound(from)} AND ${context.timeColumn} < ${bound(until)})`;
}

function scopeSql(scope: TabScope, context: SqlContext): string[] {
  const among = (column: string, ids: readonly number[] | undefined) => [
    `has(${context.parameters.add('Array(UInt32)', [...(ids ?? [])])}, ${column})`,
  ];
  const { attributes } = context;
  switch (scope.kind) {
    case 'everything':
      return [];
    case 'boxKind':
      return among('campaign_box_id', attributes.boxesOfKind.get(scope.boxKind));
    case 'websiteKind':
      return among('website_id', attributes.websitesOfKind.get(scope.websiteKind));
    case 'sourceKind':
      return among('traffic_source_id', attributes.sourcesOfKind.get(scope.sourceKind));
    case 'has':
      return [itemsSql(scope.dimension, [dimensionOf(scope.dimension).idKind === 'numeric' ? 0 : ''], context, true)];
    case 'item':
      return [itemsSql(scope.dimension, [scope.id], context)];
  }
}

/** The condition of all facts a question is about, in either of its ranges. */
function whereSql(
  question: StatsQuestion,
  facts: FactScope,
  context: SqlContext,
): { where: string; inA: string; inB: string | null } {
  const inA = betweenSql(question.dateRange, context);
  const inB = question.compare ? betweenSql(question.compare, context) : null;
  const parts = [inB === null ? inA : `(${inA} OR ${inB})`, ...scopeSql(question.scope, context)];
  for (const { type, id } of groupingOf(question.levels).selected) parts.push(itemsSql(type, [id], context));
  for (const key of DIMENSION_KEYS) {
    const ids = question.filters[key];
    if (ids) parts.push(itemsSql(key, ids, context));
  }
  if (facts) parts.push(`publisher_id = ${context.parameters.add('UInt32', facts.publisherId)}`);
  return { where: parts.join('\n    AND '), inA, inB };
}

function contextOf(question: StatsQuestion, attributes: Attributes): SqlContext {
  return {
    parameters: new Parameters(),
    attributes,
    timeColumn: question.attribution === 'click' ? 'click_at' : 'at',
    timeZone: question.timeZone,
  };
}

function sums(ids: StatsQuestion['columns'], inA: string, inB: string | null): string[] {
  const needed = neededOf(ids);
  if (inB === null) return sumsSql(needed, 'a', null);
  return [...sumsSql(needed, 'a', inA), ...sumsSql(needed, 'b', inB)];
}

/** Every metric a question's rows carry or are ordered by. */
export function metricsOf(question: StatsQuestion): StatsQuestion['columns'] {
  const order = question.orderBy === 'name' ? [] : [question.orderBy];
  return [...new Set([...question.columns, question.kingstat, ...order])];
}

function nameSql(groupBy: DimensionKey, context: SqlContext): string {
  const { names } = dimensionOf(groupBy);
  if (names === null) return 'toString(id)';
  const known = [...context.attributes.names(names)];
  if (known.length === 0) return 'toString(id)';
  const { parameters } = context;
  const ids = parameters.add(
    'Array(UInt32)',
    known.map(([id]) => id),
  );
  const labels = parameters.add(
    'Array(String)',
    known.map(([, name]) => name.toLowerCase()),
  );
  return `transform(id, ${ids}, ${labels}, '')`;
}

/** A page of rows with their sums, `id` and `total_rows`; a total order, so that pages neither repeat nor lose a row. */
export function compileRows(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const context = contextOf(question, attributes);
  const { groupBy } = groupingOf(question.levels);
  const group = groupSql(groupBy, context);
  const { where, inA, inB } = whereSql(question, facts, context);
  const order = question.orderBy === 'name' ? nameSql(groupBy, context) : orderSql(metricOf(question.orderBy).formula);
  const direction = question.orderByDirection === 'asc' ? 'ASC' : 'DESC';
  const sql = `SELECT *, count() OVER () AS total_rows
FROM (
  SELECT ${[`${group} AS id`, ...sums(metricsOf(question), inA, inB)].join(',\n    ')}
  FROM facts
  WHERE ${where}
  GROUP BY id
)
ORDER BY ${order} ${direction} NULLS LAST, id ASC
LIMIT ${context.parameters.add('UInt32', question.limit)} OFFSET ${context.parameters.add('UInt32', question.offset)}`;
  return { sql, params: context.parameters.values };
}

/** The sums over all rows, and when the newest fact among them was recorded. */
export function compileTotals(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const context = contextOf(question, attributes);
  const { where, inA, inB } = whereSql(question, facts, context);
  const sql = `SELECT ${[...sums(metricsOf(question), inA, inB), 'count() AS facts', 'max(recorded_at) AS freshness'].join(',\n  ')}
FROM facts
WHERE ${where}`;
  return { sql, params: context.parameters.values };
}

/** The king stat's sums by hour, day or week of one range. */
export function compileSeries(
  question: StatsQuestion,
  attributes: Attributes,
  facts: FactScope,
  range: Range,
): Statement {
  const { compare: _compare, ...alone } = question;
  const single: StatsQuestion = { ...alone, dateRange: range };
  const context = contextOf(single, attributes);
  const span = timeSql(seriesUnit(question.dateRange), context);
  const { where } = whereSql(single, facts, context);
  const sql = `SELECT ${[`${span} AS span`, ...sumsSql(neededOf([question.kingstat]), 'a', null)].join(',\n  ')}
FROM facts
WHERE ${where}
GROUP BY span`;
  return { sql, params: context.parameters.values };
}
