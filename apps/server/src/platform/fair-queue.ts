/**
 * Work of which little can be done at the same time, such as reading uploaded files. Each person has one piece of work
 * under way, the people who wait take turns, and both the waiting and the number of those who wait have a bound, so that
 * nobody can hold up others for long (docs/decisions/0244).
 */
import { AppError } from '@signpost/contract/errors.ts';

/** The person or program for whom work is done. */
export interface Asker {
  /** Work under the same name shares one place in the queue. */
  name: string;
  /** Aborted when nobody waits for the answer any more, so that the work ends at once. */
  signal: AbortSignal;
}

export interface FairQueue {
  /**
   * Does the work when it has a turn. Errors: RATE_LIMITED if the same name waits for too much; UNAVAILABLE if too many
   * wait, or for too long; those of the work; the reason of the signal when the asker has left before the turn came.
   */
  run<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
}

interface Bounds {
  /** Work that is done at the same time. */
  atOnce: number;
  /** The most pieces of work that may wait under one name. */
  waitingPerName: number;
  /** The most pieces of work that may wait in total. */
  waiting: number;
  waitMs: number;
}

const YOURS = 'Other files of yours are still being read. Wait for them, then send this one again.';
const FULL = 'Many files are being read at the moment. Send this one again in a minute.';

export function fairQueue({ atOnce, waitingPerName, waiting: mostWaiting, waitMs }: Bounds): FairQueue {
  const running = new Set<string>();
  /** The work that waits by name. The names stand in the order of their turns. */
  const turns = new Map<string, (() => void)[]>();
  let count = 0;

  function startNext(): void {
    if (running.size >= atOnce) return;
    for (const [name, [start, ...later]] of turns) {
      if (start === undefined || running.has(name)) continue;
      // A name that has had its turn goes to the end.
      turns.delete(name);
      if (later.length > 0) turns.set(name, later);
      start();
      return;
    }
  }

  function leave(name: string, start: () => void): void {
    const left = (turns.get(name) ?? []).filter((one) => one !== start);
    if (left.length > 0) turns.set(name, left);
    else turns.delete(name);
  }

  /** Waits for a turn and takes it. */
  function takeTurn({ name, signal }: Asker): Promise<void> {
    const own = turns.get(name) ?? [];
    if (own.length >= waitingPerName) throw new AppError('RATE_LIMITED', { message: YOURS });
    if (count >= mostWaiting) throw new AppError('UNAVAILABLE', { message: FULL });
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        count -= 1;
        settle();
      };
      const start = (): void => {
        running.add(name);
        end(resolve);
      };
      const giveUp = (): void => {
        leave(name, start);
        end(() => reject(signal.reason));
      };
      const timer = setTimeout(() => {
        leave(name, start);
        end(() => reject(new AppError('UNAVAILABLE', { message: FULL })));
      }, waitMs);
      signal.addEventListener('abort', giveUp);
      count += 1;
      turns.set(name, [...own, start]);
      startNext();
    });
  }

  return {
    async run(asker, work) {
      asker.signal.throwIfAborted();
      await takeTurn(asker);
      try {
        return await work();
      } finally {
        running.delete(asker.name);
        startNext();
      }
    },
  };
}
