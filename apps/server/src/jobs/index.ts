/** The one list of all jobs of the worker. Each domain defines its jobs in its `jobs.ts`. */
import { conversionJobs } from '../conversions/jobs.ts';
import type { Db } from '../database.ts';
import { dealJobs } from '../deals/jobs.ts';
import { hostJobs } from '../hosts/jobs.ts';
import { leadJobs } from '../leads/jobs.ts';
import { ledgerJobs } from '../ledger/jobs.ts';
import type { ClickHouse } from '../platform/clickhouse.ts';
import type { Job } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { Send } from '../platform/outgoing.ts';
import { repeat } from '../platform/repeat.ts';
import type { Running } from '../platform/running.ts';
import type { Vault } from '../platform/vault.ts';
import { routingJobs } from '../routing/jobs.ts';

export interface JobDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
  send: Send;
  vault: () => Promise<Vault>;
  /** The folder of this machine's click log, whose dead letters are imported. */
  clicks: string;
  /** A demo's hosts are made up, so checks would only report unknown hosts. */
  isDemo: boolean;
}

export const allJobs = (deps: JobDeps): Job[] => [
  ...conversionJobs(deps),
  ...dealJobs(deps),
  ...leadJobs(deps),
  ...ledgerJobs(deps),
  ...routingJobs(deps),
  ...(deps.isDemo ? [] : hostJobs(deps)),
];

/** Runs all jobs at the same time until stopped. A job that fails does not delay the others. */
export function startJobs(jobs: readonly Job[], log: Log): Running {
  const loops = jobs.map(({ name, everyMs, run }) => repeat({ name, everyMs, log, run }));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
