/**
 * The statements of a report. They read the facts themselves, up to the instant of the report, so that rows and totals
 * are about the same facts and the same file can be made again. Every value is bound.
 */

import { metricsOfPlan, type ReportPlan } from '@signpost/contract/insight/reports/report.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { snakeCase } from '../../platform/names.ts';
import type { Attributes } from '../stats/attributes.ts';
import { conditionsOf, currentKeyOf, type FactScope } from '../stats/conditions.ts';
import { conditionSql, groupSql, momentSql, type SqlContext } from '../stats/dimension-sql.ts';
import { overlaps } from '../stats/fact-keys.ts';
import { idsWithNames } from '../stats/labels.ts';
import { neededOf, orderSql, type Side, sumName } from '../stats/metric-sql.ts';
import { Parameters } from '../stats/parameters.ts';
import { periodsOf, timeColumnOf } from '../stats/plan.ts';
import type { Statement } from '../stats/statements.ts';
import { columnSql, Steps } from './column-sql.ts';

/**
 * The facts that a report reads: their owner, the records as they are now, and the time until which facts were
 * recorded.
 */
export interface ReportScope {
  attributes: Attributes;
  facts: FactScope;
  asOf: Date;
  /** Only the facts of this party, for a report that is split. */
  party?: { dimension: DimensionKey; id: number };
}

const INSTANT = "DateTime64(3, 'UTC')";

function withParty({ question }: ReportPlan, { party }: ReportScope): ReportPlan['question'] {
  if (party === undefined) return question;
  const known = question.filters[party.dimension];
  // A party that the report leaves out has no rows, whatever its file asks for.
  const ids = known === undefined || known.includes(party.id) ? [party.id] : [0xffff_ffff];
  return { ...question, filters: { ...question.filters, [party.dimension]: ids } };
}

/** The sums of the facts of a report by its keys: `k0` …, `a_visits` …, and `b_visits` … where it is compared. */
function sumsSql(
  plan: ReportPlan,
  scope: ReportScope,
  {
    keys,
    parameters,
    counts = [],
  }: { keys: readonly DimensionKey[]; parameters: Parameters; counts?: readonly DimensionKey[] },
): string {
  const question = withParty(plan, scope);
  const timeColumn = timeColumnOf(question);
  const { timeZone, weekStart } = question;
  const context: SqlContext = { parameters, timeColumn, timeZone, weekStart, grain: 'raw' };
  const moment = momentSql(context);
  const periods = periodsOf(question).map(
    ({ from, until }) =>
      `(${moment} >= ${parameters.add(INSTANT, from)} AND ${moment} < ${parameters.add(INSTANT, until)})`,
  );
  const { measures, distinct } = neededOf(metricsOfPlan(plan));
  const isWhole = periods.length === 1;
  const sumIn = (period: string, column: string) => {
    if (isWhole) return `sum(${column})`;
    return `sumIf(${column}, ${period})`;
  };
  const sums = periods.flatMap((period, index) => {
    const side: Side = index === 0 ? 'a' : 'b';
    const list = measures.map((measure) => `${sumIn(period, snakeCase(measure))} AS ${sumName(side, measure)}`);
    const visits = isWhole ? 'visits > 0' : `visits > 0 AND ${period}`;
    const visitors = `uniqCombined64If(15)(visitor_id, ${visits}) AS ${sumName(side, 'uniqueVisitors')}`;
    if (distinct) return [...list, visitors];
    return list;
  });
  const columns = keys.map((key, index) => `${groupSql(currentKeyOf(key, scope.attributes), context)} AS k${index}`);
  // About how many rows the keys have. A key with several values for a fact would repeat the fact in the sums.
  const groups = counts.map((key) => groupSql(currentKeyOf(key, scope.attributes), context));
  const about =
    counts.length === 0 || counts.some(overlaps) ? [] : [`uniqCombined64(17)(${groups.join(', ')}) AS about`];
  const where = [
    `(${periods.join(' OR ')})`,
    `recorded_at <= ${parameters.add(INSTANT, scope.asOf)}`,
    ...conditionsOf(question, scope.attributes, scope.facts).map((condition) => conditionSql(condition, context)),
  ];
  return `SELECT ${[...columns, ...sums, 'count() AS facts', 'max(recorded_at) AS newest', ...about].join(', ')}
FROM facts
WHERE ${where.join(' AND ')}
${groupsOf(keys)}`;
}

function groupsOf(keys: readonly DimensionKey[]): string {
  if (keys.length === 0) return '';
  return `GROUP BY ${keys.map((_, index) => `k${index}`).join(', ')}`;
}

/** The order by the names of items; items without names are ordered by themselves. */
function nameOrder(keys: readonly DimensionKey[], { attributes }: ReportScope, parameters: Parameters): string[] {
  return keys.flatMap((key, index) => {
    const ids = idsWithNames(key, attributes);
    if (ids.length === 0) return [];
    return [
      `transform(k${index}, ${parameters.add('Array(UInt32)', ids)}, range(1, ${ids.length + 1}), ${ids.length + 1})`,
    ];
  });
}

const sidesOf = ({ question }: ReportPlan): readonly Side[] => {
  if (question.compare === undefined) return ['a'];
  return ['a', 'b'];
};

/** The table of a report, in its order: the keys, then each column, with the compared range beside it. */
export function tableSql(plan: ReportPlan, scope: ReportScope, limit?: number): Statement {
  const parameters = new Parameters();
  const { keys, question, columns } = plan;
  const steps = new Steps();
  const values = columns.flatMap((column) => sidesOf(plan).map((side) => columnSql(steps, column, side)));
  const inner = steps.around(sumsSql(plan, scope, { keys, parameters }));
  const direction = question.orderByDirection.toUpperCase();
  const names = keys.map((_, index) => `k${index}`);
  const order = () => {
    if (question.orderBy === 'name')
      return [...nameOrder(keys, scope, parameters), ...names].map((by) => `${by} ${direction}`);
    return [`${orderOf(question.orderBy)} ${direction} NULLS LAST`, ...names.map((name) => `${name} ASC`)];
  };
  const cut = limit === undefined ? '' : `LIMIT ${parameters.add('UInt32', limit)}`;
  return {
    sql: `SELECT ${[...names, ...values.map((value, index) => `${value} AS v${index}`)].join(', ')}
FROM (
${inner}
)
ORDER BY ${order().join(', ')}
${cut}`,
    params: parameters.values,
  };
}

const orderOf = (id: MetricId): string => orderSql(metricOf(id).formula);

/** The sums of all facts of a report, and about how many rows its table has. */
export function totalsSql(plan: ReportPlan, scope: ReportScope): Statement {
  const parameters = new Parameters();
  return { sql: sumsSql(plan, scope, { keys: [], parameters, counts: plan.keys }), params: parameters.values };
}

/** The parties that have facts in a report that is split. */
export function partiesSql(plan: ReportPlan, scope: ReportScope, dimension: DimensionKey): Statement {
  const parameters = new Parameters();
  return {
    sql: `SELECT k0 AS id FROM (\n${sumsSql(plan, scope, { keys: [dimension], parameters })}\n)\nORDER BY k0`,
    params: parameters.values,
  };
}
