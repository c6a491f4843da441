/** The explorer, the same on every tab: question above, tree beside, chart and table from one answer. */

import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { StatsMeta, StatsRow } from '@signpost/contract/stats/answer.ts';
import type { LevelPath, StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { drillInto, groupingOf, riseTo } from '@signpost/contract/stats/levels.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/stats/query.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { lazy, memo, Suspense, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { SortState } from '../ui/data-table/types.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { FilterBar } from '../ui/layout/filter-bar.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Pager } from '../ui/layout/pager.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { useStable } from '../ui/use-stable.ts';
import { formatNumber } from '../ui/values/format.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { useTableView } from '../views/table-view.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { useChanges } from './changes.ts';
import { statsColumns } from './columns.tsx';
import { DateRange } from './date-range.tsx';
import { FilterMenu, NO_CONDITIONS, useFilterChips } from './filters.tsx';
import { Headline } from './headline.tsx';
import { isWhole, ordered } from './order-rows.ts';
import { type Asked, asked, dateRangeProps, given, levelsIn } from './question.ts';
import classes from './stats.module.css';
import { StatsExport } from './stats-export.tsx';
import { TimeZone } from './time-zone.tsx';
import { Attribution, Columns, Compare, KingStat } from './toolbar.tsx';
import { Tree } from './tree.tsx';
import { useOrderHere } from './use-order-here.ts';
import { useStats } from './use-stats.ts';

const Why = lazy(() => import('./why.tsx'));
const WHY_WIDTH = 640;
/** No skeleton shows sooner than this. */
const BLINK_MS = 200;
const NO_ROWS: readonly StatsRow[] = [];
const idOf = (row: StatsRow) => String(row.id);
const PAGES = [50, 100, 250, 1000] as const;

interface Props extends Pick<Asked, 'search' | 'change'> {
  tab: StatsTab;
  question: StatsQuestion;
}

/** Rows of a dimension of which a fact may have several overlap: their totals are no sum of theirs. */
function totalsLabel(groupBy: DimensionKey, total: number): string {
  const { source, label } = dimensionOf(groupBy);
  const overlap = source.kind === 'attribute' && source.several;
  return overlap ? 'Total, each fact once' : `Total of ${formatNumber(total)} · ${label}`;
}

/** The level's rows as the tree has them, out of the table's; undefined where it has to ask for them. */
function rowsByKing(
  rows: readonly StatsRow[],
  meta: StatsMeta,
  { kingstat, orderBy, orderByDirection, levels }: StatsQuestion,
) {
  if (orderBy === kingstat && orderByDirection === 'desc') return rows;
  if (!isWhole(rows, meta)) return undefined;
  return ordered(rows, groupingOf(levels).groupBy, { orderBy: kingstat, orderByDirection: 'desc' }) ?? undefined;
}

function ExplorerOf({ tab, question, search, change }: Props) {
  const phone = usePhone();
  const [treeOpen, setTreeOpen] = useState(false);
  const [text, setText] = useState('');
  const [isWhyOpen, setWhyOpen] = useState(false);
  const [treeText] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const treeSearch = useRef<HTMLInputElement>(null);
  const [of, setOf] = useState(tab);
  if (of !== tab) {
    setOf(tab);
    setText('');
    setTreeOpen(false);
    setWhyOpen(false);
  }
  // Asked for with the rows, so that they come as this person has arranged them.
  useTableView(`stats-${tab.name}`);
  const {
    data: kept,
    dataUpdatedAt,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useStats(tab, asked(search, question.timeZone), question.timeZone);
  // The rows of the tab before stay for a blink, so that a quick answer replaces them and nothing flashes.
  const isOfAnother = kept !== undefined && kept.tab !== tab;
  const [isLate] = useDebouncedValue(isOfAnother, BLINK_MS);
  const data = isOfAnother && isLate ? undefined : kept;
  const shownTab = data?.tab ?? tab;
  const [view, setView] = useTableView(`stats-${shownTab.name}`);
  const onView = useStable(setView);
  /** The question that the rows on the screen answer. */
  const answering = useMemo(() => (data ? readQuestion(data.tab, data.asked) : null), [data]);
  const answered = answering ?? question;
  const { groupBy } = groupingOf(answered.levels);
  const opensFacts = mayOpen(useUser(), ROUTES.eventReporter);
  const chips = useFilterChips(question, change);
  const changes = useChanges(tab, question);
  const columns = useMemo(() => statsColumns(answered, data?.data, opensFacts), [answered, data, opensFacts]);
  const setLevels = (levels: LevelPath) => change({ levels: levelsIn(levels) });
  const picked = question.levels.filter((level) => level.selectedItemId !== undefined).length;
  const sorted = isOfAnother ? answered : question;
  const sort = useMemo(
    () => ({
      id: sorted.orderBy === 'name' ? 'name' : String(sorted.orderBy),
      direction: sorted.orderByDirection,
    }),
    [sorted.orderBy, sorted.orderByDirection],
  );
  const orderHere = useOrderHere();
  const onSort = useStable((next: SortState | null) => {
    const order = {
      offset: undefined,
      orderBy: next === null ? undefined : next.id === 'name' ? 'name' : Number(next.id),
      orderByDirection: next?.direction,
    };
    if (kept && !isPlaceholderData)
      orderHere(tab, asked(given({ ...search, ...order }), question.timeZone), { data: kept, dataUpdatedAt });
    change(order);
  });
  const onOpen = useStable(
    (row: StatsRow) => !isOfAnother && row.actions.drillDown && setLevels(drillInto(answered.levels, row.id)),
  );
  const [first] = answered.columns.filter((id) => id !== answered.kingstat);
  const cardNumbers = useMemo(
    () => [String(answered.kingstat), String(first ?? answered.kingstat)] as const,
    [answered.kingstat, first],
  );
  const clear = useStable(() => change(NO_CONDITIONS));
  const hasConditions = chips.length > 0;
  const empty = useMemo(
    () => (
      <EmptyState
        title={TEXT.nothingToShow}
        action={hasConditions ? <Button onClick={clear}>Clear filters</Button> : undefined}
      >
        {TEXT.noDataToShow}
      </EmptyState>
    ),
    [hasConditions, clear],
  );
  const rise = () => picked > 0 && setLevels(riseTo(question.levels, picked - 1));
  useHotkeys([
    ['/', () => treeSearch.current?.focus()],
    ['Backspace', rise],
  ]);

  const king = metricOf(answered.kingstat);
  const total = data?.meta.total ?? 0;
  // What the tree would ask, the table asks: the first level by the king stat. Rows of another level are not it.
  const fixed = tab.startLevels.filter((level) => level.selectedItemId !== undefined).length;
  const isFirstLevel = picked === fixed && question.offset === 0;
  const isOfThisLevel = !isOfAnother && groupBy === groupingOf(question.levels).groupBy;
  const byKing = useMemo(() => data && rowsByKing(data.data.rows, data.meta, answered), [data, answered]);
  const known = isFirstLevel ? (data && isOfThisLevel ? byKing : 'coming') : undefined;
  const tree = (
    <>
      <input
        ref={treeSearch}
        type="search"
        className={classes.treeSearch}
        aria-label="Search the tree"
        placeholder={`Find ${dimensionOf(question.levels[0].type).label.toLowerCase()}`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Tree
        key={tab.name}
        tab={tab}
        question={question}
        search={search}
        text={treeText}
        known={known}
        onPick={(levels) => {
          setLevels(levels);
          setTreeOpen(false);
        }}
      />
    </>
  );

  return (
    <>
      <PageHeader
        title={tab.longTitle}
        context={
          <div className={classes.context}>
            <DateRange {...dateRangeProps(question, search, change)} />
            {!phone && <TimeZone question={question} change={change} />}
          </div>
        }
      />
      <div className={classes.bar}>
        <Breadcrumb levels={question.levels} onChange={setLevels} />
        <div className={classes.tools}>
          <KingStat tab={tab} question={question} change={change} />
          <Compare tab={tab} question={question} search={search} change={change} />
          <Attribution tab={tab} question={question} change={change} />
          {phone && <TimeZone question={question} change={change} />}
        </div>
      </div>
      <FilterBar
        chips={chips}
        onClear={clear}
        actions={
          <>
            <Columns tab={tab} question={question} change={change} />
            <SavedViews
              screen={`stats-${tab.name}`}
              query={search}
              onOpen={(saved) =>
                change({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...saved })
              }
            />
            <StatsExport
              name={tab.name}
              question={{ ...asked(search, question.timeZone), tab: tab.name }}
              total={total}
            />
          </>
        }
      >
        <FilterMenu key={tab.name} tab={tab} question={question} search={search} change={change} />
        {phone && (
          <Button icon={<IconBinaryTree2 size={16} aria-hidden />} onClick={() => setTreeOpen(true)}>
            Tree
          </Button>
        )}
      </FilterBar>
      {error && !data ? (
        <ErrorState
          title={TEXT.tabFailed}
          id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void refetch()}
        >
          {error.message}
        </ErrorState>
      ) : (
        <div className={classes.body}>
          {!phone && <aside className={classes.side}>{tree}</aside>}
          <div className={classes.main}>
            <Headline
              question={answered}
              answer={data}
              changes={changes}
              onWhy={() => setWhyOpen(true)}
              onRefresh={() => void refetch()}
            />
            <div className={classes.table}>
              <LoadingBar visible={isFetching && isPlaceholderData} />
              <DataTable<StatsRow>
                label={`${shownTab.title} by ${dimensionOf(groupBy).label}`}
                columns={columns}
                rows={data?.data.rows ?? NO_ROWS}
                rowId={idOf}
                loading={!data}
                sort={sort}
                onSortChange={onSort}
                view={view}
                onViewChange={onView}
                onOpen={onOpen}
                totalsLabel={totalsLabel(groupBy, total)}
                totalRows={total}
                cardNumbers={cardNumbers}
                empty={empty}
              />
            </div>
            {total > 0 && (
              <Pager
                page={Math.floor(question.offset / question.limit) + 1}
                pageSize={question.limit}
                total={total}
                pageSizes={PAGES}
                onPageSize={(limit) => change({ limit })}
                onPage={(page) => change({ offset: (page - 1) * question.limit })}
              />
            )}
          </div>
        </div>
      )}
      <Drawer
        opened={isWhyOpen}
        onClose={() => setWhyOpen(false)}
        title={`Why did ${king.label} move?`}
        width={WHY_WIDTH}
      >
        <Suspense fallback={<LoadingBar visible />}>
          <Why
            tab={tab}
            question={question}
            asking={asked(search, question.timeZone)}
            changes={changes}
            onFilter={(dimension, id) => {
              change((now) => ({ filters: { ...now.filters, [dimension]: [id] } }));
              setWhyOpen(false);
            }}
          />
        </Suspense>
      </Drawer>
      {phone && (
        <Drawer opened={treeOpen} onClose={() => setTreeOpen(false)} title="Navigation tree">
          {tree}
        </Drawer>
      )}
    </>
  );
}

/** Drawn again only where something given to it is another. */
export const Explorer = memo(ExplorerOf);
