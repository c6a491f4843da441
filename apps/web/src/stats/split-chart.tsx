/** A chart of several series: the names of the series as switches, and the chart. */

import { readChart } from '@signpost/contract/calls/stats.ts';
import { type Chart, type ChartData, chartLineKey } from '@signpost/contract/insight/stats/chart.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { useState } from 'react';
import { useCall } from '../api/calls.ts';
import { Loaded } from '../api/loaded.tsx';
import { defined } from '../ui/defined.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import type { ChartProps } from './chart-props.ts';
import type { Search } from './question-parts.ts';
import SeriesChart, { hueOf } from './series-chart.tsx';
import classes from './stats.module.css';

const LIVE_MS = 10_000;
/** The parts of a question that its series depend on. */
const PARTS = [
  'levels',
  'dateRange',
  'timeZone',
  'weekStart',
  'attribution',
  'knownOn',
  'currency',
  'filters',
  'excludes',
  'kingstat',
] as const;

/** The question of the series. Bars and lines are the same series, so they share an answer. */
function seriesQuery(tab: StatsTab, asking: Search, { kind, top, metrics }: Chart): Search {
  const parts = Object.fromEntries(
    PARTS.flatMap((part) => {
      if (asking[part] === undefined) return [];
      return [[part, asking[part]]];
    }),
  );
  return {
    ...parts,
    tab: tab.name,
    chart: { ...(kind === 'stacked' && { kind }), ...defined({ top, metrics }) },
  };
}

interface Props extends ChartProps {
  chart: Chart;
}

export default function SplitChart(props: Props) {
  const { tab, asking, question, chart } = props;
  const isLive = question.knownOn === undefined;
  const answer = useCall(
    readChart,
    { query: seriesQuery(tab, asking, chart) },
    { keepsPrevious: true, ...(isLive && { refetchInterval: LIVE_MS }) },
  );
  return (
    <Loaded of={answer} keepsData skeleton={null}>
      {(data) => <LoadedChart {...props} data={data} isPlaceholderData={answer.isPlaceholderData} />}
    </Loaded>
  );
}

interface LoadedProps extends Props {
  data: ChartData;
  isPlaceholderData: boolean;
}

function LoadedChart({ question, chart, events, height, onDays, data, isPlaceholderData }: LoadedProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const lines = data.lines.map((line, index) => ({
    ...line,
    hue: chart.top !== undefined && line.item === null ? null : index,
  }));
  const shown = lines.filter((line) => !hidden.has(chartLineKey(line)));
  const toggle = (key: string) =>
    setHidden((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const label = chart.metrics === undefined ? labelOf(question.kingstat) : chart.metrics.map(labelOf).join(', ');
  return (
    <>
      <LoadingBar visible={isPlaceholderData} />
      <ul className={classes.lines} aria-label="Series of the chart">
        {lines.map((line) => (
          <li key={chartLineKey(line)}>
            <button
              type="button"
              className={classes.line}
              aria-pressed={!hidden.has(chartLineKey(line))}
              onClick={() => toggle(chartLineKey(line))}
            >
              <span
                className={classes.swatch}
                style={{ background: `var(--sp-${hueOf(line).replace(/(\d)/, '-$1')})` }}
              />
              {line.name}
            </button>
          </li>
        ))}
      </ul>
      <SeriesChart
        data={data}
        lines={shown}
        kind={chart.kind}
        label={`${label} over time`}
        height={height}
        events={events}
        timeZone={question.timeZone}
        currency={question.currency}
        onDays={onDays}
      />
    </>
  );
}

const labelOf = (id: MetricId) => metricOf(id).label;
