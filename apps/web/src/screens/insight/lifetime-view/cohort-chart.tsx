/** The curves: one line per row by age, dotted for the current month, with the expected curve on top. */

import { useComputedColorScheme } from '@mantine/core';
import type { LifetimeData, LifetimeRow } from '@signpost/contract/insight/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { Plot, plain } from '../../../stats/plot.tsx';
import { LINE, plotStyle, plotted, valuesBetween } from '../../../stats/plot-style.ts';
import { colors } from '../../../theme/colors.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import { rowColors } from './row-colors.ts';
import type { LifetimeAnswer } from './use-lifetime.ts';
import { cellValue, type Per, valueShown } from './values.ts';

interface Props {
  data: LifetimeAnswer;
  metric: MetricId;
  per: Per;
}

const HEIGHT = 260;
/** With fewer cohorts, the line would only repeat them and jump where one of them is missing. */
const LEAST_COHORTS = 3;

/** The expected curve up to the last age that several cohorts have fully reached. */
function steadyPart({ rows, expected }: LifetimeData): LifetimeRow {
  const reached = (age: number) => rows.filter(({ cells }) => cells[age]?.isOpen === false).length;
  return { ...expected, cells: expected.cells.filter(({ age }) => reached(age) >= LEAST_COHORTS) };
}

export default function CohortChart({ data, metric, per }: Props) {
  const scheme = useComputedColorScheme('dark');
  const option = useMemo((): EChartsCoreOption => {
    const palette = colors[scheme];
    const isByItem = data.by !== 'month';
    const lineColors = rowColors(data, scheme);
    const rows = [...lineColors.keys()];
    const expected = isByItem ? data.expected : steadyPart(data);
    const ages = Math.max(0, ...rows.map((row) => row.cells.length));
    const style = plotStyle(
      palette,
      metric,
      Array.from({ length: ages }, (_, age) => {
        if (age === 0) return 'Same month';
        return `+${age} mo`;
      }),
    );
    const colorOf = (row: LifetimeRow): string => lineColors.get(row) ?? palette.series2;
    const line = (row: LifetimeRow, color: string, width: number) => {
      const values = row.cells.map((cell) => plotted(cellValue(cell, metric, per)));
      const lastFull = row.cells.findLastIndex((cell) => !cell.isOpen);
      const shared = { ...LINE, name: row.name, labelLayout: { moveOverlap: 'shiftY' as const } };
      const endLabel = { show: true, color: palette.muted, fontSize: 11, formatter: row.name };
      return [
        {
          ...shared,
          data: valuesBetween(values, 0, lastFull + 1),
          lineStyle: { width, color },
          itemStyle: { color },
          // Labels of months would lie on the lines; the rows of the table show their colours.
          endLabel: isByItem || row === expected ? endLabel : { show: false },
        },
        {
          ...shared,
          data: values.map((value, age) => {
            if (age >= lastFull && lastFull < values.length - 1) return value;
            return null;
          }),
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
          const lines = listOf(...rows, per === 'player' && expected).flatMap((row) => {
            const cell = row.cells[age];
            if (cell === undefined) return [];
            return [
              `<span style="color:${colorOf(row)}">■</span> ${plain(row.name)} ${valueShown(cellValue(cell, metric, per), metric, true)}${cell.isOpen ? ' so far' : ''}`,
            ];
          });
          return [`<b>${age === 0 ? 'Same month' : `After ${age} months`}</b>`, ...lines].join('<br>');
        },
      },
      series: [
        ...rows.flatMap((row) => line(row, colorOf(row), 1.5)),
        ...(per === 'player' ? line(expected, palette.series2, 3) : []),
      ],
    };
  }, [data, metric, per, scheme]);
  return <Plot option={option} height={HEIGHT} label={`${metricOf(metric).label} by age`} />;
}
