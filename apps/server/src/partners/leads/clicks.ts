/** Finds the clicks that leads belong to. A click may become known only after its lead. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import { readRows } from '../../platform/rows.ts';
import { findClicks, type KnownClick } from '../conversions/counting/clicks.ts';

/** The timeout is short, because the lead's visitor waits. */
const PATIENCE_MS = 1_500;

/**
 * A lead's click, or undefined if it is unknown or the statistics engine is down, because no lead waits for the engine.
 */
export async function clickOf(clickhouse: ClickHouse, clickId: string | null): Promise<KnownClick | undefined> {
  if (clickId === null) return undefined;
  try {
    return (await findClicks(clickhouse, [clickId], AbortSignal.timeout(PATIENCE_MS))).get(clickId);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}

const FIRST_MS = 1_000;
const LONGEST_WAIT_MS = 60 * 60_000;
/** A click that is unknown after this time is no longer expected. */
const GIVE_UP_MS = 8 * 24 * 60 * 60_000;
const AT_ONCE = 200;

/** Records that a lead's click must be looked up later. */
export async function awaitClick(trx: Trx, leadId: number, now: Date): Promise<void> {
  await sql`INSERT INTO leads_awaiting_clicks (lead_id, next_try_at)
    VALUES (${leadId}, ${new Date(now.getTime() + FIRST_MS)}) ON CONFLICT DO NOTHING`.execute(trx);
}

const awaitingRow = z.object({
  id: z.number(),
  clickId: z.string(),
  receivedAt: z.date(),
});

/** Finds the clicks of leads that wait for them and copies their data to the leads. Returns how many were found. */
export async function knowClicks({ db, clickhouse }: { db: Db; clickhouse: ClickHouse }, now: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const awaiting = await readRows(
      trx,
      awaitingRow,
      sql`SELECT l.id, l.click_id, l.received_at FROM leads_awaiting_clicks w JOIN leads l ON l.id = w.lead_id
        WHERE w.next_try_at <= ${now} ORDER BY w.next_try_at LIMIT ${AT_ONCE} FOR UPDATE OF w SKIP LOCKED`,
    );
    if (awaiting.length === 0) return 0;
    const clicks = await findClicks(
      clickhouse,
      awaiting.map(({ clickId }) => clickId),
    );
    let found = 0;
    for (const { id, clickId, receivedAt } of awaiting) {
      const click = clicks.get(clickId);
      const age = now.getTime() - receivedAt.getTime();
      if (click === undefined && age < GIVE_UP_MS) {
        const next = new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, Math.max(FIRST_MS, age)));
        await sql`UPDATE leads_awaiting_clicks SET next_try_at = ${next} WHERE lead_id = ${id}`.execute(trx);
        continue;
      }
      if (click !== undefined) {
        await addKnown(trx, id, click, now);
        found += 1;
      }
      await sql`DELETE FROM leads_awaiting_clicks WHERE lead_id = ${id}`.execute(trx);
    }
    return found;
  });
}

/** The click's publisher and source take precedence over the site's; its country and product apply only if the lead has none. */
async function addKnown(trx: Trx, leadId: number, click: KnownClick, now: Date): Promise<void> {
  const orNull = (id: number): number | null => {
    if (id === 0) return null;
    return id;
  };
  await sql`UPDATE leads SET
      publisher_id = coalesce((SELECT id FROM publishers WHERE id = ${orNull(click.publisherId)}), publisher_id),
      traffic_source_id = coalesce((SELECT id FROM traffic_sources WHERE id = ${orNull(click.trafficSourceId)}),
        traffic_source_id),
      product_id = coalesce(product_id, (SELECT id FROM products WHERE id = ${orNull(click.productId)})),
      geo_id = coalesce(geo_id, (SELECT id FROM geos WHERE id = ${orNull(click.geoId)})),
      version = version + 1, updated_at = ${now}
    WHERE id = ${leadId}`.execute(trx);
}
