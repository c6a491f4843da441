import { Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconArrowRight,
  IconCheck,
  IconChevronDown,
  IconColumns3,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OnDemand } from '../on-demand.tsx';
import { toggled } from '../values/toggled.ts';
import classes from './data-table.module.css';
import type { SortState, TableView } from './types.ts';
import { moved } from './view.ts';

export interface ColumnMenuProps {
  id: string;
  header: string;
  first: boolean;
  sortable: boolean;
  hideable: boolean;
  width: number;
  columns: readonly { id: string; header: string; hideable: boolean }[];
  view: TableView;
  onViewChange: (view: TableView) => void;
  onReset: () => void;
  onSort: (sort: SortState | null) => void;
}

const STEP = 32;

/** The menu of a column, in its header. */
export function ColumnMenu({
  id,
  header,
  first,
  sortable,
  hideable,
  width,
  columns,
  view,
  onViewChange,
  onReset,
  onSort,
}: ColumnMenuProps) {
  const set = (change: Partial<TableView>) => onViewChange({ ...view, ...change });
  const pinned = view.pinned.includes(id);
  const item = (label: string, icon: ReactNode, onClick: () => void) => (
    <Menu.Item leftSection={icon} onClick={onClick}>
      {label}
    </Menu.Item>
  );
  const menu = (target: ReactNode) => (
    <Menu position="bottom-end" withinPortal shadow="md" width={208}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {sortable && item('Sort ascending', <IconArrowNarrowUp size={16} />, () => onSort({ id, direction: 'asc' }))}
        {sortable &&
          item('Sort descending', <IconArrowNarrowDown size={16} />, () => onSort({ id, direction: 'desc' }))}
        {sortable && <Menu.Divider />}
        {!first &&
          item(pinned ? 'Unpin' : 'Pin', pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />, () =>
            set({ pinned: toggled(view.pinned, id) }),
          )}
        {!first &&
          item('Move left', <IconArrowLeft size={16} />, () => set({ order: moved(view.order, view.hidden, id, -1) }))}
        {!first &&
          item('Move right', <IconArrowRight size={16} />, () => set({ order: moved(view.order, view.hidden, id, 1) }))}
        {item('Wider', <IconViewportWide size={16} />, () => set({ widths: { ...view.widths, [id]: width + STEP } }))}
        {item('Narrower', <IconViewportNarrow size={16} />, () =>
          set({ widths: { ...view.widths, [id]: Math.max(STEP * 2, width - STEP) } }),
        )}
        {!first && hideable && item('Hide', <IconEyeOff size={16} />, () => set({ hidden: [...view.hidden, id] }))}
        <Menu.Divider />
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconColumns3 size={16} />}>Columns</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown className={classes.columnsMenu ?? ''}>
            {columns
              .filter((column) => column.hideable)
              .map((column) => (
                <Menu.Item
                  key={column.id}
                  closeMenuOnClick={false}
                  role="menuitemcheckbox"
                  aria-checked={!view.hidden.includes(column.id)}
                  leftSection={
                    view.hidden.includes(column.id) ? <span className={classes.unchecked} /> : <IconCheck size={16} />
                  }
                  onClick={() => set({ hidden: toggled(view.hidden, column.id) })}
                >
                  {column.header}
                </Menu.Item>
              ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
        {item(view.density === 'compact' ? 'Comfortable rows' : 'Compact rows', <IconViewportWide size={16} />, () =>
          set({ density: view.density === 'compact' ? 'comfortable' : 'compact' }),
        )}
        {item('Reset columns', <IconRestore size={16} />, onReset)}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <OnDemand
      opens="menu"
      button={
        <button type="button" className={classes.menuButton} aria-label={`Column ${header}`} tabIndex={-1}>
          <IconChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {menu}
    </OnDemand>
  );
}
