/** Writes a plan as SQL. Pure: the same plan gives the same text, and every value is bound. */
import type { DailyRates } from '@signpost/contract/insight/stats/query.ts';
import { conditionSql, groupSql, momentSql, type SqlContext } from './dimension-sql.ts';
import { convertedSql, orderSql, overallSql, partSql, sidesSql, statesSql, wholeSql } from './metric-sql.ts';
import { Parameters } from './parameters.ts';
import type { Page, PlannedSegment, PlanScope, Reading, RowOrder, StatsPlan } from './plan.ts';
import type { Grain } from './rollups.ts';

export interface Statement {
  sql: string;
  params: Record<string, unknown>;
  /** The rollup that answers, if it is a single one, so that the engine need not consider the others. */
  rollup?: string | undefined;
  /** Whether no part is read from the raw facts. */
  isRolledUp?: boolean;
  /** Whether sketches of visitors are read. They are large, so the primary key looks for those that are needed. */
  hasVisitors?: boolean;
}

/** The segments of one period that are read from the same rollup, or from the facts. */
interface Part {
  period: number;
  grain: Grain;
  segments: readonly PlannedSegment[];
}

/** Segments of the same grain are one part, because the engine takes longer to analyse a SELECT than to read a rollup. */
function partsOf({ periods }: Reading): Part[] {
  return periods.flatMap((all, period) =>
    [...Map.groupBy(all, ({ grain }) => grain)].map(([grain, segments]) => ({ period, grain, segments })),
  );
}

/** The bound of a segment, in the type that the moments of its grain have. */
function boundSql(at: Date, grain: Grain, parameters: Parameters): string {
  if (grain === 'week' || grain === 'date')
    return parameters.add('Date', at.toISOString().slice(0, 'YYYY-MM-DD'.length));
  return parameters.add(grain === 'raw' ? "DateTime64(3, 'UTC')" : "DateTime('UTC')", at);
}

/** These columns of a part by group. */
function groupedSql(
  plan: PlanScope,
  { grain, segments }: Part,
  { groupBy, columns }: { groupBy: Reading['groupBy']; columns: readonly string[] },
  parameters: Parameters,
): string {
  const { timeColumn, timeZone, weekStart, conditions } = plan;
  const context: SqlContext = { parameters, timeColumn, timeZone, weekStart, grain };
  const moment = momentSql(context);
  const bound = (at: Date) => boundSql(at, grain, parameters);
  const spans = segments.map(({ from, until }) => `${moment} >= ${bound(from)} AND ${moment} < ${bound(until)}`);
  const where = [
    spans.length === 1 ? spans.join('') : `(${spans.map((span) => `(${span})`).join(' OR ')})`,
    ...conditions.map((condition) => conditionSql(condition, context)),
  ];
  const id = groupBy === null ? '0' : groupSql(groupBy, context);
  return `  SELECT ${id} AS id, ${columns.join(', ')}
  FROM facts
  WHERE ${where.join(' AND ')}
  GROUP BY id`;
}

const periodSql = ({ period }: Part) => `${period} AS period`;

/** The sums of a part by group and day, with the money of each day at its rate. */
function convertedPartSql(
  plan: PlanScope & { rates: DailyRates },
  { groupBy, sums }: Reading,
  part: Part,
  parameters: Parameters,
): string {
  const { timeColumn, timeZone, rates } = plan;
  const moment = momentSql({ parameters, timeColumn, timeZone, grain: part.grain });
  const day = part.grain === 'date' ? moment : `toDate(${moment}, 'UTC')`;
  const days = parameters.add('Array(Date)', rates.days);
  const factors = parameters.add('Array(String)', rates.rates);
  const rate = `toDecimal256(arrayElement(${factors}, indexOf(${days}, day)), 12)`;
  const columns = [`${day} AS day`, periodSql(part), ...partSql(sums)];
  return `  SELECT * EXCEPT (day) REPLACE (${convertedSql(sums, rate).join(', ')})
  FROM (
${groupedSql(plan, part, { groupBy, columns }, parameters)}, day
  )`;
}

/** Whether the sums of a reading have money that is converted. */
const isConverted = (plan: PlanScope, { sums }: Reading): plan is PlanScope & { rates: DailyRates } =>
  plan.rates !== undefined && convertedSql(sums, '').length > 0;

