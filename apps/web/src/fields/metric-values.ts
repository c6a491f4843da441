/** Formats the value of a metric and its change. */

import type { MetricValue } from '@signpost/contract/insight/stats/evaluate.ts';
import { changeOf, formatMetric } from '@signpost/contract/insight/stats/format.ts';
import { type Metric, type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import {
  EMPTY,
  formatChange,
  formatCompact,
  formatNumber,
  MINUS,
  numberLocale,
  symbolOf,
} from '../ui/values/format.ts';

export function shown(id: MetricId, value: MetricValue | undefined): string {
  return formatMetric(metricOf(id), value ?? null, numberLocale());
}

/** With its unit, for places that have no header. */
export function shownWithUnit(id: MetricId, value: MetricValue | undefined, currency = baseCurrency()): string {
  const metric = metricOf(id);
  return formatMetric(metric, value ?? null, numberLocale(), metric.format === 'money' ? currency : undefined);
}

/** A value at an axis, as short as possible: €8K, 1.2M, 45 %. */
export function axisText(id: MetricId, value: number, currency = baseCurrency()): string {
  const { format } = metricOf(id);
  if (format === 'percent') return shown(id, value).replace(/[.,]0+(?=\D|$)/, '');
  return formatCompact(value, format === 'money' ? currency : undefined);
}

/** From ten times as much on, a percentage tells less than the difference. */
const LARGEST_SHARE = 10;

/**
 * A change in words: `+3.2 %`, or the difference such as `−€6,672.71` where a percentage means nothing: after zero or
 * less, below zero, and beyond ten times as much. Differences of percentages are always points: `+3.2 pp`.
 */
export function changeText(id: MetricId, now: MetricValue, before: MetricValue, currency = baseCurrency()): string {
  if (now === null || before === null) return EMPTY;
  const is = Number(now);
  const was = Number(before);
  const share = changeOf(now, before);
  const isShare = metricOf(id).format === 'percent';
  // One column has one unit, so all differences of percentages are points.
  if (is === was || (!isShare && share !== null && was > 0 && is >= 0 && Math.abs(share) < LARGEST_SHARE))
    return formatChange(share);
  return differenceText(id, is, was, currency);
}

/** The difference of two values in their own unit: `+€36.09`, `−2.1 pp`. */
export function differenceText(id: MetricId, is: number, was: number, currency = baseCurrency()): string {
  const { format } = metricOf(id);
  const size = Math.abs(is - was);
  const describeSize = () => {
    if (format === 'percent') return `${formatNumber(size * 100, 1)} pp`;
    return shownWithUnit(id, format === 'money' ? String(size) : size, currency);
  };
  const text = describeSize();
  return `${is > was ? '+' : MINUS}${text}`;
}

/** The unit in the header of a column. */
export const unitOf = (metric: Metric, currency = baseCurrency()): string | undefined => {
  if (metric.format === 'money') return symbolOf(currency);
  return undefined;
};
