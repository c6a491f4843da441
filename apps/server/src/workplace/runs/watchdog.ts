/**
 * Compares what should have happened with what did, and tells people: runs that were due and did not start, and
 * background work that stopped. It runs in the worker and in the web server, so that the end of one is told by the other.
 */
import { OVERDUE_AFTER_MS } from '@signpost/contract/workplace/jobs/runs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../database.ts';
import { runAlone } from '../../platform/locks.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { notify } from '../notifications/notify.ts';
import { ALIVE_MS, FORGOTTEN_MS } from './beats.ts';
import { adminIds, tellOverdue } from './notices.ts';
import { planMissingRuns } from './schedules.ts';

const overdueRow = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  ownerId: z.number().nullable(),
  expectedAt: z.date(),
});
const lateRow = z.object({ job: z.string(), worker: z.string(), beatAt: z.date() });

const AT_ONCE = 200;

/** One look; only one process looks at a time. Returns the number of announcements. */
export async function watch(db: Db, now: Date): Promise<number> {
  const told = await runAlone(db, 'watchRuns', async (session) => {
    await planMissingRuns(session);
    return await session
      .transaction()
      .execute(async (trx) => (await tellOverdueRuns(trx, now)) + (await tellServices(trx, now)));
  });
  return told ?? 0;
}

async function tellOverdueRuns(trx: Trx, now: Date): Promise<number> {
  const rows = await readRows(
    trx,
    overdueRow,
    sql`UPDATE runs SET overdue_reported_at = ${now} WHERE id IN (
        SELECT id FROM runs WHERE state = 'waiting' AND started_at IS NULL AND overdue_reported_at IS NULL
          AND expected_at < ${new Date(now.getTime() - OVERDUE_AFTER_MS)} ORDER BY expected_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, title, owner_id, expected_at`,
  );
  for (const run of rows) await tellOverdue(trx, run, now);
  return rows.length;
}

/** Tells the Admins once when background work stops, and once when it works again. */
async function tellServices(trx: Trx, now: Date): Promise<number> {
  const late = sql`NOT (${isAlive(now)})`;
  const stopped = await readRows(
    trx,
    lateRow,
    sql`UPDATE job_beats SET late_reported_at = ${now} WHERE late_reported_at IS NULL AND ${late} RETURNING job, worker, beat_at`,
  );
  const back = await readRows(
    trx,
    lateRow,
    sql`UPDATE job_beats SET late_reported_at = NULL WHERE late_reported_at IS NOT NULL AND NOT (${late}) RETURNING job, worker, beat_at`,
  );
  if (stopped.length + back.length === 0) return 0;
  const userIds = await adminIds(trx);
  // A worker that ends stops all its work at once, and one message says it.
  for (const [worker, beats] of Map.groupBy(stopped, (beat) => beat.worker)) {
    await notify(trx, now, {
      topic: 'services',
      dedupeKey: `services of ${worker} stopped ${now.toISOString()}`,
      threadKey: `services of ${worker}`,
      severity: 'error',
      ...(await wordsOf(trx, worker, beats, now)),
      userIds,
    });
  }
  for (const [worker, beats] of Map.groupBy(back, (beat) => beat.worker)) {
    await notify(trx, now, {
      topic: 'services',
      dedupeKey: `services of ${worker} back ${now.toISOString()}`,
      threadKey: `services of ${worker}`,
      severity: 'success',
      title: `Background work runs again on ${worker}`,
      body: { lines: [], facts: [{ label: 'Work', value: beats.map(({ job }) => job).join(', ') }] },
      userIds,
    });
  }
  return stopped.length + back.length;
}

const aliveRow = z.object({ isWorkerAlive: z.boolean() });

/** Tells a worker that ended from work that takes too long while the worker's other work goes on. */
async function wordsOf(trx: Trx, worker: string, beats: readonly z.infer<typeof lateRow>[], now: Date) {
  const since = new Date(Math.min(...beats.map(({ beatAt }) => beatAt.getTime())));
  const sinceText = `${since.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
  const names = beats.map(({ job }) => job).join(', ');
  const { isWorkerAlive } = await readRow(
    trx,
    aliveRow,
    sql`SELECT EXISTS (SELECT FROM job_beats WHERE worker = ${worker} AND beat_at > ${new Date(now.getTime() - ALIVE_MS)})
      AS is_worker_alive`,
  );
  const silent = `No sign of life since ${sinceText}.`;
  const { title, line } = isWorkerAlive
    ? { title: `Late on ${worker}: ${names}`, line: `${silent} The worker itself runs, and so does its other work.` }
    : {
        title: `Background work stopped on ${worker}`,
        line: `${silent} Nothing is lost; the work resumes when the worker runs again.`,
      };
  return {
    title,
    body: {
      lines: [line],
      facts: [{ label: 'Work', value: names }],
      link: { route: 'backgroundJobs' as const, search: { view: 'services' }, label: 'Open background services' },
    },
  };
}

const healthRow = z.object({ isDone: z.boolean() });

/** Whether a worker is alive, none has stopped, and no run is overdue. */
export async function isWorkDone(db: Queryable, now: Date): Promise<boolean> {
  const { isDone } = await readRow(
    db,
    healthRow,
    sql`SELECT EXISTS (SELECT FROM job_beats WHERE job = 'runs' AND ${isAlive(now)})
        AND NOT EXISTS (SELECT FROM job_beats WHERE late_reported_at IS NOT NULL AND beat_at > ${new Date(now.getTime() - FORGOTTEN_MS)})
        AND NOT EXISTS (SELECT FROM runs WHERE state = 'waiting' AND started_at IS NULL
          AND expected_at < ${new Date(now.getTime() - OVERDUE_AFTER_MS)}) AS is_done`,
  );
  return isDone;
}

const isAlive = (now: Date) => sql`beat_at + make_interval(secs => allowed_ms / 1000.0) >= ${now}`;
