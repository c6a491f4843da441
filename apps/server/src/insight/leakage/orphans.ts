/** Visitors of links that do not exist, wherever their host sent them. */
import type { InstantRange } from '@signpost/contract/dates/dates.ts';
import { OTHER_PATHS } from '@signpost/contract/entities/orphan-visit.ts';
import type { Loss } from '@signpost/contract/insight/leakage/leakage.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const orphanRow = z.object({ id: z.number(), host: z.string(), path: z.string(), count: z.number() });
export type LostOrphans = z.output<typeof orphanRow>;

/** They are counted by days in UTC: every day that the range touches counts. */
export async function readOrphans(db: Queryable, { from, until }: InstantRange): Promise<LostOrphans[]> {
  return await readRows(
    db,
    orphanRow,
    sql`SELECT min(id) AS id, host, path, sum(visits)::integer AS count FROM orphan_visits
      WHERE orphan_kind = 'link' AND archived_at IS NULL AND visits > 0
        AND day BETWEEN (${from}::timestamptz AT TIME ZONE 'UTC')::date AND (${until}::timestamptz AT TIME ZONE 'UTC')::date
      GROUP BY host, path ORDER BY count DESC, host, path`,
  );
}

export const orphanLosses = (orphans: readonly LostOrphans[], click: string): Loss[] =>
  orphans.map(({ count }) => ({ cause: 'unknownLink', count, isExact: false, value: click }));

/** The links that most visitors opened. */
export const largestOrphans = (orphans: readonly LostOrphans[], most: number) =>
  orphans
    .filter(({ path }) => path !== OTHER_PATHS)
    .slice(0, most)
    .map(({ id, host, path, count }) => ({ id, count, name: `${host}${path}` }));
