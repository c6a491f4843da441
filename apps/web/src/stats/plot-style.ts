/** The style of all charts: no frames, quiet lines, one tooltip. */

import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import type { MetricValue } from '@signpost/contract/insight/stats/evaluate.ts';
import type { MetricId } from '@signpost/contract/insight/stats/metrics.ts';
import { axisText } from '../fields/metric-values.ts';
import type { colors } from '../theme/colors.ts';

export type Palette = (typeof colors)[keyof typeof colors];

type SeriesUnit = StatsData['series']['unit'];

const FONT = { fontFamily: 'Inter Variable, sans-serif', fontSize: 12 } as const;

/** Grid, axes and tooltip of a chart of a metric over these steps. */
export function plotStyle(palette: Palette, metric: MetricId, steps: readonly string[], currency?: string) {
  return {
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    textStyle: FONT,
    xAxis: {
      type: 'category',
      data: steps,
      boundaryGap: false,
      axisLine: { lineStyle: { color: palette.line } },
      axisTick: { show: false },
      axisLabel: { color: palette.muted, hideOverlap: true, margin: 10 },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      splitLine: { lineStyle: { color: palette.line } },
      axisLabel: {
        color: palette.muted,
        formatter: (value: number) => axisText(metric, value, currency),
      },
    },
    tooltip: {
      trigger: 'axis',
      // A tooltip stays within its chart, so that it covers no control.
      confine: true,
      backgroundColor: palette.raised,
      borderColor: palette.lineStrong,
      textStyle: { color: palette.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: palette.lineStrong } },
    },
  } as const;
}

/** The style of every line: no point marks, no animation. */
export const LINE = { type: 'line', showSymbol: false, animation: false, emphasis: { disabled: true } } as const;

/** The colours of several series, in their order. */
export const HUES = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6', 'series7', 'series8'] as const;

/** Converts a value for a chart. */
export const plotted = (value: MetricValue | undefined): number | null => {
  if (value === null || value === undefined) return null;
  return Number(value);
};

/** The values of the steps from one to before another; the others are not drawn. */
export function valuesBetween(values: readonly (number | null)[], from: number, to: number): (number | null)[] {
  return values.map((value, at) => {
    if (at < from || at >= to) return null;
    return value;
  });
}

/** A step on the axis: the time of an hour, otherwise the month and day. */
export function stepLabel(step: string, unit: SeriesUnit): string {
  if (unit === 'hour') return step.slice(11);
  return step.slice(5);
}

/** The places of the steps in which something happened. */
export function eventMarks(steps: readonly string[], eventsAt: ReadonlyMap<string, unknown>): { xAxis: number }[] {
  const marks: { xAxis: number }[] = [];
  for (const [index, step] of steps.entries()) {
    if (eventsAt.has(step)) marks.push({ xAxis: index });
  }
  return marks;
}

/** Upright lines at events. */
export function markLine(palette: Palette, marks: readonly { xAxis: number }[]) {
  return {
    silent: true,
    animation: false,
    symbol: ['none', 'diamond'],
    symbolSize: 7,
    label: { show: false },
    lineStyle: { color: palette.attention, type: 'dotted', width: 1 },
    itemStyle: { color: palette.attention },
    data: marks,
  };
}
