/** The curves: one line per row by age, dotted for the current month, with the expected curve on top. */

import { useComputedColorScheme } from '@mantine/core';
import type { LifetimeData, LifetimeRow } from '@signpost/contract/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { Plot, plain } from '../../stats/plot.tsx';
import { LINE, plotStyle, plotted } from '../../stats/plot-style.ts';
import { colors } from '../../theme/colors.ts';
import { cellValue, type Per, valueShown } from './values.ts';

interface Props {
  data: LifetimeData;
  metric: MetricId;
  per: Per;
  /** Items have their own colours. Months are shades of one colour, stronger for recent months. */
  isByItem: boolean;
}

const HEIGHT = 260;
const MOST_LINES = 12;
const FAINTEST = 0.3;
const HUES = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6', 'series7', 'series8'] as const;

export default function CohortChart({ data, metric, per, isByItem }: Props) {
  const scheme = useComputedColorScheme('dark');
  const option = useMemo((): EChartsCoreOption => {
    const palette = colors[scheme];
    const rows = isByItem ? data.rows.slice(0, HUES.length) : data.rows.slice(-MOST_LINES);
    const ages = Math.max(0, ...rows.map((row) => row.cells.length));
    const style = plotStyle(
      palette,
      metric,
      Array.from({ length: ages }, (_, age) => (age === 0 ? 'Same month' : `+${age} mo`)),
    );
    const line = (row: LifetimeRow, color: string, opacity: number, width: number) => {
      const values = row.cells.map((cell) => plotted(cellValue(cell, metric, per)));
      const lastFull = row.cells.findLastIndex((cell) => !cell.isOpen);
      const shared = { ...LINE, name: row.name, labelLayout: { moveOverlap: 'shiftY' as const } };
      const endLabel = { show: true, color: palette.muted, fontSize: 11, formatter: row.name };
      return [
        {
          ...shared,
          data: values.map((value, age) => (age <= lastFull ? value : null)),
          lineStyle: { width, color, opacity },
          itemStyle: { color },
          endLabel: isByItem || row === data.expected ? endLabel : { show: false },
        },
        {
          ...shared,
          data: values.map((value, age) => (age >= lastFull && lastFull < values.length - 1 ? value : null)),
          lineStyle: { width, color, opacity, type: 'dotted' as const },
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
          const lines = [...rows, ...(per === 'player' ? [data.expected] : [])].flatMap((row) => {
            const cell = row.cells[age];
            return cell === undefined
              ? []
              : [
                  `${plain(row.name)} ${valueShown(cellValue(cell, metric, per), metric)}${cell.isOpen ? ' so far' : ''}`,
                ];
          });
          return [`<b>${age === 0 ? 'Same month' : `After ${age} months`}</b>`, ...lines].join('<br>');
        },
      },
      series: [
        ...rows.flatMap((row, at) =>
          isByItem
            ? line(row, palette[HUES[at] ?? 'series1'], 1, 1.5)
            : line(row, palette.series1, FAINTEST + ((1 - FAINTEST) * (at + 1)) / rows.length, 1.5),
        ),
        ...(per === 'player' ? line(data.expected, palette.series2, 1, 2.5) : []),
      ],
    };
  }, [data, metric, per, isByItem, scheme]);
  return <Plot option={option} height={HEIGHT} label={`${metricOf(metric).label} by age`} />;
}
