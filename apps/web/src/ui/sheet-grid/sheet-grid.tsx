/**
 * A grid to type and paste into, like a spreadsheet. Only the rows in sight are in the page, so ten thousand are as fast
 * as ten (docs/decisions/0240).
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useStable } from '../use-stable.ts';
import { CellEditor } from './cell-editor.tsx';
import { clearRange, type Grid, type Place, pasteTable, rangeBetween, readTable, writeTable } from './edit-rows.ts';
import { SheetRowView } from './grid-row.tsx';
import classes from './sheet-grid.module.css';
import type { SheetGridProps } from './types.ts';
import { handleGridKey } from './use-grid-keys.ts';

const ROW_HEIGHT = 32;
const NUMBER_WIDTH = 52;
/** Blank rows after the last one, to type on. */
const SPARE_ROWS = 20;
const LEAST_ROWS = 30;
const PAGE = 15;

/** The active cell, the chosen range and what is typed, and what pasting and typing do to the rows. */
function useSheetGrid(props: SheetGridProps) {
  const { columns, rows, isEditable, most, newRow, onChange, range, onRange } = props;
  const gridId = useId();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [anchor, setAnchor] = useState<Place>(range.from);
  const [focus, setFocus] = useState<Place>(range.from);
  const [typed, setTyped] = useState<string | null>(null);
  const names = useMemo(() => columns.map(({ name }) => name), [columns]);
  const grid: Grid = { rows, columns: names, newRow, most };
  const count = isEditable ? Math.min(Math.max(rows.length + SPARE_ROWS, LEAST_ROWS), most) : rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });

  // A range that was set from outside (a jump to a problem) moves the active cell there.
  const shown = rangeBetween(anchor, focus);
  const isMoved =
    shown.from.row !== range.from.row ||
    shown.from.column !== range.from.column ||
    shown.to.row !== range.to.row ||
    shown.to.column !== range.to.column;
  if (isMoved) {
    setAnchor(range.to);
    setFocus(range.from);
  }

  /** Scrolls to a cell that was chosen; the one that is active. */
  const intoView = (place: Place) => {
    virtual.scrollToIndex(place.row);
    document
      .getElementById(`${gridId}-${place.row}-${place.column}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const choose = useStable((from: Place, to: Place) => {
    setAnchor(from);
    setFocus(to);
    onRange(rangeBetween(from, to));
    intoView(to);
  });
  const finish = (text: string, move: readonly [number, number] | null) => {
    if (typed === null) return;
    setTyped(null);
    const name = names[focus.column];
    const before = name === undefined ? '' : (rows[focus.row]?.cells[name] ?? '');
    if (text !== before) onChange(writeTable(grid, focus, [[text]]));
    if (move === null) return;
    const place = {
      row: Math.max(0, Math.min(focus.row + move[0], count - 1)),
      column: Math.max(0, Math.min(focus.column + move[1], names.length - 1)),
    };
    choose(place, place);
    table.current?.focus({ preventScroll: true });
  };
  const edit = useStable((row: number, column: number, text: string | null) => {
    if (!isEditable || rows[row]?.boxId != null) return;
    const name = names[column];
    setTyped(text ?? (name === undefined ? '' : (rows[row]?.cells[name] ?? '')));
  });
  const onDown = useStable((row: number, column: number, extend: boolean) => {
    table.current?.focus({ preventScroll: true });
    const place = { row, column };
    choose(extend ? anchor : place, place);
  });
  const onOver = useStable((row: number, column: number) => choose(anchor, { row, column }));
  const onEdit = useStable((row: number, column: number) => edit(row, column, null));

  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', props.writePasted(readTable(grid, range)));
    if (event.type === 'cut' && isEditable) onChange(clearRange(grid, range));
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (!isEditable) return;
    const pasted = props.readPasted(event.clipboardData.getData('text/plain'), range);
    if (pasted.length === 0) return;
    onChange(pasteTable(grid, range, pasted));
    const width = Math.max(...pasted.map((row) => row.length), 1);
    const to = {
      row: Math.min(range.from.row + pasted.length - 1, most - 1),
      column: Math.min(range.from.column + width - 1, names.length - 1),
    };
    // As in spreadsheets, the active cell stays at the top.
    setAnchor(to);
    setFocus(range.from);
    onRange(rangeBetween(range.from, to));
  };
  const cancel = () => {
    setTyped(null);
    table.current?.focus({ preventScroll: true });
  };
  return {
    gridId,
    box,
    table,
    grid,
    count,
    virtual,
    anchor,
    focus,
    typed,
    choose,
    edit,
    finish,
    cancel,
    onCopy,
    onPaste,
    rowHandlers: { onDown, onOver, onEdit },
  };
}
type GridState = ReturnType<typeof useSheetGrid>;

function Head({ columns, after, template }: Pick<SheetGridProps, 'columns' | 'after'> & { template: string }) {
  return (
    <tr aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
      <th scope="col" className={classes.number}>
        <span className={classes.hidden}>Row</span>
      </th>
      {columns.map(({ name, label: title, required, help }, at) => (
        <th key={name} scope="col" aria-colindex={at + 2} className={classes.title} title={help}>
          {title}
          {required && <span aria-hidden> *</span>}
        </th>
      ))}
      {after !== undefined && (
        <th scope="col" className={classes.title}>
          {after.label}
        </th>
      )}
    </tr>
  );
}

interface RowsInSightProps {
  props: SheetGridProps;
  of: GridState;
  template: string;
}

function RowsInSight({ props, of, template }: RowsInSightProps) {
  const { columns, rows, errors, range, after } = props;
  const { gridId, virtual, focus, typed } = of;
  const activeColumn = columns[focus.column];
  return virtual.getVirtualItems().map(({ index, start }) => {
    const row = rows[index];
    const isChosen = index >= range.from.row && index <= range.to.row;
    const isActive = index === focus.row;
    return (
      <SheetRowView
        key={row?.key ?? `blank ${index}`}
        gridId={gridId}
        index={index}
        row={row}
        columns={columns}
        errors={row === undefined ? undefined : errors.get(row.key)}
        chosenFrom={isChosen ? range.from.column : null}
        chosenTo={isChosen ? range.to.column : null}
        active={isActive ? focus.column : null}
        editor={
          isActive && typed !== null && activeColumn !== undefined ? (
            <CellEditor
              key={`${focus.row} ${focus.column}`}
              column={activeColumn}
              row={focus.row}
              initial={typed}
              onDone={of.finish}
              onCancel={of.cancel}
            />
          ) : null
        }
        template={template}
        top={start}
        after={row === undefined ? null : after?.render(row)}
        hasAfter={after !== undefined}
        {...of.rowHandlers}
      />
    );
  });
}

export function SheetGrid(props: SheetGridProps) {
  const { label, columns, isEditable, range, after } = props;
  const of = useSheetGrid(props);
  const { gridId, grid, count, virtual, anchor, focus } = of;
  const template = [
    `${NUMBER_WIDTH}px`,
    ...columns.map(({ width }) => `${width}px`),
    ...(after === undefined ? [] : [`${after.width}px`]),
  ].join(' ');
  const width = NUMBER_WIDTH + columns.reduce((sum, column) => sum + column.width, after?.width ?? 0);
  const isActiveDrawn = virtual.getVirtualItems().some(({ index }) => index === focus.row);
  return (
    <div ref={of.box} className={classes.scroll}>
      <table
        ref={of.table}
        className={classes.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is the interactive form of a table
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1 + (after === undefined ? 0 : 1)}
        aria-multiselectable
        aria-readonly={!isEditable}
        aria-activedescendant={isActiveDrawn ? `${gridId}-${focus.row}-${focus.column}` : undefined}
        tabIndex={0}
        onKeyDown={(event) =>
          handleGridKey(event, {
            grid,
            props,
            anchor,
            focus,
            range,
            lastRow: Math.max(count - 1, 0),
            page: PAGE,
            choose: of.choose,
            edit: (text) => of.edit(focus.row, focus.column, text),
          })
        }
        onCopy={of.onCopy}
        onCut={of.onCopy}
        onPaste={of.onPaste}
      >
        <thead className={classes.top} style={{ width }}>
          <Head columns={columns} after={after} template={template} />
        </thead>
        <tbody className={classes.body} style={{ height: virtual.getTotalSize(), width }}>
          <RowsInSight props={props} of={of} template={template} />
        </tbody>
      </table>
    </div>
  );
}
