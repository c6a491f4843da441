/** Menus and popovers that are made when somebody first wants one: a screen has dozens, of which most are never opened. */
import { cloneElement, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import classes from './on-demand.module.css';

interface Props {
  /** The button that opens it. */
  button: ReactElement<Record<string, unknown>>;
  /** What it opens, as assistive technology is told. */
  opens: 'menu' | 'dialog';
  /** The menu or popover whose target is that button. */
  children: (button: ReactElement<Record<string, unknown>>) => ReactElement;
}

/** Draws the button alone until it is pressed; the press then goes to the same button with its menu. */
export function OnDemand({ button, opens, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!isWanted) return;
    const real = place.current?.querySelector('button');
    // Where the focus was, it stays: the button is another one now.
    real?.focus();
    real?.click();
  }, [isWanted]);
  return (
    <span ref={place} className={classes.place}>
      {isWanted
        ? children(button)
        : cloneElement(button, {
            'aria-haspopup': opens,
            'aria-expanded': false,
            onClick: () => setWanted(true),
          })}
    </span>
  );
}
