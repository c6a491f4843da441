/**
 * The king stat over time, from the same answer as the table: one line, the comparison dashed, today drawn as
 * incomplete.
 */

import { useComputedColorScheme } from '@mantine/core';
import type { DateRange } from '@signpost/contract/dates/dates.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { daysOfStep, overAt, spanAt } from '@signpost/contract/insight/stats/series.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { changeText, shownWithUnit } from '../fields/metric-values.ts';
import { colors } from '../theme/colors.ts';
import type { ChartEvent } from './changes.ts';
import { eventTexts } from './event-texts.ts';
import { Plot, plain } from './plot.tsx';
import {
  eventMarks,
  LINE,
  markLine,
  type Palette,
  plotStyle,
  plotted,
  stepLabel,
  valuesBetween,
} from './plot-style.ts';

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
  const texts = [`${at.replace('T', ' ')}: ${metricOf(metric).label} ${shownWithUnit(metric, value, currency)}`];
  if (compare !== undefined) texts.push(`before ${shownWithUnit(metric, compare, currency)}`);
  if (step >= over) texts.push('not over yet');
  return texts.join(', ');
}

interface Drawing extends Pick<Told, 'points' | 'metric' | 'currency'> {
  unit: StatsData['series']['unit'];
  /** The current step. */
  now: string;
  eventsAt: ReadonlyMap<string, readonly ChartEvent[]>;
  palette: Palette;
  /** Whether a click explains the days. */
  hasDays: boolean;
}

/** The first step that has not ended, and the first that has not begun. */
function progressOf({ points, now }: Pick<Drawing, 'points' | 'now'>): { over: number; begun: number } {
  const { over, goesOn } = overAt(
    points.map(({ at }) => at),
    now,
  );
  return { over, begun: goesOn ? over + 1 : over };
}

/** The tooltip of one step, as HTML. */
function tooltipText({ points, metric, currency, now, eventsAt, palette, hasDays }: Drawing, at: number): string {
  const point = points[at];
  if (!point) return '';
  const { over, begun } = progressOf({ points, now });
  const lines = [`<b>${plain(point.at.replace('T', ' '))}</b>`];
  if (at < begun) lines.push(`${plain(metricOf(metric).label)} ${shownWithUnit(metric, point.value, currency)}`);
  if (point.compare !== undefined) lines.push(`before ${shownWithUnit(metric, point.compare, currency)}`);
  // An unfinished or future span is not compared with a whole one.
  if (point.compare !== undefined && at < over)
    lines.push(`change ${changeText(metric, point.value, point.compare, currency)}`);
  lines.push(...eventTexts(eventsAt.get(point.at) ?? [], TOLD));
  if (hasDays) lines.push(`<span style="color:${palette.muted}">${HINT}</span>`);
  return lines.join('<br>');
}

/** The earlier values, the values until now, and the value of the current step. */
function drawnSeries({ points, now, eventsAt, palette }: Drawing) {
  const values = points.map((point) => plotted(point.value));
  const marks = eventMarks(
    points.map(({ at }) => at),
    eventsAt,
  );
  // The future is not drawn, because it is not zero.
  const { over, begun } = progressOf({ points, now });
  return [
    {
      ...LINE,
      name: 'before',
      data: points.map((point) => plotted(point.compare)),
      lineStyle: { width: 1.5, type: 'dashed', color: palette.muted },
    },
    {
      ...LINE,
      name: 'now',
      data: valuesBetween(values, 0, over),
      lineStyle: { width: 2, color: palette.series1 },
      areaStyle: { color: palette.series1, opacity: 0.08 },
      markLine: markLine(palette, marks),
    },
    {
      ...LINE,
      name: 'not over yet',
      data: valuesBetween(values, over - 1, begun),
      lineStyle: { width: 2, type: 'dotted', color: palette.series1 },
    },
  ];
}

function optionOf(drawing: Drawing): EChartsCoreOption {
  const { points, metric, currency, unit, palette } = drawing;
  const style = plotStyle(
    palette,
    metric,
    points.map(({ at }) => stepLabel(at, unit)),
    currency,
  );
  return {
    ...style,
    tooltip: {
      ...style.tooltip,
      formatter: (items: { dataIndex: number }[]) => tooltipText(drawing, items[0]?.dataIndex ?? 0),
    },
    series: drawnSeries(drawing),
  };
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
  const option = useMemo(() => {
    const { points, unit } = series;
    const eventsAt = Map.groupBy(events, ({ at }) => spanAt(new Date(at), unit, timeZone, weekStart));
    return optionOf({ points, unit, metric, currency, now, eventsAt, palette: colors[scheme], hasDays });
  }, [series, metric, scheme, now, events, timeZone, weekStart, hasDays, currency]);
  const daysOf = (step: number) => daysOfStep(series.points[step]?.at ?? '', series.unit);
  const onSteps =
    onDays &&
    ((first: number, last: number) => onDays({ start: daysOf(first).start, end: daysOf(last).end }, first === last));
  const { points } = series;
  const { over } = progressOf({ points, now });
  const steps = {
    count: points.length,
    text: (step: number) => stepText({ points, metric, currency, over }, step),
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
