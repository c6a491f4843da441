/** The change of a metric, coloured by whether it is good news for that metric. */
import type { MetricValue } from '@signpost/contract/stats/evaluate.ts';
import { changeOf, isBetter } from '@signpost/contract/stats/format.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { Change } from '../ui/values/values.tsx';

interface Props {
  id: MetricId;
  now: MetricValue;
  before: MetricValue;
}

export function MetricChange({ id, now, before }: Props) {
  const share = changeOf(now, before);
  return <Change share={share} isGood={isBetter(metricOf(id), share)} />;
}
