/** Signs of life of repeated work, for health, the watchdog, and the watermarks of the sources. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { Service } from '@signpost/contract/workplace/jobs/runs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Job } from '../../platform/job.ts';
import type { Log } from '../../platform/log.ts';
import type { Measures } from '../../platform/measures.ts';
import { readRows } from '../../platform/rows.ts';
import type { Tracing } from '../../platform/spans.ts';
import { traced } from '../../platform/tracing.ts';

/** Writing each round of work that runs three times a second would cost more than it tells. */
const WRITE_EVERY_MS = 30_000;
/** A watermark is asked for by every answer of the statistics, so it is written more often. */
const WRITE_WATERMARK_EVERY_MS = 10_000;
/** Only a round that takes longer than this is written when it begins; others are written when they end. */
const LONG_ROUND_MS = 1_000;
/** A round may take this long before the work counts as stuck. */
const LONGEST_ROUND_MS = 5 * 60_000;
/** A worker that runs gives some sign of life in this time, because some of its work is done every few seconds. */
export const ALIVE_MS = 40_000;
/** Work of a worker that was taken out of service is forgotten after this. */
export const FORGOTTEN_MS = 7 * 86_400_000;

export interface BeatDeps {
  db: Db;
  log: Log;
  /** The name of this worker, which people read. No two workers have the same. */
  worker: string;
  /** Counts rounds. */
  measures?: Measures | undefined;
  /** Traces rounds. */
  tracing?: Tracing | undefined;
}

/** Wraps a job so that each worker's last round of it is known. Beats that cannot be written never fail the job. */
export function withBeats({ db, log, worker, measures, tracing }: BeatDeps, job: Job): Job {
  const writeEveryMs = job.watermark === undefined ? WRITE_EVERY_MS : WRITE_WATERMARK_EVERY_MS;
  const allowedMs = (job.longestMs ?? LONGEST_ROUND_MS) + (job.idleMs ?? job.everyMs) + writeEveryMs;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let failingSince: Date | null = null;
  let isFailing = false;
  const count = measures?.counter('signpost_job_rounds_total');

  async function beat(values: { started: Date; ended: boolean; problem: string | null }): Promise<void> {
    const { started, ended, problem } = values;
    const now = new Date();
    try {
      await sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, succeeded_at, failing_since, problem, watermark)
        VALUES (${job.name}, ${worker}, ${allowedMs}, ${started}, ${now}, ${ended && problem === null ? now : null},
          ${failingSince}, ${problem}, ${job.watermark?.() ?? null})
        ON CONFLICT (job, worker) DO UPDATE SET allowed_ms = excluded.allowed_ms, started_at = excluded.started_at,
          beat_at = excluded.beat_at, succeeded_at = coalesce(excluded.succeeded_at, job_beats.succeeded_at),
          failing_since = excluded.failing_since, problem = excluded.problem,
          watermark = coalesce(excluded.watermark, job_beats.watermark)`.execute(db);
      writtenAt = now.getTime();
    } catch (err) {
      log.debug({ err, what: job.name }, 'a sign of life could not be stored');
    }
  }

  return {
    ...job,
    async run(stopping) {
      const started = new Date();
      const isDue = started.getTime() - writtenAt > writeEveryMs;
      let begun = Promise.resolve();
      const whenLong = setTimeout(() => {
        begun = beat({ started, ended: false, problem: null });
      }, LONG_ROUND_MS);
      try {
        const result = await traced(tracing, `job ${job.name}`, { 'signpost.job': job.name }, () => job.run(stopping));
        clearTimeout(whenLong);
        await begun;
        count?.({ job: job.name, outcome: 'succeeded' });
        if (isDue || isFailing) {
          isFailing = false;
          failingSince = null;
          await beat({ started, ended: true, problem: null });
        }
        return result;
      } catch (error) {
        clearTimeout(whenLong);
        await begun;
        count?.({ job: job.name, outcome: 'failed' });
        failingSince ??= started;
        if (!isFailing || isDue) await beat({ started, ended: true, problem: shortProblem(error) });
        isFailing = true;
        throw error;
      }
    },
  };
}

/**
 * Removes the signs of life of jobs that this worker no longer runs, such as daily backups after they were switched off.
 * Otherwise these jobs would be reported as stuck. A failure is logged, and the next start tries again.
 */
export async function forgetFormerWork({ db, log, worker }: BeatDeps, jobs: readonly Job[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  try {
    await sql`DELETE FROM job_beats WHERE worker = ${worker} AND job <> ALL (${names})`.execute(db);
  } catch (err) {
    log.warn({ err }, 'work that this worker does no more could not be forgotten');
  }
}

/**
 * Moves the signs of life of the worker `from`, which has ended, to the worker `to`, which continues its click log.
 * Otherwise `from` would count as stopped, and its data as incomplete, for seven days.
 */
export async function takeOverBeats(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`WITH gone AS (DELETE FROM job_beats WHERE worker = ${from} RETURNING *)
    INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, succeeded_at, failing_since, problem, late_reported_at, watermark)
    SELECT job, ${to}, allowed_ms, started_at, beat_at, succeeded_at, failing_since, problem, late_reported_at, watermark
    FROM gone
    ON CONFLICT (job, worker) DO UPDATE SET watermark = coalesce(job_beats.watermark, excluded.watermark)`.execute(db);
}

/**
 * Takes a worker out of service that has ended: removes its signs of life. Errors: ITEM_NOT_FOUND; VALIDATION for a worker
 * that is alive.
 */
export async function retireWorker(db: Db, worker: string, now: Date): Promise<void> {
  const service = (await listServices(db, now)).find((one) => one.worker === worker);
  if (service === undefined) throw new AppError('ITEM_NOT_FOUND');
  if (service.isWorkerAlive) throw invalid('worker', `${worker} gives signs of life. Stop it first.`);
  await sql`DELETE FROM job_beats WHERE worker = ${worker}`.execute(db);
}

const PROBLEM_LENGTH = 300;
const shortProblem = (error: unknown): string => errorText(error).slice(0, PROBLEM_LENGTH);

const beatRow = z.object({
  job: z.string(),
  worker: z.string(),
  startedAt: z.date(),
  beatAt: z.date(),
  succeededAt: z.date().nullable(),
  failingSince: z.date().nullable(),
  problem: z.string().nullable(),
  isLate: z.boolean(),
  isWorkerAlive: z.boolean(),
  watermark: z.date().nullable(),
});

/** The repeated work of every worker that is in service. `isLate` means that no round ended when one should have. */
export async function listServices(db: Queryable, now: Date): Promise<Service[]> {
  const rows = await readRows(
    db,
    beatRow,
    sql`SELECT job, worker, started_at, beat_at, succeeded_at, failing_since, problem, watermark,
        beat_at + make_interval(secs => allowed_ms / 1000.0) < ${now} AS is_late,
        max(beat_at) OVER (PARTITION BY worker) > ${new Date(now.getTime() - ALIVE_MS)} AS is_worker_alive
      FROM job_beats WHERE beat_at > ${new Date(now.getTime() - FORGOTTEN_MS)} ORDER BY job, worker`,
  );
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    beatAt: row.beatAt.toISOString(),
    succeededAt: row.succeededAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    watermark: row.watermark?.toISOString() ?? null,
  }));
}
