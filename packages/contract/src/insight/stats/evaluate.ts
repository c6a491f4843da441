/** Computes metrics from sums: exactly, and empty if the denominator of a ratio is 0. */
import { divideMoney, subtractMoney, sumMoney } from '../../money/money.ts';
import type { Money } from '../../reading/money-text.ts';
import type { Measure } from '../../traffic/clicks/fact.ts';
import type { Formula, Metric } from './metrics.ts';

/** A metric's value: integers and percents (fractions of 1) as numbers, money as a decimal string, empty as null. */
export type MetricValue = number | string | null;

/** The sums from which a metric is computed; an absent measure is 0. */
export type Sums = Readonly<Partial<Record<Measure, number | string>> & { uniqueVisitors?: number }>;

const work = (formula: Formula, sums: Sums): Money | null => {
  switch (formula.kind) {
    case 'sum':
      return sumMoney([String(sums[formula.measure] ?? 0)]);
    case 'distinct':
      return sumMoney([String(sums.uniqueVisitors ?? 0)]);
    case 'plus': {
      const parts = formula.parts.map((part) => work(part, sums));
      if (parts.includes(null)) return null;
      return sumMoney(parts.filter((part) => part !== null));
    }
    case 'difference': {
      const from = work(formula.from, sums);
      const minus = work(formula.minus, sums);
      if (from === null || minus === null) return null;
      return subtractMoney(from, minus);
    }
    case 'ratio': {
      const num = work(formula.num, sums);
      const den = work(formula.den, sums);
      if (num === null || den === null) return null;
      return divideMoney(num, den, 12);
    }
  }
};

/** Computes a metric from sums. Ratios of money have six decimals, like all money. */
export function evaluate(metric: Pick<Metric, 'formula' | 'format'>, sums: Sums): MetricValue {
  const value = work(metric.formula, sums);
  if (value === null) return null;
  if (metric.format === 'money') return divideMoney(value, '1', 6);
  return Number(value);
}
