/** Background work of alerts. */
import type { Job } from '../../platform/job.ts';
import { runAlone } from '../../platform/locks.ts';
import { watchLateData } from './late-data.ts';
import { type AlertDeps, watchAlerts } from './watch.ts';

const EVERY_MS = 60_000;

export const alertJobs = (deps: AlertDeps): Job[] => [
  {
    name: 'alerts',
    everyMs: EVERY_MS,
    longestMs: 15 * EVERY_MS,
    run: (stopping) =>
      runAlone(deps.db, 'watchAlerts', async () => {
        await watchLateData(deps.db, new Date());
        return await watchAlerts(deps, new Date(), stopping);
      }),
  },
];
