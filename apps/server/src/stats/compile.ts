/** Compiles a question to SQL. Pure: the same question gives the same text, and every value is bound. */
import { dayRangeToInstants, type InstantRange } from '@signpost/contract/dates/dates.ts';
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
import { type Grain, type Rollup, rollupFor, type TimeColumn } from './rollups.ts';
import { conditionNeeds, conditionsSql, type FactScope } from './where.ts';

export interface Statement {
  sql: string;
  params: Record<string, unknown>;
  /** The rollup that answers, if it is a single one, so that the engine need not consider the others. */
  rollup?: string;
  /** Whether no part is read from the raw facts. */
  isRolledUp?: boolean;
}

type Unit = 'hour' | 'day' | 'week' | 'month';

/** How facts are grouped: by a dimension, by a span of time, or not at all. */
type Grouping = { dimension: DimensionKey } | { unit: Unit } | null;

/** Every metric that a question's rows show or are ordered by. */
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

/** The time at which the facts of a question count. */
export function timeColumnOf({ attribution }: StatsQuestion): TimeColumn {
  return attribution === 'click' ? 'click_at' : 'at';
}

/**
 * The ranges of a question as instants: the requested one, then the compared one. While the requested one is not over, the
 * other ends at the same part of its days.
 */
export function periodsOf({ dateRange, compare, compareUntil, timeZone }: StatsQuestion): InstantRange[] {
  const asked = dayRangeToInstants(dateRange, timeZone);
  if (compare === undefined) return [asked];
  const { from, until } = dayRangeToInstants(compare, timeZone);
  return [asked, { from, until: compareUntil === undefined ? until : new Date(compareUntil) }];
}

/** The segments of a range of a question, each with the rollup from which it is read; none for raw facts. */
function planOf(
  question: StatsQuestion,
  facts: FactScope,
  grouping: Grouping,
  distinct: boolean,
  range: InstantRange,
): (Segment & { rollup: Rollup | undefined })[] {
  const { columns, time } = conditionNeeds(question, facts);
  if (grouping !== null && 'dimension' in grouping) {
    const column = columnOf(grouping.dimension);
    if (column !== undefined) columns.add(column);
  }
  const unit = unitOf(grouping);
  const coarsest: Grain = unit === null && !time ? 'day' : zoneGrain(range, question.timeZone);
  const byHour = unit === 'hour' || time;
  const rollupOf = (grain: Grain) => {
    if (grain === 'raw' || !isFineAs(grain, coarsest) || (byHour && grain === 'day')) return undefined;
    return rollupFor(grain, timeColumnOf(question), columns, distinct);
  };
  return cover(range, (grain) => rollupOf(grain) !== undefined).map((segment) => ({
    ...segment,
    rollup: rollupOf(segment.grain),
  }));
}

const groupingSql = (grouping: Grouping, context: SqlContext): string => {
  if (grouping === null) return '0';
  return 'unit' in grouping ? timeSql(grouping.unit, context) : groupSql(grouping.dimension, context);
};

/** The inner query: sums by period and group, and where they are read from. */
interface Parts {
  sql: string;
  from: Pick<Statement, 'rollup' | 'isRolledUp'>;
}

/** One SELECT for each segment. */
function partsOf(
  question: StatsQuestion,
  facts: FactScope,
  grouping: Grouping,
  needed: Needed,
  shared: Omit<SqlContext, 'grain'>,
): Parts {
  const rollups = new Set<string | undefined>();
  const selects = periodsOf(question).flatMap((range, period) =>
    planOf(question, facts, grouping, needed.distinct, range).map(({ grain, from, until, rollup }) => {
      rollups.add(rollup?.name);
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
  const isRolledUp = !rollups.delete(undefined);
  const [only, ...others] = rollups;
  return {
    sql: selects.join('\n  UNION ALL\n'),
    from: { isRolledUp, ...(only !== undefined && others.length === 0 && { rollup: only }) },
  };
}

function contextOf(question: StatsQuestion, attributes: Attributes): Omit<SqlContext, 'grain'> {
  return {
    parameters: new Parameters(),
    attributes,
    timeColumn: timeColumnOf(question),
    timeZone: question.timeZone,
  };
}

/** The position of an item among the sorted names of its kind; items without a name come last. */
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
  const parts = partsOf(question, facts, { dimension: groupBy }, needed, shared);
  const order =
    question.orderBy === 'name' ? nameOrderSql(groupBy, shared) : orderSql(metricOf(question.orderBy).formula);
  const direction = question.orderByDirection === 'asc' ? 'ASC' : 'DESC';
  const bound = (value: number) => shared.parameters.add('UInt32', value);
  const sql = `SELECT ${['*', ...overallSql(needed, compared)].join(', ')}
FROM (
SELECT ${['id', ...sidesSql(needed, compared)].join(', ')}
FROM (
${parts.sql}
)
GROUP BY id
)
ORDER BY ${order} ${direction} NULLS LAST, id ASC${page === null ? '' : `\nLIMIT ${bound(page.limit)} OFFSET ${bound(page.offset)}`}`;
  return { sql, params: shared.parameters.values, ...parts.from };
}

/** The sums over all facts, for totals that cannot be computed from rows. */
export function compileTotals(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const needed = neededOf(metricsOf(question));
  const parts = partsOf(question, facts, null, needed, shared);
  const sql = `SELECT ${sidesSql(needed, question.compare !== undefined).join(', ')}
FROM (
${parts.sql}
)`;
  return { sql, params: shared.parameters.values, ...parts.from };
}

/** The number of rows, for a page beyond the last one. */
export function compileCount(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const grouping = { dimension: groupingOf(question.levels).groupBy };
  const parts = partsOf(question, facts, grouping, { measures: [], distinct: false }, shared);
  const sql = `SELECT uniqExact(id) AS total_rows
FROM (
${parts.sql}
)`;
  return { sql, params: shared.parameters.values, ...parts.from };
}

/** The king stat's sums by hour, day or week, of both ranges. */
export function compileSeries(question: StatsQuestion, attributes: Attributes, facts: FactScope): Statement {
  const shared = contextOf(question, attributes);
  const needed = neededOf([question.kingstat]);
  // The chart shows all compared days, including the part that is still to come today.
  const { compareUntil: _, ...whole } = question;
  const parts = partsOf(whole, facts, { unit: seriesUnit(question.dateRange) }, needed, shared);
  const sql = `SELECT ${['period', 'id', ...sidesSql(needed, false)].join(', ')}
FROM (
${parts.sql}
)
GROUP BY period, id`;
  return { sql, params: shared.parameters.values, ...parts.from };
}
