/** Stores the counts that a router keeps in memory. */
import type { Log } from '../../platform/log.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Running } from '../../platform/running.ts';

const EVERY_MS = 5_000;

interface Counter<One> {
  take(): One[];
  putBack(counted: readonly One[]): void;
}

/** Stores the counts every few seconds and once more at the end. While PostgreSQL is away they stay counted. */
export function storeCounted<One>(
  counter: Counter<One>,
  store: (counted: readonly One[]) => Promise<void>,
  { name, log }: { name: string; log: Log },
): Running {
  const round = async (): Promise<void> => {
    const counted = counter.take();
    try {
      await store(counted);
    } catch (err) {
      counter.putBack(counted);
      throw err;
    }
  };
  const running = repeat({ name: `storing ${name}`, everyMs: EVERY_MS, log, run: round });
  return {
    async stop() {
      await running.stop();
      await round().catch((err: unknown) => log.error({ err }, `the last ${name} could not be stored`));
    },
  };
}
