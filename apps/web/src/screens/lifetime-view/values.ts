import type { MetricValue } from '@signpost/contract/stats/evaluate.ts';
import type { LifetimeCell } from '@signpost/contract/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { shown } from '../../stats/values.ts';

/** A cohort's value per player or in total. */
export type Per = 'player' | 'cohort';

export function cellValue(cell: LifetimeCell, metric: MetricId, per: Per): MetricValue {
  return (per === 'player' ? cell.perPlayer : cell.total)[metric] ?? null;
}

const decimals = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A count per player is not a whole number. */
export function valueShown(value: MetricValue, metric: MetricId): string {
  const isFraction = metricOf(metric).format === 'integer' && typeof value === 'number' && !Number.isInteger(value);
  return isFraction ? decimals.format(value) : shown(metric, value);
}
