/** The state of the grid: the active row, open details, the selection and keyboard handling. */

import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useStable } from '../use-stable.ts';
import { toggled } from '../values/toggled.ts';
import type { DataTableProps } from './types.ts';
import type { useModel } from './use-model.ts';
import { useTableKeys } from './use-table-keys.ts';

export type GridProps<Row extends object> = DataTableProps<Row> & { model: ReturnType<typeof useModel<Row>> };

interface Identified {
  id: string;
}

/** Selects and deselects rows; a range starts at the row that was selected last. */
function useSelect<Row extends object>(
  { selection, onSelectionChange }: DataTableProps<Row>,
  rows: readonly Identified[],
): (id: string, range: boolean) => void {
  const lastSelected = useRef<string | null>(null);
  return useStable((id: string, range: boolean) => {
    const next = new Set(selection);
    const isChosen = !next.has(id);
    const ids = rows.map((row) => row.id);
    const from = range && lastSelected.current !== null ? ids.indexOf(lastSelected.current) : -1;
    const to = ids.indexOf(id);
    const all = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const one of all) {
      if (isChosen) next.add(one);
      else next.delete(one);
    }
    lastSelected.current = id;
    onSelectionChange?.(next);
  });
}

export function useGrid<Row extends object>(props: GridProps<Row>, grid: RefObject<HTMLTableElement | null>) {
  const { selection, onSelectionChange, expand, model } = props;
  const rows = model.table.getRowModel().rows;
  const [active, setActive] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const select = useSelect(props, rows);
  const toggleExpanded = useCallback((id: string) => setExpanded((ids) => toggled(ids, id)), []);
  /** Set by the body, which knows where rows are. */
  const scrollTo = useRef<(index: number) => void>(() => undefined);
  const items = useMemo(() => {
    if (expanded.length === 0) return rows.map((row, index) => ({ row, index, detail: false }));
    return rows.flatMap((row, index) => [
      { row, index, detail: false },
      ...(expanded.includes(row.id) ? [{ row, index, detail: true }] : []),
    ]);
  }, [rows, expanded]);

  const at = rows.findIndex((row) => row.id === active);
  const current = rows[at]?.original;
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    setActive(row.id);
    scrollTo.current(items.findIndex((item) => item.row.id === row.id));
  };
  const open = (row: Row) => {
    const href = props.rowHref?.(row);
    if (props.onOpen !== undefined) props.onOpen(row);
    else if (href !== undefined) window.location.assign(href);
  };
  const edit = (row: Row) => {
    const action = props.rowActions?.(row).find(({ id }) => id === 'edit');
    action?.onClick?.();
    if (action?.href !== undefined) window.location.assign(action.href);
  };
  const selectable = selection !== undefined && onSelectionChange !== undefined;
  const onKeyDown = useTableKeys(grid, {
    move: (by) => goTo(at === -1 ? 0 : at + by),
    jump: (to) => goTo(to === 'first' ? 0 : rows.length - 1),
    open: () => current !== undefined && open(current),
    edit: () => current !== undefined && edit(current),
    select: () => selectable && active !== null && select(active, false),
    expand: (show) => {
      if (active !== null && expand !== undefined && expanded.includes(active) !== show) toggleExpanded(active);
    },
  });
  return {
    rows,
    items,
    active,
    setActive,
    hasActive: at !== -1,
    expanded,
    toggleExpanded,
    selectable,
    select,
    open,
    scrollTo,
    onKeyDown,
  };
}
