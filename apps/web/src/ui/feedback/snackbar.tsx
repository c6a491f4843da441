import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { newId } from '../new-id.ts';
import type { SnackbarOptions } from './snackbar-options.ts';

const load = () => import('./snackbar-host.tsx');
const Host = lazy(load);
const closesOnNavigation = new Set<string>();
const IDLE_MS = 1_000;
let wanted = false;
const listeners = new Set<() => void>();

function withHost(does: (host: Awaited<ReturnType<typeof load>>) => void): void {
  wanted = true;
  for (const listener of listeners) listener();
  load().then(does, (error: unknown) => console.error('The message could not be shown.', error));
}

/** Shows a message at the bottom of the screen and returns its id. */
export function showSnackbar(options: SnackbarOptions): string {
  const id = newId();
  if (!options.keepOnNavigation) closesOnNavigation.add(id);
  withHost(({ show }) => show(id, options, () => closesOnNavigation.delete(id)));
  return id;
}

/** Closes one message. */
export function closeSnackbar(id: string): void {
  withHost(({ hide }) => hide(id));
}

/** Called by the shell on navigation. */
export function closeSnackbarsOnNavigation(): void {
  for (const id of closesOnNavigation) closeSnackbar(id);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Messages need the file that most screens share, so they are loaded after the first screen. */
const LATER_MS = 3_000;

/**
 * The place where the messages appear, rendered once, in the shell. Its code is fetched in advance, once the browser is
 * idle, because the first message could be about a failed network.
 */
export function SnackbarHost() {
  useEffect(() => {
    // A browser without idle callbacks fetches it a moment later.
    const whenIdle = window.requestIdleCallback ?? ((work: () => void) => window.setTimeout(work, IDLE_MS));
    const preload = () =>
      void load().catch((error: unknown) => console.warn('Messages could not be preloaded.', error));
    const timer = setTimeout(() => whenIdle(preload), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  const mounted = useSyncExternalStore(subscribe, () => wanted);
  if (mounted)
    return (
      <Suspense fallback={null}>
        <Host />
      </Suspense>
    );
  return null;
}
