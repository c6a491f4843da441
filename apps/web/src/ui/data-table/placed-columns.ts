import { useMemo } from 'react';
import type { PlacedColumn } from './row.tsx';
import type { DataColumn } from './types.ts';
import type { useModel } from './use-model.ts';

/**
 * The shown columns with the layout of their cells. Text columns share the remaining width unless they were resized.
 */
function placedColumns<Row>(columns: readonly DataColumn<Row>[], shape: string): PlacedColumn<Row>[] {
  const shown: [id: string, pinned: boolean, sized: boolean][] = JSON.parse(shape);
  const pins = shown.filter(([, pinned]) => pinned).length;
  return shown.flatMap(([id, pinned, sized]) => {
    const at = columns.findIndex((column) => column.id === id);
    const column = columns[at];
    if (column === undefined) return [];
    const fixed = sized || column.kind === 'number' || (pinned && pins > 1);
    const flex = `${fixed ? 0 : (column.grow ?? 1)} 0 var(--w${at})`;
    return [{ column, pinned, style: { flex, ...(pinned && { left: `var(--l${at})` }) } }];
  });
}

/**
 * The shown columns, and their widths as CSS variables of the table, so that resizing renders no row again. `lead` is
 * the width of the cells before the first column.
 */
export function usePlacedColumns<Row extends object>(
  columns: readonly DataColumn<Row>[],
  { table, view }: ReturnType<typeof useModel<Row>>,
  lead: number,
) {
  // Pinned columns come right after the first one.
  const leaves = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  /** The parts of `leaves` that affect a row, as one comparable value. */
  const shape = JSON.stringify(
    leaves.map((column) => [column.id, column.getIsPinned() === 'start', column.id in view.widths]),
  );
  const placed = useMemo(() => placedColumns(columns, shape), [columns, shape]);
  const widths: Record<string, string> = {};
  for (const column of leaves) {
    const at = columns.findIndex(({ id }) => id === column.id);
    widths[`--w${at}`] = `${column.getSize()}px`;
    if (column.getIsPinned() === 'start') widths[`--l${at}`] = `${lead + column.getStart('start')}px`;
  }
  return { placed, widths };
}
