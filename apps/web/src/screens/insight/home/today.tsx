/**
 * The day by the viewer's king stat: today, yesterday, the last seven days, the profit over time, and the movers.
 */
import { visibleTabs } from '@signpost/contract/access/access.ts';
import { addDays, dayIn, periodBefore } from '@signpost/contract/dates/dates.ts';
import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { isBetter } from '@signpost/contract/insight/stats/format.ts';
import { drillInto, groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { type MetricId, metric, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { HomeTile } from '@signpost/contract/insight/stats/pins.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { lazy, Suspense } from 'react';
import { type SessionUser, useUser } from '../../../api/session.ts';
import { differenceText, shownWithUnit } from '../../../fields/metric-values.ts';
import { MetricChange } from '../../../stats/metric-change.tsx';
import { useStats } from '../../../stats/use-stats.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Change } from '../../../ui/values/values.tsx';
import classes from './today.module.css';

const StatsChart = lazy(() => import('../../../stats/chart.tsx'));
const PROFIT = metric.profit.id;
const MOVERS = 3;

interface Range {
  start: string;
  end: string;
}

function Figure({
  tab,
  title,
  range,
  compare,
  zone,
}: {
  tab: StatsTab;
  title: string;
  range: Range;
  compare: Range;
  zone: string;
}) {
  const king = tab.defaultKingStat;
  const { data, error } = useStats(
    tab,
    { timeZone: zone, dateRange: range, compare, columns: [king], limit: 1, series: 'off' },
    zone,
  );
  const totals = data?.data.totals;
  const href = `${hashHref(path.stats())}?${buildQuery({ tab: tab.name, dateRange: range, compare })}`;
  const value = () => {
    if (error) return TEXT.tabFailed;
    // The line keeps its height until the number is there.
    if (totals) return shownWithUnit(king, totals.stats[king] ?? null);
    return '\u00a0';
  };
  return (
    <a className={classes.figure} href={href}>
      <span className={classes.label}>{title}</span>
      <strong>{value()}</strong>
      <span className={classes.change}>
        {totals && <MetricChange id={king} now={totals.stats[king] ?? null} before={totals.compare?.[king] ?? null} />}
      </span>
    </a>
  );
}

const difference = (row: StatsRow, id: MetricId) => Number(row.stats[id] ?? 0) - Number(row.compare?.[id] ?? 0);

/**
 * The name of a row. Facts without an item of the dimension, such as revenue entered by hand for a partner, are called
 * “No website”, for example, and not 'Und.'.
 */
const moverName = ({ id, name }: StatsRow, dimension: DimensionKey): string => {
  if (id === 0 || id === '') return `No ${dimensionOf(dimension).label.toLowerCase()}`;
  return name;
};

function Movers({ tab, zone, today }: { tab: StatsTab; zone: string; today: string }) {
  const king = tab.defaultKingStat;
  const range = { start: addDays(today, -7), end: addDays(today, -1) };
  const { data, error, refetch } = useStats(
    tab,
    { timeZone: zone, dateRange: range, compare: periodBefore(range), columns: [king], limit: 1000, series: 'off' },
    zone,
  );
  const { groupBy } = groupingOf(tab.startLevels);
  const moved = (data?.data.rows ?? []).map((row) => ({ row, by: difference(row, king) })).sort((a, b) => b.by - a.by);
  const hrefOf = (row: StatsRow) => {
    const levels = drillInto(tab.startLevels, row.id);
    return `${hashHref(path.stats())}?${buildQuery({ tab: tab.name, dateRange: range, compare: periodBefore(range), levels })}`;
  };
  const lists = [
    { title: 'Rose most', rows: moved.filter(({ by }) => by > 0).slice(0, MOVERS) },
    {
      title: 'Fell most',
      rows: moved
        .filter(({ by }) => by < 0)
        .slice(-MOVERS)
        .reverse(),
    },
  ];
  return (
    <Panel
      title="Movers"
      description={`${metricOf(king).label} by ${dimensionOf(groupBy).label.toLowerCase()}, last 7 full days vs the 7 days before`}
    >
      {error && <ErrorState title={TEXT.tabFailed} onRetry={() => void refetch()} />}
      <div className={classes.movers} hidden={error !== null}>
        {lists.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            {data && rows.length === 0 && <p className={classes.none}>{TEXT.noData}</p>}
            <ul>
              {rows.map(({ row, by }) => {
                const renderName = () => {
                  if (row.hasChildren) return <a href={hrefOf(row)}>{moverName(row, groupBy)}</a>;
                  return <span>{moverName(row, groupBy)}</span>;
                };
                return (
                  <li key={row.id}>
                    {renderName()}
                    <span className={classes.number}>{shownWithUnit(king, row.stats[king] ?? null)}</span>
                    {/* The rows are ordered by the difference, so it is shown instead of a percentage. */}
                    <Change text={differenceText(king, by, 0)} isGood={isBetter(metricOf(king), by)} />
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** About as tall as the movers beside it. */
const PLOT_HEIGHT = 240;

function Course({ tab, zone, today }: { tab: StatsTab; zone: string; today: string }) {
  const range = { start: addDays(today, -29), end: today };
  const { data, error, refetch } = useStats(
    tab,
    { timeZone: zone, dateRange: range, compare: periodBefore(range), kingstat: PROFIT, columns: [PROFIT], limit: 1 },
    zone,
  );
  return (
    <Panel title="Profit" description="Last 30 days (dashed: the 30 days before)">
      {error ? (
        <ErrorState title={TEXT.tabFailed} onRetry={() => void refetch()} />
      ) : (
        // Its space is reserved, so that nothing jumps when it renders.
        <div style={{ height: PLOT_HEIGHT }}>
          {data && (
            <Suspense fallback={null}>
              <StatsChart
                series={data.data.series}
                metric={PROFIT}
                timeZone={zone}
                height={PLOT_HEIGHT}
                onDays={(dateRange) => {
                  window.location.hash = `${hashHref(path.stats())}?${buildQuery({ tab: tab.name, dateRange, compare: 'previousPeriod', kingstat: PROFIT })}`;
                }}
              />
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  );
}

function homeTab(user: SessionUser): StatsTab | null {
  const tabs = visibleTabs(user);
  const chosen = isTabName(user.homeTab) && tabs.includes(user.homeTab) ? user.homeTab : tabs[0];
  if (chosen === undefined) return null;
  return tabOf(chosen);
}

export function Today({ isShown }: { isShown: (tile: HomeTile) => boolean }) {
  const user = useUser();
  const tab = homeTab(user);
  if (tab === null) return null;
  const { timeZone: zone } = user;
  const today = dayIn(new Date(), zone);
  const yesterday = addDays(today, -1);
  // Full days only, because a morning compared with a whole day would look like a drop.
  const week = { start: addDays(today, -7), end: yesterday };
  const king = metricOf(tab.defaultKingStat).label;
  return (
    <div className={classes.today}>
      {isShown('figures') && (
        <div className={classes.figures}>
          <Figure
            tab={tab}
            zone={zone}
            title={`${king} today vs yesterday at this hour`}
            range={{ start: today, end: today }}
            compare={{ start: yesterday, end: yesterday }}
          />
          <Figure
            tab={tab}
            zone={zone}
            title="Yesterday vs the day before"
            range={{ start: yesterday, end: yesterday }}
            compare={{ start: addDays(today, -2), end: addDays(today, -2) }}
          />
          <Figure
            tab={tab}
            zone={zone}
            title="Last 7 full days vs the 7 days before"
            range={week}
            compare={periodBefore(week)}
          />
        </div>
      )}
      <div className={classes.wide} data-alone={isShown('profit') !== isShown('movers') || undefined}>
        {isShown('profit') && <Course tab={tab} zone={zone} today={today} />}
        {isShown('movers') && <Movers tab={tab} zone={zone} today={today} />}
      </div>
    </div>
  );
}
