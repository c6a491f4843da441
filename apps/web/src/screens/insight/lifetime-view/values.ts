import type { MetricValue } from '@signpost/contract/insight/stats/evaluate.ts';
import type { CohortBasis, LifetimeCell } from '@signpost/contract/insight/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { shown, shownWithUnit } from '../../../fields/metric-values.ts';
import { formatNumber } from '../../../ui/values/format.ts';

/** A cohort's value per player or in total. */
export type Per = 'player' | 'cohort';

export function cellValue(cell: LifetimeCell, metric: MetricId, per: Per): MetricValue {
  return (per === 'player' ? cell.perPlayer : cell.total)[metric] ?? null;
}

/** The members that a cohort counts, by the event that assigns them to a month. */
export const COUNTED = { click: 'Visitors', deposit: 'Players' } as const satisfies Record<CohortBasis, string>;

/** A count per player is not a whole number. `withUnit` is for places without a header. */
export function valueShown(value: MetricValue, metric: MetricId, withUnit = false): string {
  const isFraction = metricOf(metric).format === 'integer' && typeof value === 'number' && !Number.isInteger(value);
  if (isFraction) return formatNumber(value, 2);
  return (withUnit ? shownWithUnit : shown)(metric, value);
}

/** The age of a cohort as the head of a column. */
export const ageLabel = (age: number): string => {
  if (age === 0) return 'Same month';
  return `+${age} mo`;
};

/** The same in a file, where a leading plus would look like a formula. */
export const fileAgeLabel = (age: number): string => {
  if (age === 0) return ageLabel(age);
  return `${age} mo later`;
};

/** A value in a file: whole, and a number, so that spreadsheets add it up. */
export const fileValue = (value: MetricValue): number | null => {
  if (value === null) return null;
  return Number(value);
};
