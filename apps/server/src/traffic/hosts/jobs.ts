/** Checks each of our hosts once a day. */
import type { Db } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import { runAlone } from '../../platform/locks.ts';
import type { Send } from '../../platform/outgoing.ts';
import { untilDone } from '../../platform/repeat.ts';
import { checkHost } from './check.ts';
import { hostsDue, keepCheck } from './store.ts';

export interface HostDeps {
  db: Db;
  send: Send;
}

const AT_ONCE = 5;
const EVERY_MS = 60_000;
/** One run checks every host that is due, five at a time, each of which may take eight seconds and more. */
const LONGEST_MS = 60 * EVERY_MS;

/** Checks a few hosts that are due and returns how many. Only one worker checks at a time; any other returns 0. */
export async function hostRound({ db, send }: HostDeps, now: Date): Promise<number> {
  const checked = await runAlone(db, 'checkHosts', async (session) => {
    const hosts = await hostsDue(session, now, AT_ONCE);
    const checks = await Promise.all(hosts.map((host) => checkHost(send, host, now)));
    for (const check of checks) await keepCheck(session, check);
    return checks.length;
  });
  return checked ?? 0;
}

export function hostJobs(deps: HostDeps): Job[] {
  return [
    {
      name: 'host checks',
      everyMs: EVERY_MS,
      longestMs: LONGEST_MS,
      run: (stopping) => untilDone(stopping, () => hostRound(deps, new Date())),
    },
  ];
}
