/** Chooses the form of the chart and its series. */

import { Popover } from '@mantine/core';
import {
  CHART_METRICS,
  CHART_TOPS,
  type Chart,
  canStack,
  fitOneChart,
} from '@signpost/contract/insight/stats/chart.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { METRICS, type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { IconChartHistogram } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { defined } from '../ui/defined.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { toggled } from '../ui/values/toggled.ts';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';

const KIND_LABELS = { line: 'Lines', bars: 'Bars', stacked: 'Stacked bars' } as const;
type Kind = Chart['kind'];
type Series = Pick<Chart, 'top' | 'metrics'>;

/** Whether the series of a chart can be stacked; tags overlap, so their items cannot. */
function isStackable({ top, metrics }: Series, kingstat: MetricId, overlap: boolean): boolean {
  if (metrics !== undefined) return canStack(metrics);
  return top !== undefined && metricOf(kingstat).additive && !overlap;
}

/** The chart of the question, and what changes it. */
function useChartChoice() {
  const { question, change } = useExplorer();
  const { kingstat, levels, chart = { kind: 'line' } } = question;
  const dimension = dimensionOf(groupingOf(levels).groupBy);
  const overlap = dimension.source.kind === 'attribute' && dimension.source.several;
  const chosen: readonly MetricId[] = chart.metrics ?? [kingstat];
  const canStackSeries = (series: Series) => isStackable(series, kingstat, overlap);
  const set = (wanted: Kind, { top, metrics }: Series) => {
    const fits = wanted !== 'stacked' || canStackSeries({ top, metrics });
    const kind = fits ? wanted : 'bars';
    const next = {
      ...(kind !== 'line' && { kind }),
      ...defined({ top, metrics: metrics && [...metrics] }),
    };
    change({ chart: Object.keys(next).length === 0 ? undefined : next });
  };
  const pick = (id: MetricId) => {
    const next = toggled(chosen, id);
    set(chart.kind, next.length > 1 ? { metrics: next } : {});
  };
  return { chart, kingstat, dimension, chosen, isStackable: canStackSeries(chart), set, pick };
}
type ChartChoice = ReturnType<typeof useChartChoice>;

function FormChoice({ chart, isStackable: canBeStacked, set }: ChartChoice) {
  return (
    <fieldset>
      <legend>Form</legend>
      {(['line', 'bars', 'stacked'] as const).map((kind) => {
        const off = kind === 'stacked' && !canBeStacked;
        return (
          <label key={kind} data-off={off || undefined}>
            <input
              type="radio"
              name="chart-form"
              checked={chart.kind === kind}
              disabled={off}
              onChange={() => set(kind, chart)}
            />
            {KIND_LABELS[kind]}
            {off && ' (needs several series that add up)'}
          </label>
        );
      })}
    </fieldset>
  );
}

function SeriesChoice({ chart, kingstat, dimension, set }: ChartChoice) {
  return (
    <fieldset>
      <legend>Series</legend>
      <label>
        <input
          type="radio"
          name="chart-series"
          checked={chart.top === undefined && chart.metrics === undefined}
          onChange={() => set(chart.kind, {})}
        />
        {metricOf(kingstat).label}
      </label>
      {CHART_TOPS.map((top) => (
        <label key={top}>
          <input
            type="radio"
            name="chart-series"
            checked={chart.top === top}
            onChange={() => set(chart.kind, { top })}
          />
          {`Top ${top} by ${dimension.label.toLowerCase()}`}
        </label>
      ))}
    </fieldset>
  );
}

function MetricsChoice({ chosen, pick }: ChartChoice) {
  return (
    <fieldset>
      <legend>{`Or up to ${CHART_METRICS} metrics of two units`}</legend>
      <div className={classes.chartMetrics}>
        {METRICS.map(({ id, label }) => {
          const isChosen = chosen.includes(id);
          const off = !isChosen && (chosen.length >= CHART_METRICS || !fitOneChart([...chosen, id]));
          return (
            <label key={id} data-off={off || undefined}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={off || (isChosen && chosen.length === 1)}
                onChange={() => pick(id)}
              />
              {label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

export function ChartMenu() {
  const choice = useChartChoice();
  return (
    <OnDemand
      opens="dialog"
      button={
        <Button kind="quiet" icon={<IconChartHistogram size={16} aria-hidden />}>
          Chart
        </Button>
      }
    >
      {(button) => (
        <Popover position="bottom-start" withinPortal width={280} trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown aria-label="Chart">
            <div className={classes.chartMenu}>
              <FormChoice {...choice} />
              <SeriesChoice {...choice} />
              <MetricsChoice {...choice} />
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </OnDemand>
  );
}
