/** Menus and popovers that are created when first opened: a screen has dozens, and most are never opened. */
import { cloneElement, type ReactElement, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import classes from './on-demand.module.css';

type ButtonElement = ReactElement<Record<string, unknown>>;

interface Props {
  /** The button that opens it. */
  button: ButtonElement;
  /** The kind of element that the button opens, for assistive technology. */
  opens: 'menu' | 'dialog';
  /** The menu or popover whose target is that button. Its code may be lazy; until it is loaded, the button stays. */
  children: (button: ButtonElement) => ReactElement;
}

/** Renders only the button until it is pressed. The press then goes to the same button with its menu. */
export function OnDemand({ button, opens, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const closed = (more: Record<string, unknown>) =>
    cloneElement(button, { 'aria-haspopup': opens, 'aria-expanded': false, ...more });
  return (
    <span ref={place} className={classes.place}>
      {isWanted ? (
        <Suspense fallback={closed({ 'aria-busy': true })}>
          <Pressed place={place}>{children(button)}</Pressed>
        </Suspense>
      ) : (
        closed({ onClick: () => setWanted(true) })
      )}
    </span>
  );
}

/** Presses the button once it has its menu. The effect runs only when everything inside is loaded. */
function Pressed({ place, children }: { place: RefObject<HTMLSpanElement | null>; children: ReactElement }) {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    // React's strict mode runs effects twice in development; a second press would close the menu again.
    if (isDone.current) return;
    isDone.current = true;
    const real = place.current?.querySelector('button');
    // Restores the focus, because the button is a new element now.
    real?.focus();
    real?.click();
  }, [place]);
  return children;
}
