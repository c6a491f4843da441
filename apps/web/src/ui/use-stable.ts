import { useCallback, useRef } from 'react';

/** A callback that stays the same between renders and does what the newest one does: for parts that are memoized. */
export function useStable<Args extends readonly unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...args: Args) => latest.current(...args), []);
}
