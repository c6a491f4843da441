import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { watchSideways } from '../sideways.ts';
import classes from './sideways.module.css';

interface SidewaysProps {
  scroller: RefObject<HTMLDivElement | null>;
  maxHeight: number | string | undefined;
  children: ReactNode;
}

/** The part of the visible width by which a button scrolls. */
const STEP = 0.7;

/**
 * The scrolled box of a table. If columns are hidden on the right, a shadow and a button that scrolls to them appear.
 */
export function Sideways({ scroller, maxHeight, children }: SidewaysProps) {
  useLayoutEffect(() => {
    if (scroller.current === null) return undefined;
    return watchSideways(scroller.current);
  }, [scroller]);
  const scroll = () => {
    const box = scroller.current;
    if (box !== null) box.scrollBy({ left: box.clientWidth * STEP, behavior: 'smooth' });
  };
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroll} style={{ maxHeight }}>
        {children}
      </div>
      {/* The table has keys of its own for moving between columns, so the button is for pointers only. */}
      <button type="button" tabIndex={-1} className={classes.right} title="Columns to the right" onClick={scroll}>
        <IconChevronRight size={16} aria-label="Columns to the right" />
      </button>
    </div>
  );
}
