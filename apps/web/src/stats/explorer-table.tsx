import { mayOpen } from '@signpost/contract/access/access.ts';
import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { drillInto, groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconNote } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { SortState } from '../ui/data-table/types.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { useStable } from '../ui/use-stable.ts';
import { formatNumber } from '../ui/values/format.ts';
import { useTableView } from '../views/table-view.ts';
import { statsColumns } from './columns.tsx';
import { CostsHint } from './costs-hint.tsx';
import { shownMetrics } from './metric-columns.tsx';
import type { ShownRow } from './notes-drawer.tsx';
import { asked, given, levelsIn, withParts } from './question-parts.ts';
import classes from './stats.module.css';
import { NO_CONDITIONS, orderOf, sortOf, useExplorer } from './use-explorer.ts';
import { useOrderHere } from './use-order-here.ts';
import type { ShownAnswer } from './use-shown-answer.ts';
import { AHEAD_MS, statsQuery } from './use-stats.ts';

const NO_ROWS: readonly StatsRow[] = [];
/** The days that are offered where the chosen ones have no facts. */
const LAST_DAYS = 'last7Days';
const idOf = (row: StatsRow) => String(row.id);

/** If a fact can have several items of a dimension, its rows overlap and their totals are not the sum of the rows. */
function totalsLabel(groupBy: DimensionKey, total: number): string {
  const { source, label } = dimensionOf(groupBy);
  const overlap = source.kind === 'attribute' && source.several;
  if (overlap) return 'Total (deduplicated)';
  return `Total of ${formatNumber(total)} rows by ${label.toLowerCase()}`;
}

/** The rows of the level. The props of the table are stable between renders, because it is memoized. */
export function ExplorerTable({ shown, onNote }: { shown: ShownAnswer; onNote: (row: ShownRow) => void }) {
  const { tab, question, search, change } = useExplorer();
  const { question: answered, data, isOfAnotherTab } = shown;
  const [view, setView] = useTableView(`stats-${shown.tab.name}`);
  const onView = useStable(setView);
  const { groupBy } = groupingOf(answered.levels);
  const opensFacts = mayOpen(useUser(), ROUTES.eventReporter);
  const columns = useMemo(() => statsColumns(answered, data?.data, opensFacts), [answered, data, opensFacts]);
  const { id, direction } = sortOf(isOfAnotherTab ? answered : question);
  const sort = useMemo(() => ({ id, direction }), [id, direction]);
  const orderHere = useOrderHere();
  const onSort = useStable((next: SortState | null) => {
    const order = { offset: undefined, ...orderOf(next) };
    if (shown.current) orderHere(tab, asked(given({ ...search, ...order }), question.timeZone), shown.current);
    change(order);
  });
  const drillOf = (row: StatsRow) => {
    if (!isOfAnotherTab && row.actions.drillDown) return { levels: levelsIn(drillInto(answered.levels, row.id)) };
    return null;
  };
  const onOpen = useStable((row: StatsRow) => {
    const drill = drillOf(row);
    if (drill !== null) change(drill);
  });
  const client = useQueryClient();
  const onPress = useStable((row: StatsRow) => {
    const drill = drillOf(row);
    if (drill === null) return;
    const next = asked(given(withParts(search, drill)), question.timeZone);
    void client.prefetchQuery({ ...statsQuery(tab, next), staleTime: AHEAD_MS });
  });
  const rowActions = useCallback(
    (row: StatsRow) => [
      {
        id: 'note',
        label: 'Add a note',
        icon: <IconNote size={16} aria-hidden />,
        onClick: () => onNote({ dimension: groupBy, id: row.id, words: `${dimensionOf(groupBy).label}: ${row.name}` }),
      },
    ],
    [groupBy, onNote],
  );
  const [first = answered.kingstat, second = first] = shownMetrics(answered);
  const cardNumbers = useMemo(() => [String(first), String(second)] as const, [first, second]);
  const clear = useStable(() => change(NO_CONDITIONS));
  const showLastDays = useStable(() => change({ dateRange: LAST_DAYS, offset: undefined }));
  const hasConditions = [question.filters, question.excludes].some((side) => Object.keys(side).length > 0);
  const empty = useMemo(() => {
    const action = () => {
      if (hasConditions) return <Button onClick={clear}>Clear filters</Button>;
      if (search.dateRange === LAST_DAYS) return undefined;
      return <Button onClick={showLastDays}>Show the last 7 days</Button>;
    };
    return (
      <EmptyState title={TEXT.nothingToShow} action={action()}>
        {TEXT.noDataToShow}
      </EmptyState>
    );
  }, [hasConditions, clear, search.dateRange, showLastDays]);
  const total = data?.meta.total ?? 0;
  return (
    <div className={classes.table}>
      <CostsHint question={answered} onLevel={(type) => change({ levels: levelsIn([{ type }]) })} />
      <LoadingBar visible={shown.isStale} />
      <DataTable<StatsRow>
        label={`${shown.tab.title} by ${dimensionOf(groupBy).label}`}
        columns={columns}
        rows={data?.data.rows ?? NO_ROWS}
        rowId={idOf}
        loading={!data}
        sort={sort}
        onSortChange={onSort}
        view={view}
        onViewChange={onView}
        onOpen={onOpen}
        onPress={onPress}
        rowActions={rowActions}
        totalsLabel={totalsLabel(groupBy, total)}
        totalRows={total}
        cardNumbers={cardNumbers}
        empty={empty}
      />
    </div>
  );
}
