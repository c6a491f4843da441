/** Writes a plan as SQL. Pure: the same plan gives the same text, and every value is bound. */
import { conditionSql, groupSql, momentSql, type SqlContext } from './dimension-sql.ts';
import { orderSql, overallSql, partSql, sidesSql } from './metric-sql.ts';
import { Parameters } from './parameters.ts';
import type { Page, PlannedSegment, PlanScope, Reading, RowOrder, StatsPlan } from './plan.ts';

export interface Statement {
  sql: string;
  params: Record<string, unknown>;
  /** The rollup that answers, if it is a single one, so that the engine need not consider the others. */
  rollup?: string;
  /** Whether no part is read from the raw facts. */
  isRolledUp?: boolean;
}

function segmentSql(
  plan: PlanScope,
  { groupBy, sums }: Reading,
  segment: PlannedSegment,
  period: number,
  parameters: Parameters,
): string {
  const { timeColumn, timeZone, weekStart, conditions } = plan;
  const { grain, from, until } = segment;
  const context: SqlContext = { parameters, timeColumn, timeZone, weekStart, grain };
  const type = grain === 'raw' ? "DateTime64(3, 'UTC')" : "DateTime('UTC')";
  const moment = momentSql(context);
  const where = [
    `${moment} >= ${parameters.add(type, from)}`,
    `${moment} < ${parameters.add(type, until)}`,
    ...conditions.map((condition) => conditionSql(condition, context)),
  ];
  const id = groupBy === null ? '0' : groupSql(groupBy, context);
  return `  SELECT ${period} AS period, ${id} AS id, ${partSql(sums).join(', ')}
  FROM facts
  WHERE ${where.join(' AND ')}
  GROUP BY id`;
}

/** Sums by period and group, with one SELECT for each segment. */
function readingSql(plan: PlanScope, reading: Reading, parameters: Parameters): string {
  return reading.periods
    .flatMap((segments, period) => segments.map((segment) => segmentSql(plan, reading, segment, period, parameters)))
    .join('\n  UNION ALL\n');
}

/** The statement of a reading; `write` puts the text around its inner query. */
function statement(
  plan: PlanScope,
  reading: Reading,
  write: (inner: string, parameters: Parameters) => string,
): Statement {
  const parameters = new Parameters();
  const inner = readingSql(plan, reading, parameters);
  const sources = new Set(reading.periods.flat().map(({ rollup }) => rollup));
  const isRolledUp = !sources.delete(null);
  const [only, ...others] = sources;
  return {
    sql: write(inner, parameters),
    params: parameters.values,
    isRolledUp,
    ...(typeof only === 'string' && others.length === 0 && { rollup: only }),
  };
}

/** The position of an item among the names of its kind, or a metric; items without a name come last. */
function rowOrderSql(order: RowOrder, parameters: Parameters): string {
  if (order.by === 'metric') return orderSql(order.formula);
  const { ids } = order;
  if (ids.length === 0) return 'id';
  return `transform(id, ${parameters.add('Array(UInt32)', ids)}, range(1, ${ids.length + 1}), ${ids.length + 1})`;
}

/**
 * A page of rows with the sums of both sides, their sums over all rows, and how many rows there are. The order is
 * total, so that pages neither repeat nor lose a row. Without a page: every row.
 */
export function rowsSql(plan: StatsPlan, page: Page | null = plan.page): Statement {
  const { rows, isCompared, order, direction } = plan;
  return statement(plan, rows, (inner, parameters) => {
    const by = rowOrderSql(order, parameters);
    const bound = (value: number) => parameters.add('UInt32', value);
    return `SELECT ${['*', ...overallSql(rows.sums, isCompared)].join(', ')}
FROM (
SELECT ${['id', ...sidesSql(rows.sums, isCompared)].join(', ')}
FROM (
${inner}
)
GROUP BY id
)
ORDER BY ${by} ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST, id ASC${page === null ? '' : `\nLIMIT ${bound(page.limit)} OFFSET ${bound(page.offset)}`}`;
  });
}

/** The sums over all facts. */
export function totalsSql(plan: StatsPlan): Statement {
  return statement(
    plan,
    plan.totals,
    (inner) => `SELECT ${sidesSql(plan.totals.sums, plan.isCompared).join(', ')}
FROM (
${inner}
)`,
  );
}

/** The number of rows, for a page beyond the last one. */
export function countSql(plan: StatsPlan): Statement {
  return statement(
    plan,
    plan.items,
    (inner) => `SELECT uniqExact(id) AS total_rows
FROM (
${inner}
)`,
  );
}

/** The king stat's sums by hour, day or week, of both ranges. */
export function seriesSql(plan: StatsPlan): Statement {
  return statement(
    plan,
    plan.series,
    (inner) => `SELECT ${['period', 'id', ...sidesSql(plan.series.sums, false)].join(', ')}
FROM (
${inner}
)
GROUP BY period, id`,
  );
}

/** The sums of each item in each range of a reading. */
export function itemsSql(scope: PlanScope, reading: Reading): Statement {
  return statement(
    scope,
    reading,
    (inner) => `SELECT ${['period', 'id', ...sidesSql(reading.sums, false)].join(', ')}
FROM (
${inner}
)
GROUP BY period, id`,
  );
}
