/** The revenue that depends on each watched link: the revenue per day through its places. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { engineRow, readRow } from '../../../platform/rows.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const EVERY_MS = 60 * 60_000;

const earnedRow = z.object({
  campaignId: z.number(),
  offerId: z.number(),
  campaignBoxId: z.number(),
  partnerId: z.number(),
  geoId: z.number(),
  revenue: z.string(),
});

/** Sums up the revenue of the last thirty days by place, once an hour. Errors: EngineError. */
export async function valueLinks(db: Db, clickhouse: ClickHouse, now: Date): Promise<void> {
  const { isDue } = await readRow(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT valued_at IS NULL OR valued_at <= ${new Date(now.getTime() - EVERY_MS)} AS is_due FROM link_watch_settings`,
  );
  if (!isDue) return;
  const earned = await clickhouse.query(
    `SELECT campaign_id, offer_id, campaign_box_id, partner_id, geo_id, toString(sum(f.revenue)) AS revenue FROM facts AS f
      WHERE at >= {from: DateTime64(3, 'UTC')} AND at < {until: DateTime64(3, 'UTC')}
      GROUP BY campaign_id, offer_id, campaign_box_id, partner_id, geo_id HAVING sum(f.revenue) > 0`,
    { from: new Date(now.getTime() - DAYS * DAY_MS), until: now },
    { parse: engineRow(earnedRow) },
  );
  await db.transaction().execute(async (trx) => {
    // An address in places of several kinds counts the kind with the most: the same revenue may have passed several.
    await sql`WITH earned AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(earned)}::jsonb) AS e("campaignId" bigint, "offerId" bigint,
          "campaignBoxId" bigint, "partnerId" bigint, "geoId" bigint, revenue numeric)
      ), by_campaign AS (SELECT "campaignId" AS id, sum(revenue) AS revenue FROM earned GROUP BY 1),
      by_offer AS (SELECT "offerId" AS id, sum(revenue) AS revenue FROM earned GROUP BY 1),
      by_box_offer AS (SELECT "campaignBoxId" AS box_id, "offerId" AS id, sum(revenue) AS revenue FROM earned GROUP BY 1, 2),
      by_mirror AS (SELECT "partnerId" AS partner_id, "geoId" AS geo_id, sum(revenue) AS revenue FROM earned GROUP BY 1, 2),
      by_place AS (
        SELECT p.link_id, p.kind, sum(e.revenue) AS revenue FROM watched_places p JOIN by_campaign e ON e.id = p.record_id
          WHERE p.kind = 'campaign' GROUP BY 1, 2
        UNION ALL SELECT p.link_id, p.kind, sum(e.revenue) FROM watched_places p JOIN by_offer e ON e.id = p.record_id
          WHERE p.kind = 'offer' GROUP BY 1, 2
        UNION ALL SELECT p.link_id, p.kind, sum(e.revenue) FROM watched_places p JOIN box_offers b ON b.id = p.record_id
          JOIN by_box_offer e ON e.box_id = b.campaign_box_id AND e.id = b.offer_id WHERE p.kind = 'boxOffer' GROUP BY 1, 2
        UNION ALL SELECT p.link_id, p.kind, sum(e.revenue) FROM watched_places p JOIN mbg_mirrors m ON m.id = p.record_id
          JOIN by_mirror e ON e.partner_id = m.partner_id AND e.geo_id = m.geo_id WHERE p.kind = 'mirror' GROUP BY 1, 2
      ), by_link AS (SELECT link_id, max(revenue) / ${DAYS} AS per_day FROM by_place GROUP BY 1)
      UPDATE watched_links l SET revenue_per_day = coalesce(b.per_day, 0)
      FROM watched_links w LEFT JOIN by_link b ON b.link_id = w.id WHERE w.id = l.id
        AND l.revenue_per_day <> coalesce(b.per_day, 0)::numeric(20,6)`.execute(trx);
    await sql`UPDATE link_watch_settings SET valued_at = ${now}`.execute(trx);
  });
}
