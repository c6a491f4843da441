/** `/event-reporter`: the facts behind any number, and new facts live. */

import { exportFacts } from '@signpost/contract/calls/facts.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import type { FactView } from '@signpost/contract/insight/stats/facts.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { isMetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { FACT_KIND_LABELS, FACT_KINDS } from '@signpost/contract/traffic/clicks/fact.ts';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useScreenSearch } from '../../../address/use-search.ts';
import { requestIdOf } from '../../../api/error-id.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import { readTexts } from '../../../records/field-values.ts';
import { AlertButton } from '../../../stats/alert-button.tsx';
import { knownOnChips } from '../../../stats/known-on.tsx';
import { useQuestion } from '../../../stats/question.ts';
import { asked, replacing, type Search } from '../../../stats/question-parts.ts';
import { StatsExport } from '../../../stats/stats-export.tsx';
import { InvalidQuestion, QuestionDates, StatsFilters, StatsPager, StatsScreen } from '../../../stats/stats-screen.tsx';
import { tabIn } from '../../../stats/tab-in.ts';
import { type ExplorerState, NO_CONDITIONS } from '../../../stats/use-explorer.ts';
import { useItemNames } from '../../../stats/use-item-names.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import type { FilterChip } from '../../../ui/layout/filter-bar.tsx';
import { useMobile } from '../../../ui/use-mobile.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { SavedViews } from '../../../views/saved-views.tsx';
import { useTableView } from '../../../views/table-view.ts';
import classes from './event-reporter.module.css';
import { factColumns, measuresOf } from './fact-columns.tsx';
import { useFactDetail } from './fact-detail.tsx';
import { SupportSearch } from './support-search.tsx';
import { useFacts, useLiveFacts } from './use-facts.ts';

const BESIDE = ['kinds', 'metric', 'reasons'];
const PAGES = [50, 100, 250, 500] as const;

/** The conditions that only this screen has: the levels and the metric of an opened number. */
function useFactChips(state: ExplorerState): FilterChip[] {
  const { question, search, change } = state;
  const { selected } = groupingOf(question.levels);
  const names = useItemNames(selected.map(({ type, id }) => ({ type, selectedItemId: id })));
  const metric = Number(search.metric);
  const levels = selected.map(({ type, id }, at): FilterChip => {
    const others = question.levels.filter((level) => level.type !== type);
    return {
      id: `level ${type}`,
      label: dimensionOf(type).label,
      value: `is ${names[at] ?? id}`,
      onRemove: () => change({ levels: others.length > 0 ? others : undefined }),
    };
  });
  levels.push(...knownOnChips(state));
  const reasons = readTexts(search.reasons);
  if (reasons.length > 0)
    levels.push({
      id: 'reasons',
      label: 'Reason',
      value: reasons.map((reason) => reason.replaceAll('_', ' ')).join(', '),
      onRemove: () => change({ reasons: undefined }),
    });
  if (!isMetricId(metric)) return levels;
  const counts: FilterChip = {
    id: 'metric',
    label: 'Counts in',
    value: metricOf(metric).label,
    onRemove: () => change({ metric: undefined }),
  };
  return [...levels, counts];
}

/** The filters and the kinds of facts. */
function FactFilters({ state, whole, total }: { state: ExplorerState; whole: Search; total: number }) {
  const { search, change } = state;
  const kinds = readTexts(search.kinds);
  return (
    <StatsFilters
      chips={useFactChips(state)}
      onClear={() =>
        change({
          levels: undefined,
          metric: undefined,
          kinds: undefined,
          reasons: undefined,
          knownOn: undefined,
          ...NO_CONDITIONS,
        })
      }
      actions={
        <>
          <SavedViews screen="event-reporter" query={search} onOpen={(saved) => change(replacing(search, saved))} />
          <AlertButton question={state.question} />
          <StatsExport
            question={whole}
            total={total}
            onSave={(query, format) => saveFile(exportFacts, { query: { ...query, format } }, `facts.${format}`)}
          />
        </>
      }
    >
      <div className={classes.kinds}>
        <MultiSelect
          label="Kinds of facts"
          hideLabel
          placeholder={kinds.length === 0 ? 'All kinds' : ''}
          value={kinds}
          onChange={(next) => change({ kinds: next.length > 0 ? next : undefined })}
          options={FACT_KINDS.map((kind) => ({ value: kind, label: FACT_KIND_LABELS[kind] }))}
          find={filterOptions}
        />
      </div>
    </StatsFilters>
  );
}

