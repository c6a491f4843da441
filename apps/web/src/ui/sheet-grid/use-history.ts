/** A value with undo and redo. */
import { useCallback, useState } from 'react';

const STEPS = 200;

interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

export interface Undoable<T> {
  value: T;
  set: (next: T) => void;
  /** Replaces the value without a step, for example after loading. */
  reset: (next: T) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

export function useHistory<T>(initial: T): Undoable<T> {
  const [history, setHistory] = useState<History<T>>({ past: [], present: initial, future: [] });
  const set = useCallback(
    (next: T) =>
      setHistory(({ past, present }) => ({ past: [...past.slice(1 - STEPS), present], present: next, future: [] })),
    [],
  );
  const reset = useCallback((next: T) => setHistory({ past: [], present: next, future: [] }), []);
  const undo = useCallback(
    () =>
      setHistory((now) => {
        const last = now.past.at(-1);
        if (last === undefined) return now;
        return { past: now.past.slice(0, -1), present: last, future: [now.present, ...now.future] };
      }),
    [],
  );
  const redo = useCallback(
    () =>
      setHistory((now) => {
        const [next, ...rest] = now.future;
        if (next === undefined) return now;
        return { past: [...now.past, now.present], present: next, future: rest };
      }),
    [],
  );
  return {
    value: history.present,
    set,
    reset,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
