/** The state of an entity's list: query, rows, view, selection, and what this person can do. */

import { mayDo } from '@signpost/contract/access/access.ts';
import { type FigurePeriod, figureOrder, readFigureOrder } from '@signpost/contract/insight/stats/list-figures.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useUser } from '../api/session.ts';
import { sayChanged } from '../api/undo.ts';
import { useTableView } from '../views/table-view.ts';
import { useRecords, useRecordVerbs } from './api.ts';
import { columnsOf } from './cells.tsx';
import { useFilterChips } from './filter-chips.ts';
import type { Filters } from './list-address.ts';
import { showsFigures, useFigurePeriod, useFigures } from './list-figures.tsx';
import { useListState } from './list-state.ts';
import { openRoute } from './open-route.ts';
import { plainHref, type RecordRow, type RecordScreen, recordHref } from './screen.ts';
import { useArchiving } from './use-archiving.tsx';
import { useSearchText } from './use-search-text.ts';

/** The things that a person can do on the list: open rows by their links, and add a record. */
function useListAccess({ entity, drawer }: RecordScreen) {
  const user = useUser();
  const isOpen = (name: RouteName | undefined) => openRoute(user, name);
  const { edit, view, add, list } = entity.routes;
  // A ledger entry is shown beside its list, and created on a separate page if the route table has one.
  const addsBeside = drawer === true && !(entity.ledger && add !== list);
  return {
    isOpen,
    /** The link of a row; undefined if it opens beside the list or not at all. */
    openHref: (row: RecordRow) => {
      if (drawer) return undefined;
      return recordHref(entity, isOpen(view) ?? isOpen(edit), row.id);
    },
    addHref: addsBeside ? undefined : plainHref(isOpen(add)),
    canAddBeside: addsBeside && isOpen(add) !== undefined && mayDo(user, entity, 'create'),
  };
}

/** Archives and restores a row, with an undo. */
function useRowArchive({ entity }: RecordScreen) {
  const client = useQueryClient();
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  async function toggleArchived(row: RecordRow) {
    const isArchived = row.archivedAt !== null;
    const title = String(row[entity.title]);
    const change = async () => {
      const { requestId } = await (isArchived ? verbs.restore(row.id) : verbs.archive(row.id));
      sayChanged(client, `${title} ${isArchived ? 'restored' : 'archived'}.`, requestId);
    };
    await (isArchived ? archiving.now(change) : archiving.ask([row.id], title, change));
  }
  return { toggleArchived, archiveDialog: archiving.dialog };
}

const NO_ROWS: readonly RecordRow[] = [];

export function useRecordList(screen: RecordScreen) {
  const { entity } = screen;
  const user = useUser();
  const { query, ask, replace, open, setOpen } = useListState();
  /** The question with the filters that the screen itself sets. */
  const wholeQuery = screen.fixed ? { ...query, filters: { ...query.filters, ...screen.fixed } } : query;
  const { data, error, isFetching, isPlaceholderData, refetch } = useRecords(entity, wholeQuery);
  const [view, setView] = useTableView(`table-${entity.path}`);
  const [selection, setSelection] = useState<Set<string>>(new Set());
  /** The filter whose editor is open. */
  const [openedFilter, setOpenedFilter] = useState<string | null>(null);
  const [searchText, setSearchText] = useSearchText(query.q ?? '', (q) => ask({ q }));
  const hasFigures = showsFigures(screen, user);
  const [period, keepPeriod] = useFigurePeriod(hasFigures);
  /** A list that is sorted by a figure stays sorted by it. */
  const setPeriod = (next: FigurePeriod) => {
    keepPeriod(next);
    const sorted = readFigureOrder(query.orderBy);
    if (sorted) ask({ orderBy: figureOrder(sorted.id, next) });
  };
  const columns = useMemo(() => columnsOf(screen, user, period), [screen, user, period]);
  const setFilters = (filters: Filters) => ask({ filters });
  const chips = useFilterChips(entity, query.filters, setFilters, setOpenedFilter);
  const rows = useFigures(screen, data?.data ?? NO_ROWS, hasFigures);
  return {
    query,
    wholeQuery,
    ask,
    replace,
    open,
    setOpen,
    setFilters,
    chips,
    openedFilter,
    setOpenedFilter,
    searchText,
    setSearchText,
    /** Whether a search or a filter hides records. */
    isNarrowed: chips.length > 0 || (query.q ?? '') !== '' || query.archived !== 'no',
    rows,
    total: data?.meta.total ?? 0,
    isLoading: data === undefined,
    isStale: isFetching && isPlaceholderData,
    error,
    retry: () => void refetch(),
    columns,
    hasFigures,
    period,
    setPeriod,
    view,
    setView,
    canSelect: rows.some((row) => row.may.archive),
    selection,
    setSelection,
    selectedRows: rows.filter((row) => selection.has(String(row.id))),
    ...useListAccess(screen),
    ...useRowArchive(screen),
  };
}

export type RecordList = ReturnType<typeof useRecordList>;
