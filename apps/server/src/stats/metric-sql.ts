/** Sums and orders of metrics as SQL. */
import type { Measure } from '@signpost/contract/stats/fact.ts';
import { type Formula, type MetricId, measuresOf, metricOf } from '@signpost/contract/stats/metrics.ts';
import { snakeCase } from '../platform/names.ts';

/** The sums from which metrics are computed. */
export interface Needed {
  measures: Measure[];
  /** Whether distinct visitors are needed. */
  distinct: boolean;
}

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

/** The sums of one segment of facts: `s_visits` …, the number of facts, and when the newest was recorded. */
export function partSql({ measures, distinct }: Needed): string[] {
  const sums = measures.map((measure) => `sum(${snakeCase(measure)}) AS s_${snakeCase(measure)}`);
  // Must match the expression of the rollup exactly; otherwise the facts are read instead.
  if (distinct) sums.push('uniqCombined64StateIf(15)(visitor_id, visits > 0) AS s_visitors');
  return [...sums, 'count() AS s_facts', 'max(recorded_at) AS s_newest'];
}

/** The sums of all segments of each side. */
export function sidesSql({ measures, distinct }: Needed, compared: boolean): string[] {
  const sides: readonly Side[] = compared ? ['a', 'b'] : ['a'];
  const list = sides.flatMap((side, period) => {
    const only = (aggregate: string, of: string) =>
      compared ? `${aggregate}If(${of}, period = ${period})` : `${aggregate}(${of})`;
    const sums = measures.map((measure) => `${only('sum', `s_${snakeCase(measure)}`)} AS ${sumName(side, measure)}`);
    const merge = compared
      ? `uniqCombined64MergeIf(15)(s_visitors, period = ${period})`
      : 'uniqCombined64Merge(15)(s_visitors)';
    return distinct ? [...sums, `${merge} AS ${sumName(side, 'uniqueVisitors')}`] : sums;
  });
  return [...list, 'sum(s_facts) AS facts', 'max(s_newest) AS newest'];
}

/** The same sums over all rows, added to each row; distinct visitors cannot be added up. */
export function overallSql({ measures }: Needed, compared: boolean): string[] {
  const sides: readonly ('a' | 'b')[] = compared ? ['a', 'b'] : ['a'];
  const sums = sides.flatMap((side) =>
    measures.map((measure) => `sum(${sumName(side, measure)}) OVER () AS t${sumName(side, measure)}`),
  );
  return [...sums, 'count() OVER () AS total_rows', 'max(newest) OVER () AS overall_newest'];
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
