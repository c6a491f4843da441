/** The instant up to which the data of each source is complete. Each source reports it with its beats. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { FORGOTTEN_MS } from './beats.ts';

/** The job that reports how far a worker has shipped the click log of its own folder. */
export const CLICK_LOG = 'click log';

const sourceRow = z.object({ job: z.string(), worker: z.string(), watermark: z.date() });

/**
 * Selects how far the data of each source is complete. The click log of each worker is a source of its own. Other work
 * is shared by all workers, so the newest watermark counts.
 */
const sources = (now: Date) => sql`SELECT DISTINCT ON (job, source) job, worker, watermark
  FROM (SELECT *, CASE WHEN job = ${CLICK_LOG} THEN worker END AS source FROM job_beats) b
  WHERE watermark IS NOT NULL AND beat_at > ${new Date(now.getTime() - FORGOTTEN_MS)}
  ORDER BY job, source, watermark DESC`;

/** The sources whose data is not complete until `until`, in words; empty if everything is there. */
export async function lateSources(db: Queryable, until: Date): Promise<string[]> {
  const rows = await readRows(
    db,
    sourceRow,
    sql`SELECT job, worker, watermark FROM (${sources(new Date())}) s WHERE watermark < ${until} ORDER BY job, worker`,
  );
  return rows.map(({ job, worker }) => `${job} (${worker})`);
}

/** Until when the data of every source is complete; `now` if no source reports it. */
export async function completeUntil(db: Queryable, now: Date): Promise<Date> {
  const [row] = await readRows(
    db,
    z.object({ until: z.date().nullable() }),
    sql`SELECT min(watermark) AS until FROM (${sources(now)}) s`,
  );
  const until = row?.until ?? now;
  if (until < now) return until;
  return now;
}
