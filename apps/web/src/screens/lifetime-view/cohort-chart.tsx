/** The curves: one line per row by age, dotted for the current month, with the expected curve on top. */

import { useComputedColorScheme } from '@mantine/core';
import type { LifetimeData, LifetimeRow } from '@signpost/contract/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { Plot, plain } from '../../stats/plot.tsx';
import { HUES, LINE, plotStyle, plotted } from '../../stats/plot-style.ts';
import { colors } from '../../theme/colors.ts';
import { cellValue, type Per, valueShown } from './values.ts';

interface Props {
  data: LifetimeData;
  metric: MetricId;
  per: Per;
  /** Items have their own colours. Months go through the colours from violet to yellow, the newest last. */
  isByItem: boolean;
}

const HEIGHT = 260;
const MOST_LINES = 12;
/** From the oldest month to the newest. */
const BY_AGE = ['series8', 'series1', 'series7', 'series3', 'series5'] as const;

/** Mixes two colours `#rrggbb`. */
function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const channel = (at: number) => Math.round(part(one, at) * (1 - share) + part(other, at) * share);
  return `rgb(${channel(1)}, ${channel(3)}, ${channel(5)})`;
}

/** The colour of a row among all rows, by its age. */
function colorByAge(palette: (typeof colors)['dark' | 'light'], at: number, count: number): string {
  const place = count < 2 ? BY_AGE.length - 1 : (at / (count - 1)) * (BY_AGE.length - 1);
  const [one = 'series1', other = one] = BY_AGE.slice(Math.floor(place));
  return mixed(palette[one], palette[other], place % 1);
}

/** With fewer cohorts, the line would only repeat them and jump where one of them is missing. */
const LEAST_COHORTS = 3;

/** The expected curve up to the last age that several cohorts have fully reached. */
function steadyPart({ rows, expected }: LifetimeData): LifetimeRow {
  const reached = (age: number) => rows.filter(({ cells }) => cells[age]?.isOpen === false).length;
  return { ...expected, cells: expected.cells.filter(({ age }) => reached(age) >= LEAST_COHORTS) };
}

export default function CohortChart({ data, metric, per, isByItem }: Props) {
  const scheme = useComputedColorScheme('dark');
  const option = useMemo((): EChartsCoreOption => {
    const palette = colors[scheme];
    const expected = isByItem ? data.expected : steadyPart(data);
    const rows = isByItem ? data.rows.slice(0, HUES.length) : data.rows.slice(-MOST_LINES);
    const ages = Math.max(0, ...rows.map((row) => row.cells.length));
    const style = plotStyle(
      palette,
      metric,
      Array.from({ length: ages }, (_, age) => (age === 0 ? 'Same month' : `+${age} mo`)),
    );
    const colorOf = (row: LifetimeRow, at: number): string => {
      if (row === expected) return palette.series2;
      return isByItem ? palette[HUES[at] ?? 'series1'] : colorByAge(palette, at, rows.length);
    };
    const line = (row: LifetimeRow, color: string, width: number) => {
      const values = row.cells.map((cell) => plotted(cellValue(cell, metric, per)));
      const lastFull = row.cells.findLastIndex((cell) => !cell.isOpen);
      const shared = { ...LINE, name: row.name, labelLayout: { moveOverlap: 'shiftY' as const } };
      const endLabel = { show: true, color: palette.muted, fontSize: 11, formatter: row.name };
      return [
        {
          ...shared,
          data: values.map((value, age) => (age <= lastFull ? value : null)),
          lineStyle: { width, color },
          itemStyle: { color },
          // Labels of months would lie on the lines; the tooltip names them with their colours.
          endLabel: isByItem || row === expected ? endLabel : { show: false },
        },
        {
          ...shared,
          data: values.map((value, age) => (age >= lastFull && lastFull < values.length - 1 ? value : null)),
          lineStyle: { width, color, type: 'dotted' as const },
          itemStyle: { color },
        },
      ];
    };
    return {
      ...style,
      grid: { ...style.grid, right: 96 },
      tooltip: {
        ...style.tooltip,
        formatter: (items: { dataIndex: number }[]) => {
          const age = items[0]?.dataIndex ?? 0;
          const lines = [...rows, ...(per === 'player' ? [expected] : [])].flatMap((row, at) => {
            const cell = row.cells[age];
            return cell === undefined
              ? []
              : [
                  `<span style="color:${colorOf(row, at)}">■</span> ${plain(row.name)} ${valueShown(cellValue(cell, metric, per), metric, true)}${cell.isOpen ? ' so far' : ''}`,
                ];
          });
          return [`<b>${age === 0 ? 'Same month' : `After ${age} months`}</b>`, ...lines].join('<br>');
        },
      },
      series: [
        ...rows.flatMap((row, at) => line(row, colorOf(row, at), 1.5)),
        ...(per === 'player' ? line(expected, palette.series2, 3) : []),
      ],
    };
  }, [data, metric, per, isByItem, scheme]);
  return <Plot option={option} height={HEIGHT} label={`${metricOf(metric).label} by age`} />;
}
