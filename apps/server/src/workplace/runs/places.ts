/** Whether runs get a place, and whether those that have one move: for health, the doctor and the metrics. */
import type { RunsHealth } from '@signpost/contract/calls/health.ts';
import type { RunKindName } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow } from '../../platform/rows.ts';
import { ALIVE_MS } from './beats.ts';
import { RUNS_AT_ONCE } from './work.ts';

/** A run that reports no progress for so long is named as standing still. It is ended later, by the patience of its kind. */
const STANDING_MS = 10 * 60_000;
/** Kinds whose work is one long step now and then. */
const SLOW_KINDS = ['backup', 'report'] as const satisfies readonly RunKindName[];
const SLOW_STANDING_MS = 60 * 60_000;
/** Runs that wait this long although they are due wait for a place. */
const WAITING_MS = 60_000;

const placesRow = z.object({ running: z.number(), standing: z.number(), waiting: z.number(), workers: z.number() });

/** The runs of the installation and the places of all workers that are alive. */
export async function readPlaces(db: Queryable, now: Date): Promise<RunsHealth> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const { workers, ...runs } = await readRow(
    db,
    placesRow,
    sql`SELECT count(*) FILTER (WHERE state = 'running') AS running,
        count(*) FILTER (WHERE state = 'running' AND progressed_at <
          CASE WHEN kind = ANY(${SLOW_KINDS}) THEN ${before(SLOW_STANDING_MS)}::timestamptz ELSE ${before(STANDING_MS)}::timestamptz END) AS standing,
        count(*) FILTER (WHERE state = 'waiting' AND next_try_at < ${before(WAITING_MS)}) AS waiting,
        (SELECT count(DISTINCT worker) FROM job_beats WHERE beat_at > ${before(ALIVE_MS)}) AS workers
      FROM runs WHERE state IN ('running', 'waiting')`,
  );
  return { ...runs, places: workers * RUNS_AT_ONCE };
}

/** Whether no run stands still, and none waits because all places are taken. */
export const arePlacesFree = ({ running, standing, waiting, places }: RunsHealth): boolean =>
  standing === 0 && (waiting === 0 || running < places);
