import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { finderOf } from '../values/fold.ts';
import classes from './sheet-grid.module.css';
import type { GridColumn } from './types.ts';

/** How many options are offered at once. */
const OFFERED = 30;

interface Props {
  column: GridColumn;
  row: number;
  initial: string;
  /** `move` says where the chosen cell goes afterwards; null stays. */
  onDone: (text: string, move: readonly [down: number, right: number] | null) => void;
  onCancel: () => void;
}

/** The input over a cell while it is being typed into. */
export function CellEditor({ column, row, initial, onDone, onCancel }: Props) {
  const [text, setText] = useState(initial);
  const list = useId();
  // The input loses the focus when it is taken away, which must not end it a second time.
  const hasEnded = useRef(false);
  const end = (work: () => void) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    work();
  };
  const offered = (column.options ?? []).filter(finderOf(text)).slice(0, OFFERED);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(onCancel);
    else if (event.key === 'Enter') end(() => onDone(text, [event.shiftKey ? -1 : 1, 0]));
    else if (event.key === 'Tab') end(() => onDone(text, [0, event.shiftKey ? -1 : 1]));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just begun to type into this cell
        autoFocus
        className={classes.editor}
        aria-label={`${column.label}, row ${row + 1}`}
        value={text}
        list={offered.length > 0 ? list : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(() => onDone(text, null))}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onMouseDown={(event) => event.stopPropagation()}
      />
      {offered.length > 0 && (
        <datalist id={list}>
          {offered.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
}
