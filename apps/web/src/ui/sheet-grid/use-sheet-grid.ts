import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useStable } from '../use-stable.ts';
import {
  clearRange,
  type Grid,
  type Place,
  pasteTable,
  type Range,
  rangeBetween,
  readTable,
  writeTable,
} from './edit-rows.ts';
import type { SheetGridProps } from './types.ts';

const ROW_HEIGHT = 32;
/** Blank rows after the last one, to type on. */
const SPARE_ROWS = 20;
const LEAST_ROWS = 30;

function isSameRange(one: Range, other: Range): boolean {
  return (
    one.from.row === other.from.row &&
    one.from.column === other.from.column &&
    one.to.row === other.to.row &&
    one.to.column === other.to.column
  );
}

/** The active cell (`focus`) and the opposite corner of the chosen range (`anchor`). */
function useActiveCell({ range, onRange }: Pick<SheetGridProps, 'range' | 'onRange'>) {
  const [{ anchor, focus }, setActive] = useState({ anchor: range.from, focus: range.from });
  // A range that was set from outside (a jump to a problem) moves the active cell there.
  if (!isSameRange(rangeBetween(anchor, focus), range)) setActive({ anchor: range.to, focus: range.from });
  const moveTo = (nextAnchor: Place, nextFocus: Place) => {
    setActive({ anchor: nextAnchor, focus: nextFocus });
    onRange(rangeBetween(nextAnchor, nextFocus));
  };
  return { anchor, focus, moveTo };
}

function copyRange(event: ClipboardEvent, { range, isEditable, onChange, writePasted }: SheetGridProps, grid: Grid) {
  event.preventDefault();
  event.clipboardData.setData('text/plain', writePasted(readTable(grid, range)));
  if (event.type === 'cut' && isEditable) onChange(clearRange(grid, range));
}

/** Writes what is pasted into the rows. Returns the last cell that it fills; null if nothing is pasted. */
function pasteRange(event: ClipboardEvent, props: SheetGridProps, grid: Grid): Place | null {
  const { range, isEditable, onChange, readPasted, most } = props;
  event.preventDefault();
  if (!isEditable) return null;
  const pasted = readPasted(event.clipboardData.getData('text/plain'), range);
  if (pasted.length === 0) return null;
  onChange(pasteTable(grid, range, pasted));
  const width = Math.max(...pasted.map((row) => row.length), 1);
  return {
    row: Math.min(range.from.row + pasted.length - 1, most - 1),
    column: Math.min(range.from.column + width - 1, grid.columns.length - 1),
  };
}

function useRowsInSight(props: SheetGridProps) {
  const { rows, isEditable, most } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = isEditable ? Math.min(Math.max(rows.length + SPARE_ROWS, LEAST_ROWS), most) : rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });
  return { box, count, virtual };
}

/** The active cell, the chosen range and what is typed, and what pasting and typing do to the rows. */
export function useSheetGrid(props: SheetGridProps) {
  const { columns, rows, isEditable, most, newRow, onChange, range } = props;
  const gridId = useId();
  const table = useRef<HTMLTableElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const names = useMemo(() => columns.map(({ name }) => name), [columns]);
  const grid: Grid = { rows, columns: names, newRow, most };
  const { box, count, virtual } = useRowsInSight(props);
  const { anchor, focus, moveTo } = useActiveCell(props);
  const focusTable = () => table.current?.focus({ preventScroll: true });
  const textAt = ({ row, column }: Place): string => {
    const name = names[column];
    if (name === undefined) return '';
    return rows[row]?.cells[name] ?? '';
  };

  /** Scrolls to a cell that was chosen; the one that is active. */
  const intoView = (place: Place) => {
    virtual.scrollToIndex(place.row);
    document
      .getElementById(`${gridId}-${place.row}-${place.column}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const choose = useStable((from: Place, to: Place) => {
    moveTo(from, to);
    intoView(to);
  });
  const finish = (text: string, move: readonly [number, number] | null) => {
    if (typed === null) return;
    setTyped(null);
    if (text !== textAt(focus)) onChange(writeTable(grid, focus, [[text]]));
    if (move === null) return;
    const place = {
      row: Math.max(0, Math.min(focus.row + move[0], count - 1)),
      column: Math.max(0, Math.min(focus.column + move[1], names.length - 1)),
    };
    choose(place, place);
    focusTable();
  };
  const edit = useStable((row: number, column: number, text: string | null) => {
    if (!isEditable || rows[row]?.boxId != null) return;
    setTyped(text ?? textAt({ row, column }));
  });
  const onDown = useStable((row: number, column: number, extend: boolean) => {
    focusTable();
    const place = { row, column };
    choose(extend ? anchor : place, place);
  });
  const onOver = useStable((row: number, column: number) => choose(anchor, { row, column }));
  const onEdit = useStable((row: number, column: number) => edit(row, column, null));
  const onCopy = (event: ClipboardEvent) => copyRange(event, props, grid);
  const onPaste = (event: ClipboardEvent) => {
    const end = pasteRange(event, props, grid);
    // As in spreadsheets, the active cell stays at the top.
    if (end !== null) moveTo(end, range.from);
  };
  const cancel = () => {
    setTyped(null);
    focusTable();
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
