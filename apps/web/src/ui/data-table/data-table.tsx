import { type MouseEvent, memo, type PointerEvent, useId, useRef } from 'react';
import { EmptyState, TableSkeleton } from '../feedback/states.tsx';
import { FIXED_TEXT } from '../fixed.ts';
import { useMobile } from '../use-mobile.ts';
import { Body } from './body.tsx';
import { Cards } from './cards.tsx';
import classes from './data-table.module.css';
import { HeaderCell } from './header.tsx';
import { usePlacedColumns } from './placed-columns.ts';
import type { PlacedColumn } from './row.tsx';
import { Sideways } from './sideways.tsx';
import { Tick } from './tick.tsx';
import type { DataTableProps } from './types.ts';
import { type GridProps, useGrid } from './use-grid.ts';
import { useModel } from './use-model.ts';
import { useTop } from './use-top.ts';

const HEIGHT = { compact: 32, comfortable: 40 };
const LEAD = 32;
/** The ARIA role of a table in which the arrow keys move. */
const GRID = { role: 'grid', tabIndex: 0 } as const;

/** Whether a click hit an interactive element (a link, a button, a checkbox). */
function hasOwnAction(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [data-stop]') !== null;
}

/** Shows the full text of a truncated cell as a tooltip on hover. */
function explainCut(event: PointerEvent) {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (cell === null || cell.hasAttribute('data-stop')) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/**
 * The product's table: virtual rows (50 000 and more), sticky header, first column and totals, sorting, column menus,
 * selection, nested rows, keyboard; cards on a phone. It renders again only if its props change: columns
 * and callbacks should be stable between renders.
 */
function Table<Row extends object>(props: DataTableProps<Row>) {
  const isMobile = useMobile();
  const model = useModel(props);
  if (props.loading) return <TableSkeleton columns={Math.min(8, props.columns.length)} />;
  if (props.rows.length === 0) return <>{props.empty ?? <EmptyState title={FIXED_TEXT.nothingToShow} />}</>;
  if (isMobile) return <Cards rows={model.table.getRowModel().rows.map((row) => row.original)} table={props} />;
  return <Grid {...props} model={model} />;
}

export const DataTable = memo(Table) as typeof Table;

interface HeadProps<Row extends object> {
  grid: GridProps<Row>;
  rows: readonly { id: string }[];
  placed: readonly PlacedColumn<Row>[];
  lead: number;
}

/** The header: a checkbox for all rows, and the columns with their menus. */
function Head<Row extends object>({ grid, rows, placed, lead }: HeadProps<Row>) {
  const { columns, selection, onSelectionChange, model } = grid;
  const { table, view, sort } = model;
  const isAllSelected = selection !== undefined && rows.length > 0 && rows.every((row) => selection.has(row.id));
  const menu = columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    hideable: index > 0 && column.hideable !== false,
  }));
  return (
    <thead className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        {lead > 0 && (
          <th className={classes.lead} aria-label="Selection and details">
            {selection !== undefined && onSelectionChange !== undefined && (
              <Tick
                label="Select all rows"
                checked={isAllSelected}
                indeterminate={!isAllSelected && selection.size > 0}
                onChange={() => onSelectionChange(new Set(isAllSelected ? [] : rows.map((row) => row.id)))}
              />
            )}
          </th>
        )}
        {placed.map((one, index) => {
          const header = table.getLeafHeaders().find((leaf) => leaf.column.id === one.column.id);
          return (
            <HeaderCell
              key={one.column.id}
              placed={one}
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
  );
}

interface TotalsProps<Row> {
  label: string;
  placed: readonly PlacedColumn<Row>[];
  lead: number;
}

function Totals<Row>({ label, placed, lead }: TotalsProps<Row>) {
  return (
    <tfoot className={classes.foot}>
      <tr className={classes.footRow}>
        {lead > 0 && <td className={classes.lead} />}
        {placed.map((one, index) => (
          <td
            key={one.column.id}
            className={classes.cell}
            style={one.style}
            data-kind={one.column.kind}
            data-pinned={one.pinned || undefined}
          >
            {index === 0 ? label : one.column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

const rowAt = (target: EventTarget) => {
  if (target instanceof Element) return target.closest('tr[data-id]')?.getAttribute('data-id') ?? null;
  return null;
};

function Grid<Row extends object>(props: GridProps<Row>) {
  const { columns, selection, expand, model } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const domId = useId();
  const state = useGrid(props, grid);
  const { rows, active, selectable } = state;
  const lead = (selectable ? LEAD : 0) + (expand === undefined ? 0 : LEAD - 4);
  const rowHeight = HEIGHT[model.view.density];
  const { placed, widths } = usePlacedColumns(columns, model, lead);
  const variables: Record<string, string> = { ...widths, '--row': `${rowHeight}px`, '--lead': `${lead}px` };
  useTop(scroller);

  const gridProps = {
    ...GRID,
    'aria-label': props.label,
    'aria-rowcount': (props.totalRows ?? rows.length) + 1,
    'aria-multiselectable': selectable || undefined,
    'aria-activedescendant': state.hasActive ? `${domId}-${active}` : undefined,
  };
  /** The row that a click on this target opens. */
  const opened = ({ target }: { target: EventTarget }) => {
    if (hasOwnAction(target)) return undefined;
    return rows.find((one) => one.id === rowAt(target));
  };
  const onClick = (event: MouseEvent) => {
    const row = opened(event);
    if (row === undefined) return;
    state.setActive(row.id);
    state.open(row.original);
  };
  const onPointerDown = (event: PointerEvent) => {
    const row = event.button === 0 ? opened(event)?.original : undefined;
    if (row !== undefined) props.onPress?.(row);
  };
  const onPointerOver = (event: PointerEvent) => {
    explainCut(event);
    const id = rowAt(event.target);
    if (id !== null && id !== active && event.pointerType === 'mouse') state.setActive(id);
  };
  return (
    <Sideways scroller={scroller} maxHeight={props.maxHeight}>
      <table
        ref={grid}
        {...gridProps}
        className={classes.table}
        style={variables}
        onKeyDown={state.onKeyDown}
        onPointerOver={onPointerOver}
        onPointerDown={onPointerDown}
        onClick={onClick}
      >
        <Head grid={props} rows={rows} placed={placed} lead={lead} />
        <Body
          scroller={scroller}
          scrollTo={state.scrollTo}
          items={state.items}
          rowHeight={rowHeight}
          domId={domId}
          placed={placed}
          lead={lead}
          active={active}
          expanded={state.expanded}
          selection={selection}
          selectable={selectable}
          rowHref={props.rowHref}
          rowActions={props.rowActions}
          isStruck={props.isStruck}
          expand={expand}
          onSelect={state.select}
          onExpand={state.toggleExpanded}
        />
        {props.totalsLabel !== undefined && <Totals label={props.totalsLabel} placed={placed} lead={lead} />}
      </table>
    </Sideways>
  );
}
