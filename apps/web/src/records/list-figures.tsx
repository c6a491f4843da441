/** The figures beside the records of a list: their columns, and the period that they cover. */
import { SegmentedControl } from '@mantine/core';
import { visibleTabs } from '@signpost/contract/access/access.ts';
import { listFiguresCall } from '@signpost/contract/calls/list-figures.ts';
import {
  FIGURE_PERIOD_LABELS,
  FIGURE_PERIODS,
  type FigurePeriod,
  figureOrder,
  figuresDimension,
  LIST_FIGURES,
  LIST_TREND,
  type ListFigures,
  readFigureOrder,
} from '@signpost/contract/insight/stats/list-figures.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keepAnswer, send, useCall } from '../api/calls.ts';
import { firstCalls } from '../api/first-screen.ts';
import type { SessionUser } from '../api/session.ts';
import { shown, unitOf } from '../fields/metric-values.ts';
import type { DataColumn } from '../ui/data-table/types.ts';
import { defined } from '../ui/defined.ts';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { Trend } from '../ui/values/trend.tsx';
import classes from './records.module.css';
import type { RecordRow, RecordScreen } from './screen.ts';

/** The place of the figures among the columns of a screen. */
export const FIGURES = 'figures';
const PREFERENCE = { params: { key: 'list-figures' } };
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };
const REFRESH_MS = 60_000;
const NUMBER_WIDTH = 84;
/** Headers are never cut. */
const CHARACTER = 7;
const PADDING = 60;
const TREND_WIDTH = 92;

function columnOf(id: MetricId): string {
  return `figure-${id}`;
}

/** The columns that a phone shows of a record: its profit, and whether it is on. */
export const FIGURE_CARD = [columnOf(LIST_TREND), 'status'] as const;

/** A row of a list with its figures, once they have arrived. */
export type FigureRow = RecordRow & { figures?: ListFigures };

/** Whether a list shows figures to a person: it has some, and the person may open statistics. */
export function showsFigures({ entity, columns }: RecordScreen, viewer: SessionUser): boolean {
  return columns.includes(FIGURES) && figuresDimension(entity) !== undefined && visibleTabs(viewer).length > 0;
}

const isPeriod = (value: unknown): value is FigurePeriod => FIGURE_PERIODS.some((period) => period === value);

/** The period of the figures in all lists, kept for the person. */
export function useFigurePeriod(enabled: boolean): [FigurePeriod, (period: FigurePeriod) => void] {
  const client = useQueryClient();
  const { data } = useCall(firstCalls.readPreference, PREFERENCE, { ...FOREVER, enabled });
  const set = (period: FigurePeriod) => {
    keepAnswer(client, firstCalls.readPreference, PREFERENCE, period);
    send(firstCalls.savePreference, { ...PREFERENCE, body: { value: period } }).catch((error: Error) =>
      showSnackbar({ type: 'error', message: `The period of the figures could not be saved. ${error.message}` }),
    );
  };
  return [isPeriod(data) ? data : 'last7Days', set];
}

/** The rows of a page with their figures. The list does not wait for them. */
export function useFigures({ entity }: RecordScreen, rows: readonly RecordRow[], enabled: boolean): FigureRow[] {
  const ids = rows.map((row) => row.id);
  const { data } = useCall(
    listFiguresCall(entity),
    { query: { ids } },
    { enabled: enabled && ids.length > 0, keepsPrevious: true, refetchInterval: REFRESH_MS },
  );
  return useMemo(() => {
    if (data === undefined) return [...rows];
    const byId = new Map(data.map((figures) => [figures.id, figures]));
    return rows.map((row) => {
      const figures = byId.get(row.id);
      if (figures === undefined) return row;
      return { ...row, figures };
    });
  }, [rows, data]);
}

/** The column of a list's order. */
export function columnOfOrder(orderBy: string | undefined): string | undefined {
  const figure = readFigureOrder(orderBy);
  if (figure === undefined) return orderBy;
  return columnOf(figure.id);
}

/** The order of a list that is sorted by a column. */
export function orderOfColumn(column: string | undefined, period: FigurePeriod): string | undefined {
  const id = LIST_FIGURES.find((it) => columnOf(it) === column);
  if (id === undefined) return column;
  return figureOrder(id, period);
}

/** The columns of the figures for a period. The trend is always of seven days. */
export function figureColumns(period: FigurePeriod): DataColumn<FigureRow>[] {
  const numbers = LIST_FIGURES.map((id): DataColumn<FigureRow> => {
    const metric = metricOf(id);
    const { label } = metric;
    const unit = unitOf(metric);
    return {
      id: columnOf(id),
      header: label,
      ...defined({ unit }),
      sortable: true,
      hint: `${label}, ${period === 'today' ? 'today so far' : 'the last 7 days with today'}, in your time zone.`,
      kind: 'number',
      width: Math.max(NUMBER_WIDTH, label.length * CHARACTER + PADDING),
      value: ({ figures }) => figures?.[period][id] ?? null,
      render: ({ figures }) => {
        if (figures === undefined) return '';
        return shown(id, figures[period][id] ?? null);
      },
    };
  });
  const { label } = metricOf(LIST_TREND);
  return [
    ...numbers,
    {
      id: 'figure-trend',
      header: 'Trend',
      hint: `${label} of each of the last 7 days. Losses hang below the line.`,
      kind: 'number',
      width: TREND_WIDTH,
      value: () => null,
      render: ({ figures }) =>
        figures && <Trend label={`${label} by day`} values={figures.trend.map((value) => Number(value ?? 0))} />,
    },
  ];
}

/** Chooses the period of the figures. */
export function FigurePeriodSwitch({
  period,
  onChange,
}: {
  period: FigurePeriod;
  onChange: (period: FigurePeriod) => void;
}) {
  return (
    <SegmentedControl
      size="xs"
      className={classes.period ?? ''}
      aria-label="Period of the figures"
      value={period}
      onChange={(value) => isPeriod(value) && onChange(value)}
      data={FIGURE_PERIODS.map((value) => ({ value, label: FIGURE_PERIOD_LABELS[value] }))}
    />
  );
}
