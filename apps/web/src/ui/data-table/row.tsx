import { IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { cellContent } from './cell.tsx';
import classes from './data-table.module.css';
import { Tick } from './tick.tsx';
import type { DataColumn, DataTableProps } from './types.ts';

/** A placed column. Its index among all columns names its width variable. */
export interface PlacedColumn<Row> {
  column: DataColumn<Row>;
  /** Its flex and, when pinned, its offset; both through the table's width variables. */
  style: Record<string, string>;
  pinned: boolean;
}

export interface RowProps<Row> {
  row: Row;
  id: string;
  domId: string;
  index: number;
  start: number;
  placed: readonly PlacedColumn<Row>[];
  lead: number;
  active: boolean;
  selected: boolean;
  expanded: boolean;
  canExpand: boolean;
  selectable: boolean;
  rowHref: DataTableProps<Row>['rowHref'] | undefined;
  rowActions: DataTableProps<Row>['rowActions'] | undefined;
  isStruck: DataTableProps<Row>['isStruck'] | undefined;
  expand: DataTableProps<Row>['expand'] | undefined;
  onSelect: (id: string, range: boolean) => void;
  onExpand: (id: string) => void;
}

function Lead<Row>({ id, selected, expanded, canExpand, selectable, expand, onSelect, onExpand }: RowProps<Row>) {
  return (
    <td className={classes.lead} data-stop="">
      {selectable && (
        <Tick tabIndex={-1} label={`Select row ${id}`} checked={selected} onChange={(range) => onSelect(id, range)} />
      )}
      {expand !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.expand}
          aria-expanded={expanded}
          aria-label={expand.label ?? 'Details'}
          disabled={!canExpand}
          onClick={() => onExpand(id)}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
      )}
    </td>
  );
}

function Actions<Row>({ row, rowActions }: RowProps<Row>): ReactNode {
  const actions = rowActions?.(row) ?? [];
  if (actions.length === 0) return null;
  return (
    <td className={classes.actions} data-stop="">
      <span className={classes.actionBar}>
        {actions.map((action) => (
          <IconButton key={action.id} label={action.label} href={action.href} onClick={action.onClick}>
            {action.icon}
          </IconButton>
        ))}
      </span>
    </td>
  );
}

function PlainRow<Row>(props: RowProps<Row>) {
  const { row, id, domId, index, start, placed, lead, active, selected } = props;
  return (
    <tr
      id={domId}
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
      aria-rowindex={index + 2}
      aria-selected={props.selectable ? selected : undefined}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-struck={props.isStruck?.(row) || undefined}
      data-odd={index % 2 === 1 || undefined}
      data-id={id}
    >
      {lead > 0 && <Lead {...props} />}
      {placed.map(({ column, style, pinned }, at) => {
        const content = cellContent(column, row);
        const href = at === 0 ? props.rowHref?.(row) : undefined;
        const renderContent = () => {
          if (href === undefined) return content;
          return (
            <a className={classes.link} href={href} tabIndex={-1} data-stop="">
              {content}
            </a>
          );
        };
        return (
          <td
            key={column.id}
            className={classes.cell}
            style={style}
            data-kind={column.kind}
            data-pinned={pinned || undefined}
          >
            {renderContent()}
          </td>
        );
      })}
      {active && <Actions {...props} />}
    </tr>
  );
}

/** One row, which renders again only when it changes. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
