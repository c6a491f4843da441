import { type MouseEvent, memo, type PointerEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { EmptyState, TableSkeleton } from '../feedback/states.tsx';
import { usePhone } from '../use-phone.ts';
import { useStable } from '../use-stable.ts';
import { Body } from './body.tsx';
import { Cards } from './cards.tsx';
import classes from './data-table.module.css';
import { HeaderCell } from './header.tsx';
import type { PlacedColumn } from './row.tsx';
import { Tick } from './tick.tsx';
import type { DataColumn, DataTableProps } from './types.ts';
import { useModel } from './use-model.ts';
import { useTableKeys } from './use-table-keys.ts';
import { useTop } from './use-top.ts';
import { toggled } from './view.ts';

const HEIGHT = { compact: 32, comfortable: 40 };
const LEAD = 32;
/** ARIA's own pattern for a table that the arrow keys move in. */
const GRID = { role: 'grid', tabIndex: 0 } as const;

/** The shown columns with what their cells need. Text columns share what room is left, unless somebody sized them. */
function placedColumns<Row>(columns: readonly DataColumn<Row>[], shape: string): PlacedColumn<Row>[] {
  const shown: [id: string, pinned: boolean, sized: boolean][] = JSON.parse(shape);
  const pins = shown.filter(([, pinned]) => pinned).length;
  return shown.flatMap(([id, pinned, sized]) => {
    const at = columns.findIndex((column) => column.id === id);
    const column = columns[at];
    if (column === undefined) return [];
    const fixed = sized || column.kind === 'number' || (pinned && pins > 1);
    const flex = `${fixed ? 0 : 1} 0 var(--w${at})`;
    return [{ column, pinned, style: { flex, ...(pinned ? { left: `var(--l${at})` } : {}) } }];
  });
}

/** Whether a click landed on something of its own (a link, a button, a checkbox). */
function hasOwnAction(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [data-stop]') !== null;
}

/** Gives a cut cell its whole text as tooltip, when the pointer gets there. */
function explainCut(event: PointerEvent) {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (cell === null || cell.hasAttribute('data-stop')) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/**
 * The product's table: virtual rows (50 000 and more), sticky header, first column and totals, sorting, column menus,
 * selection, nested rows, keyboard; cards on a phone. Drawn again only where something given to it is another: columns
 * and callbacks should be stable between renders.
 */
function Table<Row extends object>(props: DataTableProps<Row>) {
  const phone = usePhone();
  const model = useModel(props);
  if (props.loading) return <TableSkeleton columns={Math.min(8, props.columns.length)} />;
  if (props.rows.length === 0) return <>{props.empty ?? <EmptyState title="Nothing to show" />}</>;
  if (phone) return <Cards rows={model.table.getRowModel().rows.map((row) => row.original)} table={props} />;
  return <Grid {...props} model={model} />;
}

export const DataTable = memo(Table) as typeof Table;

function Grid<Row extends object>(props: DataTableProps<Row> & { model: ReturnType<typeof useModel<Row>> }) {
  const { columns, selection, onSelectionChange, expand, model } = props;
  const { table, view, sort } = model;
  const sorted = table.getRowModel().rows;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const domId = useId();
  const [active, setActive] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const lastSelected = useRef<string | null>(null);
  const selectable = selection !== undefined && onSelectionChange !== undefined;
  const lead = (selectable ? LEAD : 0) + (expand === undefined ? 0 : LEAD - 4);
  const rowHeight = HEIGHT[view.density];

  // Pinned ones stand beside the first, wherever they were.
  const leaves = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  // Stands for everything of `leaves` that a row shows; widths reach the cells as CSS variables of the table, so that
  // resizing draws no row again.
  const shape = JSON.stringify(
    leaves.map((column) => [column.id, column.getIsPinned() === 'start', column.id in view.widths]),
  );
  const placed = useMemo(() => placedColumns(columns, shape), [columns, shape]);

  const variables: Record<string, string> = { '--row': `${rowHeight}px`, '--lead': `${lead}px` };
  for (const column of leaves) {
    const at = columns.findIndex((it) => it.id === column.id);
    variables[`--w${at}`] = `${column.getSize()}px`;
    if (column.getIsPinned() === 'start') variables[`--l${at}`] = `${lead + column.getStart('start')}px`;
  }

  const items = useMemo(() => {
    if (expanded.length === 0) return sorted.map((row, index) => ({ row, index, detail: false }));
    return sorted.flatMap((row, index) => [
      { row, index, detail: false },
      ...(expanded.includes(row.id) ? [{ row, index, detail: true }] : []),
    ]);
  }, [sorted, expanded]);

  const scrollTo = useRef<(index: number) => void>(() => undefined);

  const select = useStable((id: string, range: boolean) => {
    const next = new Set(selection);
    const chosen = !next.has(id);
    const ids = sorted.map((row) => row.id);
    const from = range && lastSelected.current !== null ? ids.indexOf(lastSelected.current) : -1;
    const to = ids.indexOf(id);
    const all = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const it of all) {
      if (chosen) next.add(it);
      else next.delete(it);
    }
    lastSelected.current = id;
    onSelectionChange?.(next);
  });
  const toggleExpanded = useCallback((id: string) => setExpanded((ids) => toggled(ids, id)), []);

  const at = sorted.findIndex((row) => row.id === active);
  const goTo = (index: number) => {
    const row = sorted[Math.max(0, Math.min(sorted.length - 1, index))];
    if (row === undefined) return;
    setActive(row.id);
    scrollTo.current(items.findIndex((item) => item.row.id === row.id));
  };
  const current = sorted[at]?.original;
  const open = (row: Row) => {
    const href = props.rowHref?.(row);
    if (props.onOpen !== undefined) props.onOpen(row);
    else if (href !== undefined) window.location.assign(href);
  };
  const onKeyDown = useTableKeys(grid, {
    move: (by) => goTo(at === -1 ? 0 : at + by),
    jump: (to) => goTo(to === 'first' ? 0 : sorted.length - 1),
    open: () => current !== undefined && open(current),
    edit: () => {
      const edit =
        current === undefined ? undefined : props.rowActions?.(current).find((action) => action.id === 'edit');
      edit?.onClick?.();
      if (edit?.href !== undefined) window.location.assign(edit.href);
    },
    select: () => selectable && active !== null && select(active, false),
    expand: (show) => {
      if (active !== null && expand !== undefined && expanded.includes(active) !== show) toggleExpanded(active);
    },
  });
  const rowAt = (target: EventTarget) =>
    target instanceof Element ? (target.closest('tr[data-id]')?.getAttribute('data-id') ?? null) : null;
  const onClick = (event: MouseEvent) => {
    const id = rowAt(event.target);
    const row = sorted.find((it) => it.id === id)?.original;
    if (row === undefined || hasOwnAction(event.target)) return;
    setActive(id);
    open(row);
  };
  const allSelected = selectable && sorted.length > 0 && sorted.every((row) => selection.has(row.id));
  const menu = columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    hideable: index > 0 && column.hideable !== false,
  }));

  useTop(scroller);
  const gridProps = {
    ...GRID,
    'aria-label': props.label,
    'aria-rowcount': (props.totalRows ?? sorted.length) + 1,
    ...(selectable ? { 'aria-multiselectable': true } : {}),
    ...(at === -1 ? {} : { 'aria-activedescendant': `${domId}-${active}` }),
  };

  return (
    <div
      ref={scroller}
      className={classes.scroll}
      style={props.maxHeight === undefined ? {} : { maxHeight: props.maxHeight }}
    >
      <table
        ref={grid}
        {...gridProps}
        className={classes.table}
        style={variables}
        onKeyDown={onKeyDown}
        onPointerOver={(event) => {
          explainCut(event);
          const id = rowAt(event.target);
          if (id !== null && id !== active && event.pointerType === 'mouse') setActive(id);
        }}
        onClick={onClick}
      >
        <thead className={classes.head}>
          <tr className={classes.headRow} aria-rowindex={1}>
            {lead > 0 && (
              <th className={classes.lead} aria-label="Selection and details">
                {selectable && (
                  <Tick
                    label="Select all rows"
                    checked={allSelected}
                    indeterminate={!allSelected && selection.size > 0}
                    onChange={() => onSelectionChange(new Set(allSelected ? [] : sorted.map((row) => row.id)))}
                  />
                )}
              </th>
            )}
            {placed.map((it, index) => {
              const header = table.getLeafHeaders().find((leaf) => leaf.column.id === it.column.id);
              return (
                <HeaderCell
                  key={it.column.id}
                  placed={it}
                  first={index === 0}
                  sort={sort}
                  onSort={model.setSort}
                  view={view}
                  onViewChange={model.setView}
                  onReset={model.reset}
                  columns={menu}
                  width={header?.getSize() ?? 0}
                  resizing={header?.column.getIsResizing() ?? false}
                  onResizeStart={(event) => header?.getResizeHandler()(event)}
                />
              );
            })}
          </tr>
        </thead>
        <Body
          scroller={scroller}
          scrollTo={scrollTo}
          items={items}
          rowHeight={rowHeight}
          domId={domId}
          placed={placed}
          lead={lead}
          active={active}
          expanded={expanded}
          selection={selection}
          selectable={selectable}
          rowHref={props.rowHref}
          rowActions={props.rowActions}
          expand={expand}
          onSelect={select}
          onExpand={toggleExpanded}
        />
        {props.totalsLabel !== undefined && (
          <tfoot className={classes.foot}>
            <tr className={classes.footRow}>
              {lead > 0 && <td className={classes.lead} />}
              {placed.map((it, index) => (
                <td
                  key={it.column.id}
                  className={classes.cell}
                  style={it.style}
                  data-kind={it.column.kind}
                  data-pinned={it.pinned || undefined}
                >
                  {index === 0 ? props.totalsLabel : it.column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
