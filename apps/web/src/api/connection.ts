/**
 * Whether the server can be reached. A call that fails without an answer, and the browser when its network changes, ask
 * for a check; while the server does not answer, it is asked again and again, more and more slowly.
 */
import { API_BASE, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
/** A check that takes longer counts as no answer. */
const PATIENCE_MS = 10_000;
/** A proxy's answers in place of a server that does not answer. */
const PROXY_ALONE: readonly number[] = [502, 504];

let isAway = false;
let wait = FIRST_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let checking: Promise<void> | undefined;
const listeners = new Set<() => void>();

async function ask(): Promise<boolean> {
  try {
    const { status } = await fetch(`${API_BASE}health`, {
      headers: { [TICKET_HEADER]: TICKET_VALUE },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return !PROXY_ALONE.includes(status);
  } catch {
    // No answer at all, which is what this asks about.
    return false;
  }
}

async function check(): Promise<void> {
  clearTimeout(timer);
  const next = !(await ask());
  checking = undefined;
  if (next) {
    timer = setTimeout(checkConnection, wait);
    wait = Math.min(wait * 1.5, LONGEST_MS);
  } else wait = FIRST_MS;
  if (next === isAway) return;
  isAway = next;
  for (const listener of listeners) listener();
}

/** Asks the server now, at most once at a time. */
function checkConnection(): Promise<void> {
  checking ??= check();
  return checking;
}

/** Asks the server now because something has changed, and again soon if it does not answer yet. */
export function reconnect(): Promise<void> {
  wait = FIRST_MS;
  return checkConnection();
}

/** Notes the status of a call, 0 if there was no answer. */
export function noteStatus(status: number): void {
  if (status === 0 || PROXY_ALONE.includes(status)) void checkConnection();
}

/** Whether the server did not answer when it was last asked. */
export const isServerAway = (): boolean => isAway;

/** Calls the listener whenever the server stops or starts answering. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

for (const change of ['online', 'offline']) window.addEventListener(change, () => void reconnect());
