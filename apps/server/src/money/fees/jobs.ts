/** Background work on flat fees: counting their days, and proposing the next ones. */
import type { Db } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import { runAlone } from '../../platform/locks.ts';
import { postDueDays } from './post.ts';
import { proposeRenewals } from './renew.ts';

const EVERY_MS = 5 * 60_000;

export const feeJobs = ({ db }: { db: Db }): Job[] => [
  {
    name: 'flat fees',
    everyMs: EVERY_MS,
    run: () =>
      runAlone(db, 'flatFees', async () => {
        const now = new Date();
        await postDueDays(db, now);
        await proposeRenewals(db, now);
      }),
  },
];