/** The sums of all parts by period and group; money that is converted by day as well. */
function readingSql(plan: PlanScope, reading: Reading, parameters: Parameters): string {
  return partsOf(reading)
    .map((part) => {
      if (isConverted(plan, reading)) return convertedPartSql(plan, reading, part, parameters);
      const columns = [periodSql(part), ...partSql(reading.sums)];
      return groupedSql(plan, part, { groupBy: reading.groupBy, columns }, parameters);
    })
    .join('\n  UNION ALL\n');
}

/** The sums of all parts by group, with distinct visitors as states. A single part is not grouped a second time. */
function rowSumsSql(plan: StatsPlan, parameters: Parameters): string {
  const { rows, isCompared } = plan;
  const [part, ...others] = partsOf(rows);
  const converts = isConverted(plan, rows);
  if (part !== undefined && others.length === 0 && !isCompared && !converts)
    return groupedSql(plan, part, { groupBy: rows.groupBy, columns: wholeSql(rows.sums) }, parameters);
  return `SELECT ${['id', ...statesSql({ ...rows.sums, isConverted: converts }, isCompared)].join(', ')}
FROM (
${readingSql(plan, rows, parameters)}
)
GROUP BY id`;
}

/** The sums of all parts by period and group. */
function sumsOfPeriodsSql(plan: PlanScope, reading: Reading, parameters: Parameters): string {
  const [part, ...others] = partsOf(reading);
  // A rollup has distinct visitors only as states, so these are left to the second grouping.
  const converts = isConverted(plan, reading);
  if (part !== undefined && others.length === 0 && !reading.sums.distinct && !converts)
    return groupedSql(
      plan,
      part,
      { groupBy: reading.groupBy, columns: [periodSql(part), ...wholeSql(reading.sums)] },
      parameters,
    );
  return `SELECT ${['period', 'id', ...sidesSql({ ...reading.sums, isConverted: converts }, false)].join(', ')}
FROM (
${readingSql(plan, reading, parameters)}
)
GROUP BY period, id`;
}

/** A statement about the facts of a reading. */
function statement(reading: Reading, write: (parameters: Parameters) => string): Statement {
  const parameters = new Parameters();
  const sources = new Set(reading.periods.flat().map(({ rollup }) => rollup));
  const isRolledUp = !sources.delete(null);
  const [only, ...others] = sources;
  return {
    sql: write(parameters),
    params: parameters.values,
    isRolledUp,
    hasVisitors: reading.sums.distinct,
    rollup: typeof only === 'string' && others.length === 0 ? only : undefined,
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
  return statement(rows, (parameters) => {
    const inner = rowSumsSql(plan, parameters);
    const by = rowOrderSql(order, parameters);
    const bound = (value: number) => parameters.add('UInt32', value);
    const cut = page === null ? '' : `LIMIT ${bound(page.limit)} OFFSET ${bound(page.offset)}`;
    return `SELECT ${overallSql(rows.sums, isCompared).join(', ')}
FROM (
${inner}
)
ORDER BY ${by} ${direction.toUpperCase()} NULLS LAST, id ASC
${cut}`;
  });
}

/** The sums over all facts. */
export function totalsSql(plan: StatsPlan): Statement {
  const { totals, isCompared } = plan;
  return statement(
    totals,
    (
      parameters,
    ) => `SELECT ${sidesSql({ ...totals.sums, isConverted: isConverted(plan, totals) }, isCompared).join(', ')}
FROM (
${readingSql(plan, totals, parameters)}
)`,
  );
}

/** The number of rows, for a page beyond the last one. */
export function countSql(plan: StatsPlan): Statement {
  return statement(
    plan.items,
    (parameters) => `SELECT uniqExact(id) AS total_rows
FROM (
${readingSql(plan, plan.items, parameters)}
)`,
  );
}

/** The king stat's sums by hour, day or week, of both ranges. */
export function seriesSql(plan: StatsPlan): Statement {
  return statement(plan.series, (parameters) => sumsOfPeriodsSql(plan, plan.series, parameters));
}

/** The sums of each item in each range of a reading. */
export function itemsSql(scope: PlanScope, reading: Reading): Statement {
  return statement(reading, (parameters) => sumsOfPeriodsSql(scope, reading, parameters));
}
