/** Question → SQL, pure: the same question gives the same text, and every value is bound. */
import { dayRangeToInstants, type InstantRange } from '@signpost/contract/dates.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { seriesUnit } from '@signpost/contract/stats/series.ts';
import type { Attributes } from './attributes.ts';
import { columnOf, groupSql, momentSql, type SqlContext, timeSql } from './dimension-sql.ts';
import { type Needed, neededOf, orderSql, overallSql, partSql, sidesSql } from './metric-sql.ts';
import { Parameters } from './parameters.ts';
import { cover, isFineAs, type Segment, zoneGrain } from './plan.ts';
import { carries, type Grain, type TimeColumn } from './rollups.ts';
import { conditionNeeds, conditionsSql, type FactScope } from './where.ts';

export interface Statement {
  sql: string;
  params: Record<string, unknown>;
}

type Unit = 'hour' | 'day' | 'week' | 'month';

/** What facts are grouped by: a dimension, a span of time, or nothing at all. */
type Grouping = { dimension: DimensionKey } | { unit: Unit } | null;

/** Every metric a question's rows carry or are ordered by. */
export function metricsOf(question: StatsQuestion): StatsQuestion['columns'] {
  const order = question.orderBy === 'name' ? [] : [question.orderBy];
  return [...new Set([...question.columns, question.kingstat, ...order])];
}

/** Whether rows of a dimension overlap, so that they do not add up to the totals: a partner may carry several tags. */
export function overlaps(key: DimensionKey): boolean {
  const { source } = dimensionOf(key);
  return source.kind === 'attribute' && source.several;
}

const unitOf = (grouping: Grouping): Unit | null => {
  if (grouping === null) return null;
  if ('unit' in grouping) return grouping.unit;
  const { source } = dimensionOf(grouping.dimension);
  return source.kind === 'time' ? source.unit : null;
};

/** When the facts of a question count. */
export function timeColumnOf({ attribution }: StatsQuestion): TimeColumn {
  return attribution === 'click' ? 'click_at' : 'at';
}

/** The ranges of a question as instants: the asked one, then the one compared with. */
export function periodsOf(question: StatsQuestion): InstantRange[] {
  const ranges = question.compare === undefined ? [question.dateRange] : [question.dateRange, question.compare];
  return ranges.map((range) => dayRangeToInstants(range, question.timeZone));
}

/** The coarsest grain that a range of a question may be read in, and the segments it falls into. */
export function planOf(
  question: StatsQuestion,
  facts: FactScope,
  grouping: Grouping,
  distinct: boolean,
  range: InstantRange,
): Segment[] {
  const { columns, time } = conditionNeeds(question, facts);
  if (grouping !== null && 'dimension' in grouping) {
    const column = columnOf(grouping.dimension);
    if (column !== undefined) columns.add(column);
  }
  const unit = unitOf(grouping);
  const coarsest: Grain = unit === null && !time ? 'day' : zoneGrain(range, question.timeZone);
  const byHour = unit === 'hour' || time;
  return cover(
    range,
    (grain) =>
      isFineAs(grain, coarsest) &&
      !(byHour && grain === 'day') &&
      carries(grain, timeColumnOf(question), columns, distinct),
  );
}

const groupingSql = (grouping: Grouping, context: SqlContext): string => {
  if (grouping === null) return '0';
  return 'unit' in grouping ? timeSql(grouping.unit, context) : groupSql(grouping.dimension, context);
};

