/** Background work on reports: running them, and removing files that have expired. */
import type { Job } from '../../platform/job.ts';
import type { RunKind } from '../../workplace/runs/kinds.ts';
import { expireFiles } from './expire.ts';
import { type ReportDeps, reportRun } from './run.ts';

const HOUR_MS = 3_600_000;

export const reportRuns = (deps: ReportDeps): RunKind[] => [reportRun(deps)];

export const reportJobs = ({ db, dataDir, files }: ReportDeps): Job[] => [
  { name: 'expired report files', everyMs: HOUR_MS, run: () => expireFiles({ db, dataDir, files }, new Date()) },
];
