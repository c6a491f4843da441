/** `/event-reporter`: the facts themselves, behind any number, and as they come. */

import { filterOptions } from '@signpost/contract/metadata.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { FACT_KIND_LABELS, FACT_KINDS } from '@signpost/contract/stats/fact.ts';
import type { FactView } from '@signpost/contract/stats/facts.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { isMetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { isTabName } from '@signpost/contract/stats/tab-names.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useScreenSearch } from '../../address/use-search.ts';
import { ApiError } from '../../api/error.ts';
import { useUser } from '../../api/session.ts';
import { DateRange } from '../../stats/date-range.tsx';
import { FilterMenu, NO_CONDITIONS, useFilterChips } from '../../stats/filters.tsx';
import { type Asked, asked, dateRangeProps, useQuestion } from '../../stats/question.ts';
import { useItemNames } from '../../stats/use-item-names.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { LoadingBar } from '../../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { FilterBar, type FilterChip } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pager } from '../../ui/layout/pager.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { useTableView } from '../../views/table-view.ts';
import classes from './event-reporter.module.css';
import { factColumns, measuresOf } from './fact-columns.tsx';
import { FactDetail } from './fact-detail.tsx';
import { SupportSearch } from './support-search.tsx';
import { useFacts, useLiveFacts } from './use-facts.ts';

const BESIDE = ['kinds', 'metric'];
const PAGES = [50, 100, 250, 500] as const;

type Question = NonNullable<Asked['question']>;

function Reporter({ tab, question, search, change }: Asked & { tab: ReturnType<typeof tabOf>; question: Question }) {
  const user = useUser();
  const [live, setLive] = useState(false);
  const [opened, setOpened] = useState<FactView | null>(null);
  const [view, setView] = useTableView('event-reporter');
  const whole = { ...asked(search, question.timeZone), tab: tab.name };
  const { data, error, isFetching, isPlaceholderData, refetch } = useFacts(whole, !live);
  const tail = useLiveFacts({ ...whole, dateRange: undefined }, live);
  const columns = useMemo(() => factColumns(user.timeZone), [user.timeZone]);
  const { selected } = groupingOf(question.levels);
  const names = useItemNames(selected.map(({ type, id }) => ({ type, selectedItemId: id })));
  const kinds = Array.isArray(search.kinds) ? search.kinds.map(String) : [];
  const metric = Number(search.metric);
  const chips: FilterChip[] = [
    ...selected.map(
      ({ type, id }, at): FilterChip => ({
        id: `level ${type}`,
        label: dimensionOf(type).label,
        value: `is ${names[at] ?? id}`,
        onRemove: () =>
          change({
            levels:
              question.levels.filter((level) => level.type !== type).length > 0
                ? question.levels.filter((level) => level.type !== type)
                : undefined,
          }),
      }),
    ),
    ...(isMetricId(metric)
      ? [
          {
            id: 'metric',
            label: 'Counts in',
            value: metricOf(metric).label,
            onRemove: () => change({ metric: undefined }),
          },
        ]
      : []),
    ...useFilterChips(question, change),
  ];
  const facts = live ? tail.facts : (data?.data.facts ?? []);
  const total = data?.meta.total ?? 0;
  // Beside the header's button a phone has no room for two dates.
  const phone = usePhone();
  const days = <DateRange {...dateRangeProps(question, search, change)} />;
  return (
    <>
      <PageHeader
        context={phone ? undefined : days}
        action={
          <Button
            kind={live ? 'default' : 'primary'}
            icon={live ? <IconPlayerStop size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            onClick={() => setLive(!live)}
          >
            {live ? 'Stop' : 'Watch live'}
          </Button>
        }
      />
      <div className={classes.screen}>
        {phone && days}
        <SupportSearch />
        <FilterBar
          chips={chips}
          onClear={() => change({ levels: undefined, metric: undefined, kinds: undefined, ...NO_CONDITIONS })}
        >
          <FilterMenu tab={tab} question={question} search={search} change={change} />
          <div className={classes.kinds}>
            <MultiSelect
              label="Kinds of facts"
              hideLabel
              placeholder={kinds.length === 0 ? 'All kinds' : ''}
              value={kinds}
              onChange={(next) => change({ kinds: next.length > 0 ? next : undefined })}
              options={FACT_KINDS.map((kind) => ({ value: kind, label: FACT_KIND_LABELS[kind] }))}
              find={(all, text) => filterOptions(all, text)}
              cappedText={TEXT.optionsCapped}
            />
          </div>
        </FilterBar>
        {!live && data && (
          <p className={classes.sums} role="status">
            <strong>{formatNumber(total)} facts</strong>
            {measuresOf(data.data.sums).map(([label, value]) => (
              <span key={label}>
                {label} <b>{value}</b>
              </span>
            ))}
          </p>
        )}
        {live && (
          <p className={classes.sums} role="status">
            {tail.problem ?? `Watching. ${tail.facts.length} facts since you began.`}
          </p>
        )}
        <div className={classes.table}>
          <LoadingBar visible={isFetching && isPlaceholderData} />
          {error && !live ? (
            <ErrorState
              title={error.message}
              id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
              onRetry={() => void refetch()}
            />
          ) : (
            <DataTable<FactView>
              label="Facts"
              columns={columns}
              rows={facts}
              rowId={(fact) => fact.factId}
              loading={!live && !data}
              view={view}
              onViewChange={setView}
              onOpen={setOpened}
              totalRows={total}
              cardNumbers={['kind', 'measures']}
              empty={
                <EmptyState title={TEXT.nothingToShow}>
                  {live ? 'Nothing has happened since you began to watch.' : TEXT.noDataToShow}
                </EmptyState>
              }
            />
          )}
        </div>
        {!live && total > 0 && (
          <Pager
            page={Math.floor(question.offset / question.limit) + 1}
            pageSize={question.limit}
            total={total}
            noun="facts"
            pageSizes={PAGES}
            onPageSize={(limit) => change({ limit })}
            onPage={(page) => change({ offset: (page - 1) * question.limit })}
          />
        )}
      </div>
      <FactDetail fact={opened} zone={user.timeZone} onClose={() => setOpened(null)} />
    </>
  );
}

export default function EventReporterPage() {
  const { tab: named } = useScreenSearch('eventReporter');
  const tab = tabOf(isTabName(named) ? named : 'global');
  const state = useQuestion(tab, { to: '/event-reporter', beside: BESIDE });
  if (state.question === null)
    return (
      <ErrorState title="This link asks something that can't be asked">
        <p>{state.problem}</p>
        <Button onClick={state.reset}>Show all facts</Button>
      </ErrorState>
    );
  return <Reporter tab={tab} {...state} question={state.question} />;
}