/** Sums by period and group, one SELECT for each segment: what the two outer levels put together. */
function partsSql(
  question: StatsQuestion,
  facts: FactScope,
  grouping: Grouping,
  needed: Needed,
  shared: Omit<SqlContext, 'grain'>,
): string {
  const selects = periodsOf(question).flatMap((range, period) =>
    planOf(question, facts, grouping, needed.distinct, range).map(({ grain, from, until }) => {
      const context: SqlContext = { ...shared, grain };
      const type = grain === 'raw' ? "DateTime64(3, 'UTC')" : "DateTime('UTC')";
      const bound = (instant: Date) => context.parameters.add(type, instant);
      const moment = momentSql(context);
      const where = [
        `${moment} >= ${bound(from)}`,
        `${moment} < ${bound(until)}`,
        ...conditionsSql(question, facts, context),
      ];
      return `  SELECT ${period} AS period, ${groupingSql(grouping, context)} AS id, ${partSql(needed).join(', ')}
  FROM facts
  WHERE ${where.join(' AND ')}
  GROUP BY id`;
    }),
  );
  return selects.join('\n  UNION ALL\n');
}

function contextOf(question: StatsQuestion, attributes: Attributes): Omit<SqlContext, 'grain'> {
  return {
    parameters: new Parameters(),
    attributes,
    timeColumn: timeColumnOf(question),
    timeZone: question.timeZone,
  };
}

/** The place of an item among the names of its kind; what has no name comes last. */
function nameOrderSql(groupBy: DimensionKey, { attributes, parameters }: Omit<SqlContext, 'grain'>): string {
  const { names } = dimensionOf(groupBy);
  const ids = names === null ? [] : [...attributes.names(names).keys()];
  if (ids.length === 0) return 'id';
  const ranks = `range(1, ${ids.length + 1})`;
  return `transform(id, ${parameters.add('Array(UInt32)', ids)}, ${ranks}, ${ids.length + 1})`;
}

/**
 * A page of rows with the sums of both sides, their sums over all rows, and how many rows there are. The order is
 * total, so that pages neither repeat nor lose a row. Without a page: every row.
 */
export function compileRows(
  question: StatsQuestion,
  attributes: Attributes,
  facts: FactScope,
  page: { limit: number; offset: number } | null = question,
): Statement {
  const shared = contextOf(question, attributes);
  const { groupBy } = groupingOf(question.levels);
  const needed = neededOf(metricsOf(question));
  const compared = question.compare !== undefined;
  const parts = partsSql(question, facts, { dimension: groupBy }, needed, shared);
  const order =
    question.orderBy === 'name' ? nameOrderSql(groupBy, shared) : orderSql(metricOf(question.orderBy).formula);
  const direction = question.orderByDirection === 'asc' ? 'ASC' : 'DESC';
  const bound = (value: number) => shared.parameters.add('UInt32', value);
  const sql = `SELECT ${['*', ...overallSql(needed, compared)].join(', ')}
FROM (
SELECT ${['id', ...sidesSql(needed, compared)].join(', ')}
FROM (
${parts}
)
GROUP BY id
)
ORDER BY ${order} ${direction} NULLS LAST, id ASC${page === null ? '' : `\nLIMIT ${bound(page.limit)} OFFSET ${bound(page.offset)}`}`;
  return { sql, params: shared.parameters.values };
}

/** The sums over all facts, for what rows cannot tell. */
export function compileTotals(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const needed = neededOf(metricsOf(question));
  const sql = `SELECT ${sidesSql(needed, question.compare !== undefined).join(', ')}
FROM (
${partsSql(question, facts, null, needed, shared)}
)`;
  return { sql, params: shared.parameters.values };
}

/** How many rows there are, when a page lies behind the last of them. */
export function compileCount(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const grouping = { dimension: groupingOf(question.levels).groupBy };
  const sql = `SELECT uniqExact(id) AS total_rows
FROM (
${partsSql(question, facts, grouping, { measures: [], distinct: false }, shared)}
)`;
  return { sql, params: shared.parameters.values };
}

/** The king stat's sums by hour, day or week, of both ranges. */
export function compileSeries(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const needed = neededOf([question.kingstat]);
  const parts = partsSql(question, facts, { unit: seriesUnit(question.dateRange) }, needed, shared);
  const sql = `SELECT ${['period', 'id', ...sidesSql(needed, false)].join(', ')}
FROM (
${parts}
)
GROUP BY period, id`;
  return { sql, params: shared.parameters.values };
}
