/** Decides by the size of the window and by the browser which layout the app shows. */
import { aspectRatio, isMobile, RESIZE_DEBOUNCE_MS, type ScreenSize, screenSize } from '@signpost/contract/limits.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { MobileContext } from '../ui/use-mobile.ts';

interface Layout {
  isMobile: boolean;
  size: ScreenSize;
  ratio: number;
}

const layoutOf = ({ innerWidth, innerHeight, navigator }: Window): Layout => ({
  isMobile: isMobile(innerWidth, navigator.userAgent),
  size: screenSize(innerWidth),
  ratio: aspectRatio(innerWidth, innerHeight),
});

/** Style sheets read the size and the aspect ratio from the root element. */
function mark({ size, ratio }: Layout): void {
  const root = document.documentElement;
  root.dataset.screen = size;
  root.style.setProperty('--sp-ratio', String(ratio));
}

export function ScreenProvider({ children }: { children: ReactNode }) {
  const [layout, setLayout] = useState(() => layoutOf(window));
  useEffect(() => mark(layout), [layout]);
  useEffect(() => {
    let timer: number | undefined;
    const onResize = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setLayout(layoutOf(window)), RESIZE_DEBOUNCE_MS.layout);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return <MobileContext value={layout.isMobile}>{children}</MobileContext>;
}
