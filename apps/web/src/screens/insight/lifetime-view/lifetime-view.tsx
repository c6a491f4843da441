/** `/lifetime-view`: the value of players by age, grouped by the month they came in. */

import { NativeSelect, SegmentedControl } from '@mantine/core';
import { addDays, addMonths, dayIn } from '@signpost/contract/dates/dates.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import {
  COHORT_BASES,
  type CohortBasis,
  LIFETIME_METRICS,
  LIFETIME_ROWS,
  type LifetimeRow,
  type LifetimeRows,
  lifetimeFilter,
} from '@signpost/contract/insight/stats/lifetime.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { globalTab as tab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { lazy, Suspense } from 'react';
import { useUser } from '../../../api/session.ts';
import { AlertButton } from '../../../stats/alert-button.tsx';
import { KnownOn } from '../../../stats/known-on.tsx';
import { useQuestion } from '../../../stats/question.ts';
import { replacing } from '../../../stats/question-parts.ts';
import { InvalidQuestion, StatsAnswer, StatsFilters, StatsScreen } from '../../../stats/stats-screen.tsx';
import { type ExplorerState, useExplorer } from '../../../stats/use-explorer.ts';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { ExportMenu } from '../../../ui/layout/export-menu.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { saveTable } from '../../../views/save-table.ts';
import { SavedViews } from '../../../views/saved-views.tsx';
import { CohortTable } from './cohort-table.tsx';
import classes from './lifetime-view.module.css';
import { type LifetimeAnswer, useLifetime } from './use-lifetime.ts';
import { COUNTED, cellValue, fileAgeLabel, fileValue, type Per } from './values.ts';

const CohortChart = lazy(() => import('./cohort-chart.tsx'));

const BESIDE = [...Object.keys(lifetimeFilter.shape), 'months', 'per'];
const MONTHS = [6, 12, 24, 36] as const;
const DEFAULT_MONTHS = 12;
const BASIS: Readonly<Record<CohortBasis, string>> = { click: 'First click', deposit: 'First deposit' };
const rowsLabel = (rows: LifetimeRows) => {
  if (rows === 'month') return 'Month';
  return dimensionOf(rows).label;
};

/** A value of the query string if it is a valid option. */
function oneOf<T extends string>(all: readonly T[], raw: unknown, otherwise: T): T {
  return all.find((one) => one === raw) ?? otherwise;
}

/** The parts of the question that only this screen has. */
function partsOf({ question, search }: ExplorerState) {
  const per: Per = search.per === 'cohort' ? 'cohort' : 'player';
  const metric: MetricId = LIFETIME_METRICS.find((id) => id === question.kingstat) ?? LIFETIME_METRICS[0];
  return {
    basis: oneOf(COHORT_BASES, search.basis, 'click'),
    rows: oneOf(LIFETIME_ROWS, search.rows, 'month'),
    per,
    months: MONTHS.find((count) => count === Number(search.months)) ?? DEFAULT_MONTHS,
    metric,
  };
}

/** Explains what a cohort and a value are. */
function Controls() {
  const state = useExplorer();
  const { change } = state;
  const { basis, rows, per, months, metric } = partsOf(state);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="Count players from their"
        size="xs"
        value={basis}
        onChange={(next) => change({ basis: next === 'click' ? undefined : next })}
        data={COHORT_BASES.map((value) => ({ value, label: BASIS[value] }))}
      />
      <NativeSelect
        aria-label="Rows"
        value={rows}
        data={LIFETIME_ROWS.map((value) => ({ value, label: `By ${rowsLabel(value).toLowerCase()}` }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change({ rows: value === 'month' ? undefined : value });
        }}
      />
      <NativeSelect
        aria-label="Metric"
        value={String(metric)}
        data={LIFETIME_METRICS.map((id) => ({ value: String(id), label: metricOf(id).label }))}
        onChange={(event) => change({ kingstat: Number(event.currentTarget.value) })}
      />
      <SegmentedControl
        aria-label="Values"
        size="xs"
        value={per}
        onChange={(next) => change({ per: next === 'player' ? undefined : next })}
        data={[
          { value: 'player', label: `Per ${COUNTED[basis].toLowerCase().slice(0, -1)}` },
          { value: 'cohort', label: 'Total' },
        ]}
      />
      <NativeSelect
        aria-label="Cohorts of"
        value={String(months)}
        data={MONTHS.map((count) => ({ value: String(count), label: `Last ${count} months` }))}
        onChange={(event) => change({ months: Number(event.currentTarget.value) })}
      />
      <KnownOn />
    </div>
  );
}

