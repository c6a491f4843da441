/**
 * The king stat over time, from the same answer as the table: one line, the comparison dashed, today drawn as
 * incomplete.
 */

import { useComputedColorScheme } from '@mantine/core';
import type { DateRange } from '@signpost/contract/dates/dates.ts';
import type { StatsData } from '@signpost/contract/stats/answer.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { daysOfStep, overAt, spanAt } from '@signpost/contract/stats/series.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { changeText, shownWithUnit } from '../fields/metric-values.ts';
import { colors } from '../theme/colors.ts';
import type { ChartEvent } from './changes.ts';
import { Plot, plain } from './plot.tsx';
import { LINE, plotStyle, plotted } from './plot-style.ts';

interface Props {
  series: StatsData['series'];
  metric: MetricId;
  /** Pixels, or a length of CSS. */
  height?: number | string | undefined;
  /** Configuration changes and notes, marked on the chart. */
  events?: readonly ChartEvent[] | undefined;
  timeZone?: string | undefined;
  /** The currency of the amounts; the base currency if it is left out. */
  currency?: string | undefined;
  /** Called with the days that a click or a dragged mouse marks. */
  onDays?: ((days: DateRange, isClick: boolean) => void) | undefined;
}

/** Taller windows leave it more room. */
const HEIGHT = 'clamp(180px, 27vh, 340px)';
/** The maximum number of events in a tooltip; the rest is counted. */
const TOLD = 4;
/** A longer note is cut in a tooltip. */
const LINE_LENGTH = 120;
const HINT = 'Click to see why, drag to zoom in';
const NO_EVENTS: readonly ChartEvent[] = [];

/** One step in words: its time, value, earlier value, and whether it is over. */
interface Told {
  points: StatsData['series']['points'];
  metric: MetricId;
  currency: string | undefined;
  /** The first step that has not ended. */
  over: number;
}

function stepText({ points, metric, currency, over }: Told, step: number): string {
  const point = points[step];
  if (point === undefined) return '';
  const { at, value, compare } = point;
  return [
    `${at.replace('T', ' ')}: ${metricOf(metric).label} ${shownWithUnit(metric, value, currency)}`,
    ...(compare === undefined ? [] : [`before ${shownWithUnit(metric, compare, currency)}`]),
    ...(step >= over ? ['not over yet'] : []),
  ].join(', ');
}

export default function StatsChart({
  series,
  metric,
  height = HEIGHT,
  events = NO_EVENTS,
  timeZone = 'UTC',
  currency,
  onDays,
}: Props) {
  const scheme = useComputedColorScheme('dark');
  const weekStart = useSession()?.user.weekStart;
  const now = spanAt(new Date(), series.unit, timeZone, weekStart);
  const hasDays = onDays !== undefined;
  const option = useMemo((): EChartsCoreOption => {
    const palette = colors[scheme];
    const { points } = series;
    const label = (at: string) => (series.unit === 'hour' ? at.slice(11) : at.slice(5));
    const values = points.map((point) => plotted(point.value));
    // The future is not drawn, because it is not zero.
    const { over, goesOn } = overAt(
      points.map(({ at }) => at),
      now,
    );
    const begun = goesOn ? over + 1 : over;
    const eventsAt = Map.groupBy(events, ({ at }) => spanAt(new Date(at), series.unit, timeZone, weekStart));
    const marks = points.flatMap(({ at }, index) => (eventsAt.has(at) ? [{ xAxis: index }] : []));
    const style = plotStyle(
      palette,
      metric,
      points.map(({ at }) => label(at)),
      currency,
    );
    return {
      ...style,
      tooltip: {
        ...style.tooltip,
        formatter: (items: { dataIndex: number }[]) => {
          const at = items[0]?.dataIndex ?? 0;
          const point = points[at];
          if (!point) return '';
          const lines = [
            `<b>${plain(point.at.replace('T', ' '))}</b>`,
            ...(at < begun ? [`${plain(metricOf(metric).label)} ${shownWithUnit(metric, point.value, currency)}`] : []),
          ];
          if (point.compare !== undefined) lines.push(`before ${shownWithUnit(metric, point.compare, currency)}`);
          // An unfinished or future span is not compared with a whole one.
          if (point.compare !== undefined && at < over)
            lines.push(`change ${changeText(metric, point.value, point.compare, currency)}`);
          const meanwhile = eventsAt.get(point.at) ?? [];
          for (const { text } of meanwhile.slice(0, TOLD)) lines.push(`◆ ${plain(text.slice(0, LINE_LENGTH))}`);
          if (meanwhile.length > TOLD) lines.push(`and ${meanwhile.length - TOLD} more events`);
          if (hasDays) lines.push(`<span style="color:${palette.muted}">${HINT}</span>`);
          return lines.join('<br>');
        },
      },
      series: [
        {
          ...LINE,
          name: 'before',
          data: points.map((point) => plotted(point.compare)),
          lineStyle: { width: 1.5, type: 'dashed', color: palette.muted },
        },
        {
          ...LINE,
          name: 'now',
          data: values.map((value, at) => (at < over ? value : null)),
          lineStyle: { width: 2, color: palette.series1 },
          areaStyle: { color: palette.series1, opacity: 0.08 },
          markLine: {
            silent: true,
            animation: false,
            symbol: ['none', 'diamond'],
            symbolSize: 7,
            label: { show: false },
            lineStyle: { color: palette.attention, type: 'dotted', width: 1 },
            itemStyle: { color: palette.attention },
            data: marks,
          },
        },
        {
          ...LINE,
          name: 'not over yet',
          data: values.map((value, at) => (at >= over - 1 && at < begun ? value : null)),
          lineStyle: { width: 2, type: 'dotted', color: palette.series1 },
        },
      ],
    };
  }, [series, metric, scheme, now, events, timeZone, weekStart, hasDays, currency]);
  const daysOf = (step: number) => daysOfStep(series.points[step]?.at ?? '', series.unit);
  const onSteps =
    onDays &&
    ((first: number, last: number) => onDays({ start: daysOf(first).start, end: daysOf(last).end }, first === last));

  const { over } = overAt(
    series.points.map(({ at }) => at),
    now,
  );
  const steps = {
    count: series.points.length,
    text: (step: number) => stepText({ points: series.points, metric, currency, over }, step),
  };
  return (
    <Plot
      option={option}
      height={height}
      label={`${metricOf(metric).label} over time`}
      steps={steps}
      onSteps={onSteps}
    />
  );
}