interface FactsTableProps {
  answer: ReturnType<typeof useFacts>;
  /** The facts since the person started watching; null if they are not watching. */
  watched: readonly FactView[] | null;
  onOpen: (fact: FactView) => void;
}

function FactsTable({ answer, watched, onOpen }: FactsTableProps) {
  const { timeZone } = useUser();
  const { data, error, isFetching, isPlaceholderData, refetch } = answer;
  const [view, setView] = useTableView('event-reporter');
  const columns = useMemo(() => factColumns(timeZone), [timeZone]);
  const isWatching = watched !== null;
  const renderFacts = () => {
    if (error && !isWatching)
      return <ErrorState title={error.message} id={requestIdOf(error)} onRetry={() => void refetch()} />;
    return (
      <DataTable<FactView>
        label="Facts"
        columns={columns}
        rows={watched ?? data?.data.facts ?? []}
        rowId={(fact) => fact.factId}
        loading={!isWatching && !data}
        view={view}
        onViewChange={setView}
        onOpen={onOpen}
        totalRows={data?.meta.total ?? 0}
        cardNumbers={['kind', 'measures']}
        empty={
          <EmptyState title={TEXT.nothingToShow}>
            {isWatching ? 'No new facts since you started watching.' : TEXT.noDataToShow}
          </EmptyState>
        }
      />
    );
  };
  return (
    <div className={classes.table}>
      <LoadingBar visible={isFetching && isPlaceholderData} />
      {renderFacts()}
    </div>
  );
}

/** Number of sums that a phone shows at first. */
const FIRST_SUMS = 3;

/** The number of facts and the sums of what they count. A phone begins with a few, so that the facts are in sight. */
function Sums({ total, sums }: { total: number; sums: ReturnType<typeof measuresOf> }) {
  const isMobile = useMobile();
  const [showsAll, setShowsAll] = useState(false);
  const hidden = isMobile && !showsAll ? Math.max(0, sums.length - FIRST_SUMS) : 0;
  return (
    <div className={classes.sumsBox}>
      <p className={classes.sums} role="status" data-figures>
        <strong>{formatNumber(total)} facts</strong>
        {sums.slice(0, sums.length - hidden).map(([label, value]) => (
          <span key={label}>
            {`${label} `}
            <b>{value}</b>
          </span>
        ))}
      </p>
      {isMobile && sums.length > FIRST_SUMS && (
        <Button kind="quiet" expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer sums' : `Show ${hidden} more sums`}
        </Button>
      )}
    </div>
  );
}

function WatchButton({ live, onChange }: { live: boolean; onChange: (live: boolean) => void }) {
  if (live)
    return (
      <Button kind="default" icon={<IconPlayerStop size={16} aria-hidden />} onClick={() => onChange(false)}>
        Stop
      </Button>
    );
  return (
    <Button kind="primary" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onChange(true)}>
      Watch live
    </Button>
  );
}

function Reporter({ state }: { state: ExplorerState }) {
  const { tab, question, search } = state;
  const [live, setLive] = useState(false);
  const { open, detail } = useFactDetail();
  const whole = { ...asked(search, question.timeZone), tab: tab.name };
  const answer = useFacts(whole, !live);
  const tail = useLiveFacts({ ...whole, dateRange: undefined }, live);
  const { data } = answer;
  const total = data?.meta.total ?? 0;
  // On a phone, the header has no room for two dates beside its button.
  const isMobile = useMobile();
  return (
    <StatsScreen
      state={state}
      context={isMobile ? undefined : <QuestionDates />}
      action={<WatchButton live={live} onChange={setLive} />}
      className={classes.screen}
    >
      {isMobile && <QuestionDates />}
      <SupportSearch />
      <FactFilters state={state} whole={whole} total={total} />
      {!live && data && <Sums total={total} sums={measuresOf(data.data.sums)} />}
      {live && (
        <p className={classes.sums} role="status">
          {tail.problem ?? `Watching. ${tail.facts.length} facts since you started.`}
        </p>
      )}
      <FactsTable answer={answer} watched={live ? tail.facts : null} onOpen={open} />
      {!live && <StatsPager total={total} noun="facts" pageSizes={PAGES} />}
      {detail}
    </StatsScreen>
  );
}

export default function EventReporterPage() {
  const { tab: named } = useScreenSearch('eventReporter');
  const tab = tabOf(tabIn(named));
  const asking = useQuestion(tab, { to: path.eventReporter(), beside: BESIDE });
  if (asking.question === null) return <InvalidQuestion asking={asking} resetLabel="Show all facts" />;
  const { question, search, change } = asking;
  return <Reporter state={{ tab, question, search, change }} />;
}
