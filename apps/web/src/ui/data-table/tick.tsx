import { useEffect, useRef } from 'react';
import classes from './tick.module.css';

export interface TickProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean | undefined;
  tabIndex?: number | undefined;
  onChange: (range: boolean) => void;
}

/**
 * The browser's own checkbox: a table renders hundreds per second while scrolling. `range` is a click with Shift held.
 */
export function Tick({ label, checked, indeterminate = false, tabIndex, onChange }: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      onChange={(event) => onChange(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  );
}
