/** Sums and orders of metrics as SQL. */
import type { Measure } from '@signpost/contract/stats/fact.ts';
import { type Formula, type MetricId, measuresOf, metricOf } from '@signpost/contract/stats/metrics.ts';
import { snakeCase } from '../platform/names.ts';

/** The sums that some metrics are worked out from. */
export interface Needed {
  measures: Measure[];
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

export function neededOf(ids: readonly MetricId[]): Needed {
  const formulas = ids.map((id) => metricOf(id).formula);
  return { measures: [...new Set(formulas.flatMap(measuresOf))], distinct: formulas.some(isDistinct) };
}

/** Prefix of sums in the asked range, and in the one compared with. */
export type Side = 'a' | 'b';
export const sumName = (side: Side, measure: Measure | 'uniqueVisitors') => `${side}_${snakeCase(measure)}`;

/** The sums of one side; `condition` says which facts are on it. */
export function sumsSql(needed: Needed, side: Side, condition: string | null): string[] {
  const list = needed.measures.map((measure) => {
    const column = snakeCase(measure);
    return `${condition === null ? `sum(${column})` : `sumIf(${column}, ${condition})`} AS ${sumName(side, measure)}`;
  });
  if (needed.distinct) {
    const counted = condition === null ? 'visits > 0' : `visits > 0 AND ${condition}`;
    list.push(`uniqCombined64If(15)(visitor_id, ${counted}) AS ${sumName(side, 'uniqueVisitors')}`);
  }
  return list;
}

/** A metric over the sums of side a. Sums stay exact; only a ratio, which orders rows and is shown by nobody, is a float. */
export function orderSql(formula: Formula): string {
  switch (formula.kind) {
    case 'sum':
      return sumName('a', formula.measure);
    case 'distinct':
      return sumName('a', 'uniqueVisitors');
    case 'plus':
      return `(${formula.parts.map(orderSql).join(' + ')})`;
    case 'difference':
      return `(${orderSql(formula.from)} - ${orderSql(formula.minus)})`;
    case 'ratio': {
      const den = orderSql(formula.den);
      return `if(${den} = 0, NULL, toFloat64(${orderSql(formula.num)}) / toFloat64(${den}))`;
    }
  }
}
