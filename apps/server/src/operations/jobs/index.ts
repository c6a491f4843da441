/** The one list of all jobs of the worker. Each domain defines its jobs in its `jobs.ts`. */

import type { Db } from '../../database.ts';
import { alertJobs } from '../../insight/alerts/jobs.ts';
import { attentionJobs } from '../../insight/attention/jobs.ts';
import { mayReadNotification } from '../../insight/notes/store.ts';
import { reportJobs, reportRuns } from '../../insight/reports/jobs.ts';
import { documentRuns } from '../../money/documents/jobs.ts';
import { feeJobs } from '../../money/fees/jobs.ts';
import { ledgerRuns } from '../../money/ledger/jobs.ts';
import { conversionJobs } from '../../partners/conversions/jobs.ts';
import { dealJobs, dealRuns } from '../../partners/deals/jobs.ts';
import { leadJobs } from '../../partners/leads/jobs.ts';
import { launchRuns, linkJobs, linkRuns } from '../../partners/links/jobs.ts';
import type { OwnLinks } from '../../partners/links/own-links.ts';
import { mailingJobs } from '../../partners/mailings/jobs.ts';
import { sheetRuns } from '../../partners/sheets/jobs.ts';
import { readStop } from '../../platform/arming.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { IDLE_MS, type Job } from '../../platform/job.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Send } from '../../platform/outgoing.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Running } from '../../platform/running.ts';
import type { Tracing } from '../../platform/spans.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import type { Vault } from '../../platform/vault.ts';
import { newWakes, type Wakes } from '../../platform/wakes.ts';
import { hostJobs } from '../../traffic/hosts/jobs.ts';
import { pageJobs } from '../../traffic/pages/jobs.ts';
import { pushJobs, pushRuns } from '../../traffic/push/jobs.ts';
import { routingJobs } from '../../traffic/routing/jobs.ts';
import { notificationJobs } from '../../workplace/notifications/jobs.ts';
import { auditJobs } from '../../workplace/records/audit-anchor.ts';
import { type BeatDeps, withBeats } from '../../workplace/runs/beats.ts';
import type { RunKind } from '../../workplace/runs/kinds.ts';
import { watch } from '../../workplace/runs/watchdog.ts';
import { type RunPlaces, workRuns } from '../../workplace/runs/work.ts';
import { type BackupPlan, backupJobs, backupRuns } from '../backup/jobs.ts';
import { protectionJobs, protectionRuns } from '../protection/jobs.ts';
import { removalJobs } from './removals.ts';

export interface JobDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
  send: Send;
  /** Null without SMTP_URL. */
  mail: Mailer | null;
  /** Counts the places for runs of this process. */
  places?: RunPlaces | undefined;
  /** Wakes jobs that wait for something. */
  wakes?: Wakes | undefined;
  /** Traces runs; undefined where no traces are wanted. */
  tracing?: Tracing | undefined;
  /** The address of the app, for links in messages. */
  publicUrl: URL | undefined;
  vault: () => Promise<Vault>;
  dataDir: string;
  /** Images and files of reports, which all machines share. */
  files: ObjectStore;
  /** The folder of this machine's click log, whose dead letters are imported. */
  clicks: string;
  /** Where the European Central Bank's rates are fetched; undefined switches fetching off. */
  ratesUrl: string | undefined;
  /** Where this installation's links are opened. */
  ownLinks: OwnLinks;
  /** The scheduled backups; null without BACKUP_TARGET. */
  backup: BackupPlan | null;
  /** A demo's hosts are made up, so checks would only report unknown hosts. */
  isDemo: boolean;
}

/** The kinds of runs that people start. */
const allRuns = (deps: JobDeps): RunKind[] => [
  ...backupRuns(deps),
  ...dealRuns(deps),
  ...documentRuns(deps),
  ...ledgerRuns(deps),
  ...launchRuns(deps),
  ...linkRuns(deps),
  ...protectionRuns(deps),
  ...pushRuns(deps),
  ...reportRuns(deps),
  ...sheetRuns(),
];

const EVERY_MINUTE_MS = 60_000;
const RUNS_MS = 500;
/** A run may take long; its own lease says whether it is alive. */
const LONGEST_RUN_MS = 24 * 60 * EVERY_MINUTE_MS;

/** All jobs. Those that send rest while nothing may leave this installation. */
export const allJobs = (deps: JobDeps): Job[] => jobsOf(deps).map((job) => whileAllowed(deps.db, job));

function whileAllowed(db: Db, job: Job): Job {
  if (job.sends !== true) return job;
  return {
    ...job,
    async run(stopping) {
      if ((await readStop(db)) !== null) return 0;
      return await job.run(stopping);
    },
  };
}

const jobsOf = (deps: JobDeps): Job[] => [
  ...alertJobs(deps),
  ...attentionJobs(deps),
  ...backupJobs(deps),
  ...conversionJobs(deps),
  ...dealJobs(deps),
  ...feeJobs(deps),
  ...leadJobs(deps),
  ...linkJobs(deps),
  ...mailingJobs(deps),
  ...notificationJobs({ ...deps, mayRead: (userId, about) => mayReadNotification(deps.db, userId, about) }),
  ...pageJobs(deps),
  ...protectionJobs(deps),
  ...pushJobs(deps),
  ...reportJobs(deps),
  ...routingJobs(deps),
  ...auditJobs(deps),
  ...removalJobs(deps),
  {
    name: 'runs',
    everyMs: RUNS_MS,
    idleMs: IDLE_MS,
    wakesOn: ['runs'],
    longestMs: LONGEST_RUN_MS,
    run: async (stopping) => {
      const isStopped = (await readStop(deps.db)) !== null;
      const kinds = allRuns(deps).filter(({ sends }) => sends !== true || !isStopped);
      return await workRuns(deps, kinds, stopping);
    },
  },
  watchJob(deps),
  ...(deps.isDemo ? [] : hostJobs(deps)),
];

/** Compares what was due with what ran, once a minute. */
export const watchJob = ({ db }: Pick<JobDeps, 'db'>): Job => ({
  name: 'watchdog',
  everyMs: EVERY_MINUTE_MS,
  run: () => watch(db, new Date()),
});

/**
 * Runs all jobs at the same time until stopped. A job that fails does not delay the others. Jobs that wait for something
 * are woken by `wakes`.
 */
export function startJobs(
  jobs: readonly Job[],
  { wakes = newWakes(), ...deps }: BeatDeps & { wakes?: Wakes },
): Running {
  const loops = jobs.map((job) => {
    const { name, everyMs, idleMs, wakesOn = [], run } = withBeats(deps, job);
    return repeat({ name, everyMs, idleMs, onWake: (wake) => wakes.on(wakesOn, wake), log: deps.log, run });
  });
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
