/** Stores the clicks that routers have counted for direct links and boxes with a limit. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { CountedClicks, LimitedTable } from '../../traffic/clicks/snapshot/limited-clicks.ts';

const totalRow = z.object({ id: z.number(), clicks: z.number() });

async function addTo(db: Queryable, table: LimitedTable, counted: readonly CountedClicks[]): Promise<CountedClicks[]> {
  if (counted.length === 0) return [];
  const rows = await readRows(
    db,
    totalRow,
    sql`WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS g(id bigint, clicks integer)),
      locked AS (SELECT id FROM ${sql.table(table)} WHERE id IN (SELECT id FROM given) ORDER BY id FOR UPDATE)
      UPDATE ${sql.table(table)} d SET clicks = d.clicks + g.clicks FROM given g, locked l
      WHERE d.id = g.id AND l.id = d.id RETURNING d.id, d.clicks`,
  );
  return rows.map((row) => ({ table, ...row }));
}

/**
 * Adds the clicks and returns the new totals, all or nothing. Rows are locked in one order, because several routers
 * store at once.
 */
export async function storeLimitedClicks(db: Db, counted: readonly CountedClicks[]): Promise<CountedClicks[]> {
  if (counted.length === 0) return [];
  const of = (table: LimitedTable) => counted.filter((one) => one.table === table);
  return await db.transaction().execute(async (trx) => {
    const links = await addTo(trx, 'direct_links', of('direct_links'));
    return [...links, ...(await addTo(trx, 'campaign_boxes', of('campaign_boxes')))];
  });
}
