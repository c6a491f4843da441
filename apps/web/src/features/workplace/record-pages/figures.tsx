/** The figures of one record: from revenue through each cost to the profit, and the profit over time. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { type DateRange as Days, dayIn } from '@signpost/contract/dates/dates.ts';
import { type RangeWord, rangeInWords } from '@signpost/contract/dates/relative-dates.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { type MetricId, metric, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { lazy, Suspense } from 'react';
import { useCall } from '../../../api/calls.ts';
import { statsCallOf } from '../../../api/first-screen.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { shown, shownWithUnit } from '../../../fields/metric-values.ts';
import { DateRange } from '../../../stats/date-range.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { MINUS } from '../../../ui/values/format.ts';
import classes from './record-pages.module.css';

const StatsChart = lazy(() => import('../../../stats/chart.tsx'));

const COSTS = [metric.cost.id, metric.flatFeeCost.id, metric.publisherCost.id] as const;
const VOLUME = [
  metric.visits.id,
  metric.clickouts.id,
  metric.earningsPerClick.id,
  metric.leads.id,
  metric.firstDeposits.id,
] as const;
const COLUMNS: readonly MetricId[] = [metric.revenue.id, ...COSTS, metric.profit.id, metric.margin.id, ...VOLUME];
const REFRESH_MS = 60_000;
const PLOT_HEIGHT = 200;

interface Props {
  dimension: DimensionKey;
  id: number;
  range: Days;
  word: RangeWord | null;
  onDays: (days: { range: Days; word: RangeWord | null }) => void;
}

/** Revenue, minus each cost, is profit. */
function ProfitAndLoss({ stats }: { stats: StatsData['totals']['stats'] }) {
  const row = (id: MetricId, sign = '') => (
    <div key={id}>
      <dt>
        {sign} {metricOf(id).label}
      </dt>
      <dd>{shownWithUnit(id, stats[id] ?? null)}</dd>
    </div>
  );
  return (
    <dl className={classes.sum} aria-label="From revenue to profit">
      {row(metric.revenue.id)}
      {COSTS.map((id) => row(id, MINUS))}
      <div className={classes.result}>
        <dt>= {metricOf(metric.profit.id).label}</dt>
        <dd data-loss={Number(stats[metric.profit.id] ?? 0) < 0 || undefined}>
          {shownWithUnit(metric.profit.id, stats[metric.profit.id] ?? null)}
        </dd>
      </div>
      {row(metric.margin.id)}
    </dl>
  );
}

function Volume({ stats }: { stats: StatsData['totals']['stats'] }) {
  return (
    <dl className={classes.volume}>
      {VOLUME.map((id) => (
        <div key={id}>
          <dt>{metricOf(id).label}</dt>
          <dd>
            {metricOf(id).format === 'money' ? shownWithUnit(id, stats[id] ?? null) : shown(id, stats[id] ?? null)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Figures({ dimension, id, range, word, onDays }: Props) {
  const user = useUser();
  const { timeZone } = user;
  const filters = { [dimension]: [id] };
  const query = {
    tab: globalTab.name,
    // A word stays right after midnight.
    dateRange: word ?? range,
    timeZone,
    filters,
    kingstat: metric.profit.id,
    columns: COLUMNS,
    limit: 1,
  };
  const figures = useCall(statsCallOf(globalTab), { query }, { keepsPrevious: true, refetchInterval: REFRESH_MS });
  const link = `${hashHref(path.stats())}?${buildQuery({ tab: globalTab.name, dateRange: word ?? range, filters })}`;
  return (
    <Panel
      title="Profit and loss"
      description="In the base currency, on the days on which the facts happened, in your time zone."
      actions={
        <>
          <DateRange
            label="Days"
            value={range}
            word={word}
            timeZone={timeZone}
            onChange={(next) => onDays({ range: next, word: null })}
            onWord={(next) =>
              onDays({ range: rangeInWords(next, dayIn(new Date(), timeZone), user.weekStart), word: next })
            }
          />
          {mayOpen(user, ROUTES.stats) && <a href={link}>Open in statistics</a>}
        </>
      }
    >
      <Loaded of={figures} keepsData skeleton={<TableSkeleton rows={6} columns={3} />}>
        {(data) => (
          <div className={classes.figures}>
            <ProfitAndLoss stats={data.totals.stats} />
            <div className={classes.course}>
              <Volume stats={data.totals.stats} />
              <h3>Profit over time</h3>
              <Suspense fallback={<div style={{ height: PLOT_HEIGHT }} />}>
                <StatsChart series={data.series} metric={metric.profit.id} height={PLOT_HEIGHT} timeZone={timeZone} />
              </Suspense>
            </div>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
