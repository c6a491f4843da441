import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react';
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx';
import classes from './data-table.module.css';
import type { PlacedColumn } from './row.tsx';
import type { SortState } from './types.ts';

export interface HeaderCellProps<Row> extends Omit<ColumnMenuProps, 'id' | 'header' | 'hideable' | 'sortable'> {
  placed: PlacedColumn<Row>;
  sort: SortState | null;
  resizing: boolean;
  onResizeStart: (event: unknown) => void;
}

const NEXT = { none: 'asc', asc: 'desc', desc: null } as const;

function ariaSort(direction: keyof typeof NEXT, sortable: boolean): 'ascending' | 'descending' | 'none' | undefined {
  if (direction === 'asc') return 'ascending';
  if (direction === 'desc') return 'descending';
  if (sortable) return 'none';
  return undefined;
}

/** A column's header: sorts on click, and has a menu and a resize handle. */
export function HeaderCell<Row>({ placed, sort, resizing, onResizeStart, ...menu }: HeaderCellProps<Row>) {
  const { column, style, pinned } = placed;
  const sortable = column.sortable !== false;
  const direction = sort?.id === column.id ? sort.direction : 'none';
  const numberFirst = column.kind === 'number';
  const turn = () => {
    const next = numberFirst ? ({ none: 'desc', desc: 'asc', asc: null } as const)[direction] : NEXT[direction];
    menu.onSort(next === null ? null : { id: column.id, direction: next });
  };
  const label = (
    <>
      <span className={classes.headText}>{column.header}</span>
      {column.unit !== undefined && <span className={classes.unit}>{column.unit}</span>}
      {direction === 'asc' && <IconArrowNarrowUp size={14} aria-hidden />}
      {direction === 'desc' && <IconArrowNarrowDown size={14} aria-hidden />}
    </>
  );
  const renderHead = () => {
    if (sortable)
      return (
        <button type="button" className={classes.sort} data-tip={column.hint} onClick={turn}>
          {label}
        </button>
      );
    return (
      <span className={classes.sort} data-tip={column.hint}>
        {label}
      </span>
    );
  };
  const head = renderHead();
  return (
    <th
      scope="col"
      className={classes.headCell}
      style={style}
      data-kind={column.kind}
      data-pinned={pinned || undefined}
      aria-sort={ariaSort(direction, sortable)}
    >
      {head}
      <ColumnMenu
        {...menu}
        id={column.id}
        header={column.header}
        sortable={sortable}
        hideable={column.hideable !== false}
      />
      <span
        className={classes.resize}
        data-resizing={resizing || undefined}
        onMouseDown={onResizeStart}
        onTouchStart={onResizeStart}
        aria-hidden
      />
    </th>
  );
}
