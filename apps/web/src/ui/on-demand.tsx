/** Menus and popovers that are created when first opened: a screen has dozens, and most are never opened. */
import { cloneElement, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import classes from './on-demand.module.css';

interface Props {
  /** The button that opens it. */
  button: ReactElement<Record<string, unknown>>;
  /** What it opens, for assistive technology. */
  opens: 'menu' | 'dialog';
  /** The menu or popover whose target is that button. */
  children: (button: ReactElement<Record<string, unknown>>) => ReactElement;
}

/** Renders only the button until it is pressed. The press then goes to the same button with its menu. */
export function OnDemand({ button, opens, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!isWanted) return;
    const real = place.current?.querySelector('button');
    // Restores the focus, because the button is a new element now.
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
