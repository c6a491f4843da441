import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the styles of a scrolled box how far down the page it begins (`--sp-top`), so that it and the pager below fit
 * the window, whatever is above.
 */
export function useTop(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    let known = Number.NaN;
    const look = (): void => {
      const top = Math.round(box.getBoundingClientRect().top + window.scrollY);
      if (top === known) return;
      known = top;
      box.style.setProperty('--sp-top', `${top}px`);
    };
    look();
    // Content that appears or disappears above changes the offset.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [scroller]);
}
