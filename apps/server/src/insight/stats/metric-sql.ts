/** Sums and orders of metrics as SQL. */

import { type Formula, type MetricId, measuresOf, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { type Measure, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import { snakeCase } from '../../platform/names.ts';

/** The sums from which metrics are computed. */
export interface Needed {
  measures: Measure[];
  /** Whether distinct visitors are needed. */
  distinct: boolean;
}

/** Sums whose money is converted day by day, if it is. */
type Summed = Needed & { isConverted?: boolean };

const isMoneyMeasure = (measure: Measure): boolean => MONEY_MEASURES.some((money) => money === measure);

const isDistinct = (formula: Formula): boolean => {
  switch (formula.kind) {
    case 'distinct':
      return true;
    case 'sum':
      return false;
    case 'plus':
      return formula.parts.some(isDistinct);
    case 'difference':
      return isDistinct(formula.from) || isDistinct(formula.minus);
    case 'ratio':
      return isDistinct(formula.num) || isDistinct(formula.den);
  }
};

/** The sums that these metrics need. */
export function neededOf(ids: readonly MetricId[]): Needed {
  const formulas = ids.map((id) => metricOf(id).formula);
  return { measures: [...new Set(formulas.flatMap(measuresOf))], distinct: formulas.some(isDistinct) };
}

/** Sums of the requested range (a) and of the compared one (b), of a row and (t…) of all rows. */
export type Side = 'a' | 'b' | 'ta' | 'tb';

/** The name of the sum of a measure. */
export const sumName = (side: Side, measure: string) => `${side}_${snakeCase(measure)}`;

/** The name of the distinct visitors of a side as a state, which can be merged with others. */
const stateName = (side: Side) => `${side}_visitors`;

const sidesOf = (compared: boolean): readonly ('a' | 'b')[] => {
  if (compared) return ['a', 'b'];
  return ['a'];
};

function sumsSql({ measures, distinct }: Needed, prefix: string): string[] {
  const sums = measures.map((measure) => `sum(${snakeCase(measure)}) AS ${prefix}_${snakeCase(measure)}`);
  // Must match the expression of the rollup exactly; otherwise the facts are read instead.
  if (distinct) return [...sums, `uniqCombined64StateIf(15)(visitor_id, visits > 0) AS ${prefix}_visitors`];
  return sums;
}

/** The sums of a part of the facts: `s_visits` …, the number of facts, and when the newest was recorded. */
export function partSql(needed: Needed): string[] {
  return [...sumsSql(needed, 's'), 'count() AS s_facts', 'max(recorded_at) AS s_newest'];
}

/** The sums of facts that are the only part of the requested range, under the names that `statesSql` gives. */
export function wholeSql(needed: Needed): string[] {
  return [...sumsSql(needed, 'a'), 'count() AS facts', 'max(recorded_at) AS newest'];
}

/** Converts the sum of each day at its rate. The products are added up first and rounded once. */
export const convertedSql = ({ measures }: Needed, rate: string): string[] =>
  measures
    .filter((measure) => isMoneyMeasure(measure))
    .map((measure) => `toDecimal256(s_${snakeCase(measure)}, 6) * ${rate} AS s_${snakeCase(measure)}`);

function mergedSql(
  { measures, distinct, isConverted }: Summed,
  compared: boolean,
  merge: 'Merge' | 'MergeState',
): string[] {
  const list = sidesOf(compared).flatMap((side, period) => {
    const only = (aggregate: string, of: string, parameter = '') => {
      if (compared) return `${aggregate}If${parameter}(${of}, period = ${period})`;
      return `${aggregate}${parameter}(${of})`;
    };
    const sums = measures.map((measure) => {
      const sum = only('sum', `s_${snakeCase(measure)}`);
      const rounded = isConverted && isMoneyMeasure(measure) ? `toDecimal128(round(${sum}, 6), 6)` : sum;
      return `${rounded} AS ${sumName(side, measure)}`;
    });
    const name = merge === 'Merge' ? sumName(side, 'uniqueVisitors') : stateName(side);
    if (distinct) return [...sums, `${only(`uniqCombined64${merge}`, 's_visitors', '(15)')} AS ${name}`];
    return sums;
  });
  return [...list, 'sum(s_facts) AS facts', 'max(s_newest) AS newest'];
}

/** The sums of all parts of each side. */
export function sidesSql(needed: Summed, compared: boolean): string[] {
  return mergedSql(needed, compared, 'Merge');
}

/** The same, with distinct visitors as states. */
export function statesSql(needed: Summed, compared: boolean): string[] {
  return mergedSql(needed, compared, 'MergeState');
}

/**
 * The columns of rows with distinct visitors as states, as numbers, and the same sums over all rows added to each row.
 * Distinct visitors do not add up, but their states are merged again, so the facts are not read a second time.
 */
export function overallSql({ measures, distinct }: Needed, compared: boolean): string[] {
  const sides = sidesOf(compared);
  const sums = sides.flatMap((side) =>
    measures.map((measure) => `sum(${sumName(side, measure)}) OVER () AS t${sumName(side, measure)}`),
  );
  const visitors = sides.flatMap((side) => [
    `finalizeAggregation(${stateName(side)}) AS ${sumName(side, 'uniqueVisitors')}`,
    `uniqCombined64Merge(15)(${stateName(side)}) OVER () AS t${sumName(side, 'uniqueVisitors')}`,
  ]);
  const whole = distinct ? [`* EXCEPT (${sides.map(stateName).join(', ')})`, ...visitors] : ['*'];
  return [...whole, ...sums, 'count() OVER () AS total_rows', 'max(newest) OVER () AS overall_newest'];
}

/** A metric over the sums of a side. Sums stay exact; ratios are only used to order rows, so a float is precise enough. */
export function orderSql(formula: Formula, side: Side = 'a'): string {
  switch (formula.kind) {
    case 'sum':
      return sumName(side, formula.measure);
    case 'distinct':
      return sumName(side, 'uniqueVisitors');
    case 'plus':
      return `(${formula.parts.map((part) => orderSql(part, side)).join(' + ')})`;
    case 'difference':
      return `(${orderSql(formula.from, side)} - ${orderSql(formula.minus, side)})`;
    case 'ratio': {
      const den = orderSql(formula.den, side);
      return `if(${den} = 0, NULL, toFloat64(${orderSql(formula.num, side)}) / toFloat64(${den}))`;
    }
  }
}