interface ExportProps {
  data: LifetimeAnswer;
  metric: MetricId;
  per: Per;
  label: string;
  basis: CohortBasis;
}

/** Exports the table as it is shown; values keep all their digits. */
function LifetimeExport({ data, metric, per, label, basis }: ExportProps) {
  const ages = Math.max(0, ...data.rows.map((row) => row.cells.length));
  const cells = (row: LifetimeRow) => [
    row.name,
    row.players,
    ...row.cells.map((cell) => fileValue(cellValue(cell, metric, per))),
  ];
  const file = () => ({
    name: 'lifetime-view',
    about: [
      ['Report', 'Lifetime view'],
      ['Values', label],
      ['Counted since', BASIS[basis]],
    ],
    head: [rowsLabel(data.by), COUNTED[basis], ...Array.from({ length: ages }, (_, age) => fileAgeLabel(age))],
    rows: listOf(
      ...data.rows.map(cells),
      per === 'player' && cells({ ...data.expected, name: 'Expected (cohorts that have reached the age)' }),
    ),
  });
  return <ExportMenu of="this table" total={data.rows.length} onSave={(format) => saveTable(file(), format)} />;
}

function Lifetime({ state }: { state: ExplorerState }) {
  const { question, search, change } = state;
  const user = useUser();
  const { basis, rows, per, months, metric } = partsOf(state);
  const thisMonth = `${dayIn(new Date(), user.timeZone).slice(0, 7)}-01`;
  const { filters, excludes, timeZone, knownOn } = question;
  const { data, error, isFetching, isPlaceholderData, refetch } = useLifetime({
    dateRange: { start: addMonths(thisMonth, 1 - months), end: addDays(addMonths(thisMonth, 1), -1) },
    timeZone,
    knownOn,
    filters,
    excludes,
    basis,
    rows,
  });
  const who = COUNTED[basis].toLowerCase();
  const unit = metricOf(metric).format === 'money' ? ` (${baseCurrency()})` : '';
  const label = `${metricOf(metric).label}${unit} ${per === 'player' ? `per ${who.slice(0, -1)}` : `of all ${who}`}, added up`;
  const renderCohorts = () => {
    if (data?.rows.length === 0) return <EmptyState title={TEXT.nothingToShow}>{TEXT.noDataToShow}</EmptyState>;
    return (
      <>
        <section className={classes.chart} aria-label="Curves">
          <h2>{label}</h2>
          <div className={classes.plot}>
            {data && (
              <Suspense fallback={null}>
                <CohortChart data={data} metric={metric} per={per} />
              </Suspense>
            )}
          </div>
        </section>
        <div className={classes.table}>
          <LoadingBar visible={isFetching && isPlaceholderData} />
          {data && (
            <CohortTable
              data={data}
              metric={metric}
              per={per}
              heading={rowsLabel(data.by)}
              counted={COUNTED[basis]}
              label={label}
            />
          )}
        </div>
        <p className={classes.note}>
          Cells are shaded against the same age of the other rows. The current month and cohorts of fewer than 30 are
          not shaded. Fees and spend that belong to no player count for the month they were booked in.
        </p>
      </>
    );
  };
  return (
    <StatsScreen state={state} className={classes.screen}>
      <Controls />
      <StatsFilters
        actions={
          <>
            <SavedViews screen="lifetime-view" query={search} onOpen={(saved) => change(replacing(search, saved))} />
            <AlertButton
              question={{
                ...question,
                kingstat: metric,
                levels: rows === 'month' ? question.levels : [{ type: rows }],
              }}
            />
            {data && <LifetimeExport data={data} metric={metric} per={per} label={label} basis={basis} />}
          </>
        }
      />
      <StatsAnswer error={error} hasData={data !== undefined} onRetry={() => void refetch()}>
        {renderCohorts()}
      </StatsAnswer>
    </StatsScreen>
  );
}

export default function LifetimeViewPage() {
  const asking = useQuestion(tab, { to: path.lifetimeView(), beside: BESIDE, withoutTab: true });
  if (asking.question === null) return <InvalidQuestion asking={asking} resetLabel="Reset filters" />;
  const { question, search, change } = asking;
  return <Lifetime state={{ tab, question, search, change }} />;
}
