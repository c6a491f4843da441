/** Background work that is repeated until it is stopped. */
import type { Log } from './log.ts';
import type { Running } from './running.ts';

const LONGEST_WAIT_MS = 5_000;

export interface RepeatOptions {
  /** The name of the work, as it appears in the log: "outgoing postbacks". */
  name: string;
  /** The pause between two runs. */
  everyMs: number;
  /** The longest pause while runs find nothing to do, which they tell by returning 0. Without it the pause stays the same. */
  idleMs?: number | undefined;
  /** Calls its argument when there may be work again, which ends a longer pause; returns how to stop that. */
  onWake?: ((wake: () => void) => () => void) | undefined;
  log: Log;
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * Repeats the work. After each failure in a row it doubles the wait, up to five seconds more than its own pause, and
 * logs only the first failure. While there is nothing to do it doubles the wait up to `idleMs`; being woken ends that
 * wait, but no two runs follow each other faster than `everyMs`. `stop` resolves when the run in progress has ended.
 */
export function repeat({ name, everyMs, idleMs = everyMs, onWake, log, run }: RepeatOptions): Running {
  const stopping = new AbortController();
  const rest = newRest(stopping.signal);
  const forget = onWake?.(rest.wake);
  const loop = async () => {
    let wait = everyMs;
    let isFailing = false;
    while (!stopping.signal.aborted) {
      rest.begin();
      try {
        const done = await run(stopping.signal);
        if (isFailing) log.info({ what: name }, 'background work succeeds again');
        isFailing = false;
        wait = done === 0 ? Math.min(wait * 2, idleMs) : everyMs;
      } catch (err) {
        if (!isFailing) log.error({ err, what: name }, 'background work failed and will be retried');
        isFailing = true;
        wait = Math.max(everyMs, Math.min(wait * 2, LONGEST_WAIT_MS));
      }
      await rest.pause(isFailing ? wait : everyMs);
      if (isFailing || wait <= everyMs) continue;
      await rest.pauseUntilWoken(wait - everyMs);
      if (rest.isWoken()) wait = everyMs;
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      forget?.();
      await running;
    },
  };
}

/** The pauses of repeated work. All of them end when it stops. */
function newRest(stopping: AbortSignal) {
  let isWoken = false;
  let wakeUp: (() => void) | undefined;
  const pause = (ms: number, canWake: boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        stopping.removeEventListener('abort', end);
        wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      stopping.addEventListener('abort', end);
      if (canWake) wakeUp = end;
      if (stopping.aborted || (canWake && isWoken)) end();
    });
  return {
    /** Work that appears from now on may be overlooked by the run that begins. */
    begin(): void {
      isWoken = false;
    },
    wake(): void {
      isWoken = true;
      wakeUp?.();
    },
    isWoken: () => isWoken,
    pause: (ms: number) => pause(ms, false),
    pauseUntilWoken: (ms: number) => pause(ms, true),
  };
}

/** Calls `work`, which returns how much it did, until nothing is left or the signal is aborted. Returns the sum. */
export async function untilDone(stopping: AbortSignal, work: () => Promise<number>): Promise<number> {
  let all = 0;
  while (!stopping.aborted) {
    const done = await work();
    if (done === 0) break;
    all += done;
  }
  return all;
}
