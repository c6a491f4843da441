/** Moving, choosing and changing cells with the keyboard, as spreadsheets do it. */
import type { KeyboardEvent } from 'react';
import { clearRange, fillDown, type Grid, type Place, type Range } from './edit-rows.ts';
import type { SheetGridProps } from './types.ts';

interface Keys {
  grid: Grid;
  props: SheetGridProps;
  anchor: Place;
  focus: Place;
  range: Range;
  lastRow: number;
  /** How many rows are in sight. */
  page: number;
  choose: (anchor: Place, focus: Place) => void;
  edit: (text: string | null) => void;
}

type Step = readonly [down: number, right: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
};

/** The first or last place in the direction of a step; the same place if the step does not lead there. */
function farthest(place: number, step: number, last: number): number {
  if (step < 0) return 0;
  if (step > 0) return last;
  return place;
}

function targetOf(event: KeyboardEvent, { focus, lastRow, grid, page }: Keys): Place | null {
  const far = event.ctrlKey || event.metaKey;
  const bottom = lastRow;
  const right = grid.columns.length - 1;
  const step = STEPS[event.key];
  if (step !== undefined && event.key !== 'Enter') {
    const [down, across] = step;
    if (!far) return { row: focus.row + down, column: focus.column + across };
    const filled = Math.max(grid.rows.length - 1, 0);
    return {
      row: farthest(focus.row, down, filled),
      column: farthest(focus.column, across, right),
    };
  }
  if (event.key === 'Home') return { row: far ? 0 : focus.row, column: 0 };
  if (event.key === 'End') return { row: far ? Math.max(grid.rows.length - 1, 0) : focus.row, column: right };
  if (event.key === 'PageDown') return { row: Math.min(focus.row + page, bottom), column: focus.column };
  if (event.key === 'PageUp') return { row: focus.row - page, column: focus.column };
  return null;
}

const within = ({ row, column }: Place, bottom: number, right: number): Place => ({
  row: Math.max(0, Math.min(row, bottom)),
  column: Math.max(0, Math.min(column, right)),
});

/** The commands with Ctrl or ⌘. Returns whether the key was one. */
function command(event: KeyboardEvent, keys: Keys): boolean {
  const { props, grid, range } = keys;
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
      return true;
    case 'y':
      props.onRedo();
      return true;
    case 's':
      props.onSave();
      return true;
    case 'd':
      if (props.isEditable) props.onChange(fillDown(grid, range));
      return true;
    case 'a':
      keys.choose({ row: Math.max(grid.rows.length - 1, 0), column: grid.columns.length - 1 }, { row: 0, column: 0 });
      return true;
    default:
      return false;
  }
}

function change(event: KeyboardEvent, keys: Keys): boolean {
  const { props, grid, range, edit } = keys;
  if (!props.isEditable) return false;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    props.onChange(clearRange(grid, range));
    return true;
  }
  if (event.key === 'F2' || event.key === 'Enter') {
    edit(null);
    return true;
  }
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isText) edit(event.key);
  return isText;
}

/** Handles a key of the grid while no cell is being typed into. Tab leaves the grid. */
export function handleGridKey(event: KeyboardEvent, keys: Keys): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const target = targetOf(event, keys);
  if (target !== null) {
    const place = within(target, keys.lastRow, keys.grid.columns.length - 1);
    keys.choose(event.shiftKey ? keys.anchor : place, place);
    event.preventDefault();
    return;
  }
  if ((isCommand && command(event, keys)) || (!isCommand && change(event, keys))) event.preventDefault();
}
