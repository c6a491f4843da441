import { type ReactNode, useCallback, useState } from 'react';
import classes from './scroller.module.css';
import { watchSideways } from './sideways.ts';

export interface ScrollerProps {
  /** Describes the content for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A scrollable box. It can be focused by keyboard only while its content overflows. */
export function Scroller({ label, className, children }: ScrollerProps) {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((box: HTMLElement | null) => {
    if (box === null) return;
    const look = () => setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const content of box.children) observer.observe(content);
    const stop = watchSideways(box);
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return (
    <section
      ref={watch}
      data-fades
      className={[classes.box, className].filter(Boolean).join(' ')}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </section>
  );
}
