import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { DataTableProps, SortState, TableView } from './types.ts';
import { compareValues, DEFAULT_WIDTH, defaultView, MIN_WIDTH, orderedIds } from './view.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type Features = typeof features;

/**
 * Connects TanStack's table to our columns and view. Order, visibility, pins, widths and sort come from outside or are
 * stored here.
 */
export function useModel<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, onSortChange, onViewChange } = props;
  const initial = useMemo(() => defaultView(columns), [columns]);
  const [ownView, setOwnView] = useState<TableView | null>(null);
  const [ownSort, setOwnSort] = useState<SortState | null>(props.defaultSort ?? null);
  const view = useMemo<TableView>(() => {
    const current = props.view ?? ownView ?? initial;
    return { ...current, order: orderedIds(columns, current.order) };
  }, [props.view, ownView, initial, columns]);
  const sort = onSortChange === undefined ? ownSort : (props.sort ?? null);
  const setView = (next: TableView) => {
    setOwnView(next);
    onViewChange?.(next);
  };
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value(row) ?? undefined,
        size: column.width ?? DEFAULT_WIDTH[column.kind ?? 'text'],
        minSize: MIN_WIDTH,
        sortUndefined: 'last' as const,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareValues(column.value(a.original), column.value(b.original)),
      })),
    [columns],
  );
  const first = columns[0]?.id;
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    columnResizeMode: 'onChange',
    manualSorting: onSortChange !== undefined,
    state: {
      columnOrder: view.order,
      columnVisibility: Object.fromEntries(view.hidden.map((id) => [id, false])),
      columnPinning: {
        start: first === undefined ? [] : [first, ...view.pinned.filter((id) => id !== first)],
        end: [],
      },
      columnSizing: view.widths,
      sorting: sort === null ? [] : [{ id: sort.id, desc: sort.direction === 'desc' }],
    },
    onColumnSizingChange: (change) =>
      setView({ ...view, widths: typeof change === 'function' ? change(view.widths) : change }),
  });
  return {
    table,
    view,
    setView,
    reset: () => setView(initial),
    sort,
    setSort: (next: SortState | null) => {
      if (onSortChange === undefined) return setOwnSort(next);
      return onSortChange(next);
    },
  };
}
