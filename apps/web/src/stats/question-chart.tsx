/** The chart of a question, as its `chart` part asks for it. Each form is loaded when it is shown. */

import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import type { Chart } from '@signpost/contract/insight/stats/chart.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { lazy, Suspense, useMemo } from 'react';
import { listOf } from '../ui/values/list-of.ts';
import type { ChartProps } from './chart-props.ts';

const StatsChart = lazy(() => import('./chart.tsx'));
const SeriesChart = lazy(() => import('./series-chart.tsx'));
const SplitChart = lazy(() => import('./split-chart.tsx'));

interface Props extends ChartProps {
  chart: Chart | undefined;
  /** The king stat, from the answer with the rows. */
  series: StatsData['series'];
}

/** The king stat as bars, with the bars of the comparison before them. */
function KingBars({ series, question, events, height, onDays }: Props) {
  const { kingstat, timeZone, currency } = question;
  const { label } = metricOf(kingstat);
  const lines = useMemo(() => {
    const isCompared = series.points.some((point) => point.compare !== undefined);
    const before = series.points.map(({ compare }) => compare ?? null);
    return listOf(isCompared && { item: 'before', name: 'before', metric: kingstat, values: before, hue: null }, {
      item: null,
      name: label,
      metric: kingstat,
      values: series.points.map(({ value }) => value),
      hue: 0,
    });
  }, [series, kingstat, label]);
  const data = useMemo(() => ({ unit: series.unit, at: series.points.map(({ at }) => at) }), [series]);
  return (
    <SeriesChart
      data={data}
      lines={lines}
      kind="bars"
      label={`${label} over time`}
      height={height}
      events={events}
      timeZone={timeZone}
      currency={currency}
      onDays={onDays}
    />
  );
}

function ChartOfKind(props: Props) {
  const { chart, series, question, events, height, onDays } = props;
  if (chart?.top !== undefined || chart?.metrics !== undefined) return <SplitChart {...props} chart={chart} />;
  if (chart?.kind === 'bars') return <KingBars {...props} />;
  return (
    <StatsChart
      series={series}
      metric={question.kingstat}
      height={height}
      events={events}
      timeZone={question.timeZone}
      currency={question.currency}
      onDays={onDays}
    />
  );
}

export function QuestionChart(props: Props) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <ChartOfKind {...props} />
    </Suspense>
  );
}
