/** Stores the problems of links that a router counted. */
import type { LinkProblems } from '../clicks/problems/link-problems.ts';
import { storeProblems } from '../conversions/link-problems.ts';
import type { Queryable } from '../database.ts';
import type { Log } from '../platform/log.ts';
import { repeat } from '../platform/repeat.ts';
import type { Running } from '../platform/running.ts';

const EVERY_MS = 5_000;
/** Stores them every few seconds and once more at the end. While PostgreSQL is away they stay counted. */
export function storeLinkProblems(db: Queryable, problems: LinkProblems, log: Log): Running {
  const round = async (): Promise<void> => {
    const counted = problems.take();
    try {
      await storeProblems(db, counted);
    } catch (err) {
      problems.putBack(counted);
      throw err;
    }
  };
  const running = repeat({ name: 'storing problems of links', everyMs: EVERY_MS, log, run: round });
  return {
    async stop() {
      await running.stop();
      await round().catch((err: unknown) => log.error({ err }, 'the last problems of links could not be stored'));
    },
  };
}
