/** Stores the clicks of direct links with a limit that routers counted. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { CountedClicks } from '../clicks/snapshot/link-clicks.ts';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';

const totalRow = z.object({ directLinkId: z.number(), clicks: z.number() });

/** Adds the clicks and returns the new totals. Links are locked in one order, because several routers store at once. */
export async function storeLinkClicks(db: Queryable, counted: readonly CountedClicks[]): Promise<CountedClicks[]> {
  if (counted.length === 0) return [];
  return await readRows(
    db,
    totalRow,
    sql`WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS g("directLinkId" bigint, clicks integer)),
      locked AS (SELECT id FROM direct_links WHERE id IN (SELECT "directLinkId" FROM given) ORDER BY id FOR UPDATE)
      UPDATE direct_links d SET clicks = d.clicks + g.clicks FROM given g, locked l
      WHERE d.id = g."directLinkId" AND l.id = d.id RETURNING d.id AS direct_link_id, d.clicks`,
  );
}
