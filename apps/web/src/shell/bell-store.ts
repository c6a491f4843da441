/** The number of unread notifications, for the bell in the header. Its stream is loaded once the bell is shown. */
import { useEffect, useSyncExternalStore } from 'react';

let unread = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

function setUnread(count: number): void {
  unread = count;
  for (const listener of listeners) listener();
}

/** The count of the person, live while the component is shown. */
export function useUnread(userId: number): number {
  useEffect(() => {
    const gone = new AbortController();
    import('./bell-live.ts').then(
      ({ followBell }) => followBell(userId, gone.signal, setUnread),
      (error: unknown) => console.error('The bell could not be loaded.', error),
    );
    return () => {
      gone.abort();
      setUnread(0);
    };
  }, [userId]);
  return useSyncExternalStore(subscribe, () => unread);
}
