/** Formats the value of a metric and its change. */

import type { MetricValue } from '@signpost/contract/stats/evaluate.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { formatMetric } from '@signpost/contract/stats/format.ts';
import { type Metric, type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';

const LOCALE = typeof navigator === 'undefined' ? 'en' : navigator.language;

export function shown(id: MetricId, value: MetricValue | undefined): string {
  return formatMetric(metricOf(id), value ?? null, LOCALE);
}

/** With its unit, for places that have no header. */
export function shownWithUnit(id: MetricId, value: MetricValue | undefined): string {
  const metric = metricOf(id);
  return formatMetric(metric, value ?? null, LOCALE, metric.format === 'money' ? BASE_CURRENCY : undefined);
}

/** The unit in the header of a column. */
export const unitOf = (metric: Metric): string | undefined => (metric.format === 'money' ? '€' : undefined);
