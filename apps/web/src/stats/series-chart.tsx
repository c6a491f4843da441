/** Draws several series over the same steps of time, as lines or bars. Loaded only where such a chart is shown. */

import { useComputedColorScheme } from '@mantine/core';
import type { DateRange } from '@signpost/contract/dates/dates.ts';
import type { ChartData, ChartKind } from '@signpost/contract/insight/stats/chart.ts';
import { isMetricId, type MetricId, metric, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { daysOfStep, overAt, spanAt } from '@signpost/contract/insight/stats/series.ts';
import { BarChart } from 'echarts/charts';
import { type EChartsCoreOption, use } from 'echarts/core';
import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { axisText, shownWithUnit } from '../fields/metric-values.ts';
import { colors } from '../theme/colors.ts';
import { listOf } from '../ui/values/list-of.ts';
import type { ChartEvent } from './changes.ts';
import { eventTexts } from './event-texts.ts';
import { Plot, plain } from './plot.tsx';
import { eventMarks, HUES, LINE, markLine, plotStyle, plotted, stepLabel, valuesBetween } from './plot-style.ts';

use([BarChart]);

/** A line of the chart with its place among the colours; null is the quiet colour. */
export type DrawnLine = ChartData['lines'][number] & { hue: number | null };

interface Props {
  data: Pick<ChartData, 'unit' | 'at'>;
  lines: readonly DrawnLine[];
  kind: ChartKind;
  label: string;
  height: number | string;
  events: readonly ChartEvent[];
  timeZone: string;
  /** The currency of the amounts; the base currency if it is left out. */
  currency?: string | undefined;
  onDays?: ((days: DateRange, isClick: boolean) => void) | undefined;
}

/** The maximum number of events in a tooltip; the rest is counted. */
const TOLD = 3;
const UNFINISHED_OPACITY = 0.45;

export const metricIn = ({ metric: id }: { metric: number }): MetricId => {
  if (isMetricId(id)) return id;
  return metric.visits.id;
};
const valueText = (line: DrawnLine, step: number, currency: string | undefined) =>
  shownWithUnit(metricIn(line), line.values[step] ?? null, currency);

/** The colour of a line, as a name of the theme. */
export const hueOf = ({ hue }: Pick<DrawnLine, 'hue'>) => {
  if (hue === null) return 'control';
  return HUES[hue % HUES.length] ?? 'series1';
};

/** A line with its place in the chart. */
interface PlacedLine {
  line: DrawnLine;
  color: string;
  axis: number;
}

/** The first step that has not ended, and the first that has not begun. */
interface Progress {
  over: number;
  begun: number;
}

function drawnBars({ line, color, axis }: PlacedLine, isStacked: boolean, { over, begun }: Progress) {
  return {
    type: 'bar' as const,
    name: line.name,
    animation: false,
    barCategoryGap: '25%',
    barGap: '10%',
    yAxisIndex: axis,
    ...(isStacked && { stack: 'all' }),
    itemStyle: { color },
    data: line.values.map((value, at) => {
      if (at >= begun) return null;
      if (at < over) return plotted(value);
      return { value: plotted(value), itemStyle: { color, opacity: UNFINISHED_OPACITY } };
    }),
  };
}

/** The points of one line: full until now, and marked as unfinished in the current step. */
function drawn(placed: PlacedLine, kind: ChartKind, progress: Progress): object[] {
  if (kind !== 'line') return [drawnBars(placed, kind === 'stacked', progress)];
  const { line, color, axis } = placed;
  const { over, begun } = progress;
  const values = line.values.map((value) => plotted(value));
  const part = { ...LINE, name: line.name, yAxisIndex: axis, itemStyle: { color } };
  return [
    {
      ...part,
      lineStyle: { width: 2, color },
      data: valuesBetween(values, 0, over),
    },
    {
      ...part,
      lineStyle: { width: 2, type: 'dotted' as const, color },
      data: valuesBetween(values, over - 1, begun),
    },
  ];
}

export default function SeriesChart({ data, lines, kind, label, height, events, timeZone, currency, onDays }: Props) {
  const scheme = useComputedColorScheme('dark');
  const { unit, at } = data;
  const weekStart = useSession()?.user.weekStart;
  const now = spanAt(new Date(), unit, timeZone, weekStart);
  const { over, goesOn } = overAt(at, now);
  const begun = goesOn ? over + 1 : over;
  const option = useMemo((): EChartsCoreOption => {
    const palette = colors[scheme];
    const [first] = lines;
    const main = first === undefined ? metric.visits.id : metricIn(first);
    const { format } = metricOf(main);
    const other = lines.map(metricIn).find((id) => metricOf(id).format !== format);
    const axisOf = (line: DrawnLine) => (metricOf(metricIn(line)).format === format ? 0 : 1);
    const eventsAt = Map.groupBy(events, (event) => spanAt(new Date(event.at), unit, timeZone, weekStart));
    const style = plotStyle(
      palette,
      main,
      at.map((step) => stepLabel(step, unit)),
      currency,
    );
    const marks = eventMarks(at, eventsAt);
    const second = {
      ...style.yAxis,
      splitLine: { show: false },
      axisLabel: { color: palette.muted, formatter: (value: number) => axisText(other ?? main, value, currency) },
    };
    const [bearer, ...series] = lines.flatMap((line) =>
      drawn({ line, color: palette[hueOf(line)], axis: axisOf(line) }, kind, { over, begun }),
    );
    return {
      ...style,
      xAxis: { ...style.xAxis, boundaryGap: kind !== 'line' },
      yAxis: other === undefined ? style.yAxis : [style.yAxis, second],
      tooltip: {
        ...style.tooltip,
        axisPointer: { ...style.tooltip.axisPointer, type: kind === 'line' ? 'line' : 'shadow' },
        formatter: (items: { dataIndex: number }[]) => {
          const step = items[0]?.dataIndex ?? 0;
          const texts = [`<b>${plain((at[step] ?? '').replace('T', ' '))}</b>`];
          // The future has no values.
          const shownLines = step < begun ? lines : [];
          for (const line of shownLines) {
            const mark = `<span style="color:${palette[hueOf(line)]}">■</span>`;
            texts.push(`${mark} ${plain(line.name)} ${valueText(line, step, currency)}`);
          }
          texts.push(...eventTexts(eventsAt.get(at[step] ?? '') ?? [], TOLD));
          return texts.join('<br>');
        },
      },
      series: bearer === undefined ? [] : [{ ...bearer, markLine: markLine(palette, marks) }, ...series],
    };
  }, [lines, kind, scheme, at, unit, over, begun, events, timeZone, weekStart, currency]);
  const daysOf = (step: number) => daysOfStep(at[step] ?? '', unit);
  const steps = {
    count: at.length,
    text: (step: number) =>
      listOf(
        (at[step] ?? '').replace('T', ' '),
        ...(step < begun ? lines.map((line) => `${line.name} ${valueText(line, step, currency)}`) : []),
        step >= over && 'not over yet',
      ).join(', '),
  };
  return (
    <Plot
      // A chart with other axes is drawn anew, because axes are kept between updates.
      key={`${kind} ${new Set(lines.map((line) => metricOf(metricIn(line)).format)).size}`}
      option={option}
      height={height}
      label={label}
      steps={steps}
      onSteps={onDays && ((from, to) => onDays({ start: daysOf(from).start, end: daysOf(to).end }, from === to))}
    />
  );
}
