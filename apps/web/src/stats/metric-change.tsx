/** The change of a metric, coloured by whether it is good news for that metric. */
import type { MetricValue } from '@signpost/contract/insight/stats/evaluate.ts';
import { isBetter } from '@signpost/contract/insight/stats/format.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { changeText } from '../fields/metric-values.ts';
import { Change } from '../ui/values/values.tsx';

interface Props {
  id: MetricId;
  now: MetricValue;
  before: MetricValue;
  /** The currency of the amounts; the base currency if it is left out. */
  currency?: string | undefined;
}

export function MetricChange({ id, now, before, currency }: Props) {
  const difference = now === null || before === null ? null : Number(now) - Number(before);
  return <Change text={changeText(id, now, before, currency)} isGood={isBetter(metricOf(id), difference)} />;
}
