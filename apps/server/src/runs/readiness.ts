/** How far the data of each source is complete. Each source reports it with its beats. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';
import { FORGOTTEN_MS } from './beats.ts';

const sourceRow = z.object({ job: z.string(), worker: z.string(), watermark: z.date() });

/** The sources whose data is not complete until `until`, in words; empty if everything is there. */
export async function lateSources(db: Queryable, until: Date): Promise<string[]> {
  const rows = await readRows(
    db,
    sourceRow,
    sql`SELECT job, worker, watermark FROM job_beats WHERE watermark < ${until}
      AND beat_at > ${new Date(Date.now() - FORGOTTEN_MS)} ORDER BY job, worker`,
  );
  return rows.map(({ job, worker }) => `${job} (${worker})`);
}

/** Until when the data of every source is complete; `now` if no source reports it. */
export async function completeUntil(db: Queryable, now: Date): Promise<Date> {
  const [row] = await readRows(
    db,
    z.object({ until: z.date().nullable() }),
    sql`SELECT min(watermark) AS until FROM job_beats WHERE beat_at > ${new Date(now.getTime() - FORGOTTEN_MS)}`,
  );
  const until = row?.until ?? now;
  return until < now ? until : now;
}
