import { memo, type ReactNode } from 'react';
import type { GridRow } from './edit-rows.ts';
import classes from './sheet-grid.module.css';
import type { GridColumn, GridError } from './types.ts';

interface Props {
  gridId: string;
  index: number;
  row: GridRow | undefined;
  columns: readonly GridColumn[];
  errors: readonly GridError[] | undefined;
  /** The chosen columns of this row, from … to; null if none. */
  chosenFrom: number | null;
  chosenTo: number | null;
  /** The active column of this row. */
  active: number | null;
  editor: ReactNode;
  template: string;
  top: number;
  after: ReactNode;
  hasAfter: boolean;
  onDown: (row: number, column: number, extend: boolean) => void;
  onOver: (row: number, column: number) => void;
  onEdit: (row: number, column: number) => void;
}

const EDGE_CHARACTERS = 200;

/** One row; rendered again only if something of it changed. */
export const SheetRowView = memo(function SheetRowView(props: Props) {
  const { gridId, index, row, columns, errors, chosenFrom, chosenTo, active, editor, template, top } = props;
  const ofRow = errors?.find(({ column }) => !columns.some(({ name }) => name === column));
  return (
    <tr
      aria-rowindex={index + 2}
      className={[classes.row, row?.boxId != null && classes.fixed, active !== null && classes.current]
        .filter(Boolean)
        .join(' ')}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <th
        scope="row"
        className={errors === undefined ? classes.number : `${classes.number} ${classes.numberWrong}`}
        title={ofRow?.message}
        onMouseDown={(event) => {
          props.onDown(index, 0, event.shiftKey);
          props.onOver(index, columns.length - 1);
        }}
      >
        {index + 1}
      </th>
      {columns.map(({ name, label, mono }, column) => {
        const text = row?.cells[name] ?? '';
        const error = errors?.find((one) => one.column === name);
        const isChosen = chosenFrom !== null && chosenTo !== null && column >= chosenFrom && column <= chosenTo;
        const isActive = active === column;
        const names = [
          classes.cell,
          isChosen && classes.chosen,
          isActive && classes.active,
          error !== undefined && classes.wrong,
          mono && classes.mono,
        ];
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
          <td
            key={name}
            id={`${gridId}-${index}-${column}`}
            aria-colindex={column + 2}
            aria-selected={isChosen}
            aria-label={text === '' ? `${label}, empty` : undefined}
            aria-invalid={error !== undefined || undefined}
            aria-description={error?.message}
            className={names.filter(Boolean).join(' ')}
            title={error?.message ?? (text.length > 20 ? text.slice(0, EDGE_CHARACTERS) : undefined)}
            onMouseDown={(event) => {
              if (event.button !== 0) return;
              event.preventDefault();
              props.onDown(index, column, event.shiftKey);
            }}
            onMouseOver={(event) => {
              if (event.buttons === 1) props.onOver(index, column);
            }}
            onFocus={() => undefined}
            onDoubleClick={() => props.onEdit(index, column)}
          >
            {isActive && editor ? editor : <span className={classes.text}>{text}</span>}
            {isActive && error !== undefined && <span className={classes.message}>{error.message}</span>}
          </td>
        );
      })}
      {props.hasAfter && (
        <td aria-colindex={columns.length + 2} className={classes.after}>
          {props.after}
        </td>
      )}
    </tr>
  );
});
