/** Background work that is repeated until it is stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { Running } from './running.ts';

const LONGEST_WAIT_MS = 5_000;

export interface RepeatOptions {
  /** What is repeated, as it appears in the log: "outgoing postbacks". */
  name: string;
  /** The pause between two runs. */
  everyMs: number;
  log: Log;
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * Repeats the work. After each failure in a row it doubles the wait, up to five seconds more than its own pause, and
 * logs only the first failure. `stop` resolves when the run in progress has ended.
 */
export function repeat({ name, everyMs, log, run }: RepeatOptions): Running {
  const stopping = new AbortController();
  const loop = async () => {
    let wait = everyMs;
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        await run(stopping.signal);
        if (isFailing) log.info({ what: name }, 'background work succeeds again');
        isFailing = false;
        wait = everyMs;
      } catch (err) {
        if (!isFailing) log.error({ err, what: name }, 'background work failed and will be retried');
        isFailing = true;
        wait = Math.max(everyMs, Math.min(wait * 2, LONGEST_WAIT_MS));
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Calls `work`, which returns how much it did, until nothing is left or the signal is aborted. */
export async function untilDone(stopping: AbortSignal, work: () => Promise<number>): Promise<void> {
  while (!stopping.aborted && (await work()) > 0);
}
