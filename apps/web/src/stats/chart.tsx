/** The king stat over time, from the same answer as the table: one line, the comparison dashed, today drawn as incomplete. */

import { useComputedColorScheme } from '@mantine/core';
import type { StatsData } from '@signpost/contract/stats/answer.ts';
import { changeOf } from '@signpost/contract/stats/format.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { colors } from '../theme/colors.ts';
import { formatChange } from '../ui/format.ts';
import { shown, shownWithUnit } from './values.ts';

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

interface Props {
  series: StatsData['series'];
  metric: MetricId;
  /** The last span is still going on. */
  isOpenEnded: boolean;
  height?: number;
}

const HEIGHT = 180;
const number = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : Number(value);

export default function StatsChart({ series, metric, isOpenEnded, height = HEIGHT }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('dark');
  const chart = useRef<ReturnType<typeof init> | null>(null);

  useEffect(() => {
    if (place.current === null) return;
    const made = init(place.current);
    chart.current = made;
    const watcher = new ResizeObserver(() => made.resize());
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const palette = colors[scheme];
    const { points } = series;
    const label = (at: string) => (series.unit === 'hour' ? at.slice(11) : at.slice(5));
    const values = points.map((point) => number(point.value));
    const cut = isOpenEnded ? values.length - 1 : values.length;
    const line = { type: 'line' as const, showSymbol: false, animation: false, emphasis: { disabled: true } };
    const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    chart.current?.setOption(
      {
        grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
        textStyle: { fontFamily: 'Inter Variable, sans-serif', fontSize: 12 },
        xAxis: {
          type: 'category',
          data: points.map(({ at }) => label(at)),
          boundaryGap: false,
          axisLine: { lineStyle: { color: palette.line } },
          axisTick: { show: false },
          axisLabel: { color: palette.muted, hideOverlap: true },
        },
        yAxis: {
          type: 'value',
          splitNumber: 3,
          splitLine: { lineStyle: { color: palette.line } },
          axisLabel: {
            color: palette.muted,
            formatter: (value: number) =>
              shown(metric, metricOf(metric).format === 'percent' ? value : String(value)).replace(/[.,]0+$/, ''),
          },
        },
        tooltip: {
          trigger: 'axis',
          backgroundColor: palette.raised,
          borderColor: palette.lineStrong,
          textStyle: { color: palette.text, fontSize: 12 },
          axisPointer: { lineStyle: { color: palette.lineStrong } },
          formatter: (items: { dataIndex: number }[]) => {
            const at = items[0]?.dataIndex ?? 0;
            const point = points[at];
            if (!point) return '';
            const lines = [
              `<b>${plain(point.at.replace('T', ' '))}</b>`,
              `${plain(metricOf(metric).label)} ${shownWithUnit(metric, point.value)}`,
            ];
            if (point.compare !== undefined)
              lines.push(
                `before ${shownWithUnit(metric, point.compare)}`,
                `change ${formatChange(changeOf(point.value, point.compare))}`,
              );
            return lines.join('<br>');
          },
        },
        series: [
          {
            ...line,
            name: 'before',
            data: points.map((point) => number(point.compare)),
            lineStyle: { width: 1.5, type: 'dashed', color: palette.muted },
          },
          {
            ...line,
            name: 'now',
            data: values.map((value, at) => (at < cut ? value : null)),
            lineStyle: { width: 2, color: palette.series1 },
            areaStyle: { color: palette.series1, opacity: 0.08 },
          },
          {
            ...line,
            name: 'going on',
            data: values.map((value, at) => (isOpenEnded && at >= cut - 1 ? value : null)),
            lineStyle: { width: 2, type: 'dotted', color: palette.series1 },
          },
        ],
      },
      { notMerge: true },
    );
  }, [series, metric, scheme, isOpenEnded]);

  return <div ref={place} style={{ height }} role="img" aria-label={`${metricOf(metric).label} over time`} />;
}
