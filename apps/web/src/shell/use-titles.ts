/** The title in the header. */
import { useCallback, useRef, useState } from 'react';
import { nameTab } from '../ui/layout/page-header.tsx';

/**
 * The title that was shown last and not taken back: a screen shows the route's title, and a part of it may show another
 * one while it is open. `onShown` is called with each new one.
 */
export function useTitles(onShown: (title: string) => void) {
  const shown = useRef<{ title: string }[]>([]);
  const [title, setTitle] = useState('');
  const showTitle = useCallback(
    (next: string) => {
      const entry = { title: next };
      const update = () => {
        const latest = shown.current.at(-1)?.title;
        // Between two screens there is none, and the old one stays.
        if (latest === undefined) return;
        setTitle(latest);
        nameTab(latest);
      };
      shown.current.push(entry);
      update();
      onShown(next);
      return () => {
        shown.current = shown.current.filter((one) => one !== entry);
        update();
      };
    },
    [onShown],
  );
  return { title, showTitle };
}
