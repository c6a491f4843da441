import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { Supervised } from './supervised.ts';

export interface BackOff {
  firstMs: number;
  longestMs: number;
  /** After a run of this length, the next restart waits only briefly again. */
  healthyMs: number;
}

export interface KeepOptions {
  backOff?: BackOff;
  /** Aborted when everything is about to stop. Nothing that ends from then on is restarted. */
  ending?: AbortSignal;
}

const usual: BackOff = { firstMs: 200, longestMs: 10_000, healthyMs: 30_000 };

/**
 * Starts something and restarts it whenever it ends by itself, waiting longer each time. Rejects only if the
 * first start fails.
 */
export async function keep<T extends Supervised>(
  name: string,
  start: () => Promise<T>,
  log: Log,
  { backOff = usual, ending }: KeepOptions = {},
): Promise<{ first: T; stop(): Promise<void> }> {
  const first = await start();
  const stopped = new AbortController();
  const stopping = ending === undefined ? stopped.signal : AbortSignal.any([stopped.signal, ending]);
  let current: T | undefined = first;
  const loop = watch();

  async function watch(): Promise<void> {
    let wait = backOff.firstMs;
    while (!stopping.aborted) {
      const since = performance.now();
      await current?.ended;
      if (stopping.aborted) return;
      if (current !== undefined && performance.now() - since > backOff.healthyMs) wait = backOff.firstMs;
      await delay(wait, undefined, { signal: stopping }).catch(() => undefined);
      // A signal to the whole process group ends the child before `stop` is called; that is not a failure.
      if (stopping.aborted) return;
      const reason = current?.reason?.();
      log.error({ process: name, waitedMs: wait, reason }, 'a process ended and is being restarted');
      wait = Math.min(wait * 2, backOff.longestMs);
      current = await startAgain();
    }
  }

  async function startAgain(): Promise<T | undefined> {
    try {
      return await start();
    } catch (err) {
      log.error({ process: name, err }, 'a process could not be restarted');
      return undefined;
    }
  }

  return {
    first,
    async stop() {
      stopped.abort();
      const known = current;
      await known?.stop();
      await loop;
      // A start that was under way when `stop` was called has finished by now.
      if (current !== known) await current?.stop();
    },
  };
}
