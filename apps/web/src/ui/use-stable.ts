import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A callback that stays the same between renders and runs the newest version, for events of memoized components. An
 * effect uses `useEffectEvent` instead.
 */
export function useStable<Args extends readonly unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  // Updated before the next event and not during rendering, because a render can be discarded.
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
