/** The order of deals for each geo and integration, with their state and fill of today. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const waterfallRow = z.object({
  dealId: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  dealType: z.string(),
  dealRevenueType: z.string(),
  weight: z.number(),
  waterfallBlocked: z.boolean(),
  leadCap: z.number().nullable(),
  accepted: z.number(),
  day: z.string(),
  timeZone: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  geoId: z.number(),
  geo: z.string(),
  code: z.string(),
  integrationId: z.number(),
  integration: z.string(),
  fixedAmount: z.string().nullable(),
  sharePercent: z.string().nullable(),
  currency: z.string(),
  state: z.enum(['open', 'full', 'partner_paused', 'not_valid', 'off']),
});

type DealsOf = { geoId: number } | { partnerId: number } | 'all';

function isDealOf(of: DealsOf): RawBuilder<unknown> {
  if (of === 'all') return sql`true`;
  if ('geoId' in of) return sql`d.geo_id = ${of.geoId}`;
  return sql`d.partner_id = ${of.partnerId}`;
}

/** Deals of one geo, of one partner, or of all, heaviest first. `accepted` includes the leads that the partner reported itself. */
export async function readDealsInOrder(db: Queryable, of: DealsOf, now: Date): Promise<z.infer<typeof waterfallRow>[]> {
  return await readRows(
    db,
    waterfallRow,
    sql`SELECT d.id AS deal_id, p.id AS partner_id, p.name AS partner, d.deal_type, d.deal_revenue_type, d.weight, d.waterfall_blocked, d.lead_cap,
        today.fill AS accepted, today.day::text AS day, p.time_zone, d.valid_from::text AS valid_from,
        d.valid_to::text AS valid_to, d.geo_id, d.fixed_amount,
        d.share_percent, p.currency, g.country AS geo, g.code, d.integration_id, i.name AS integration,
        CASE WHEN NOT today.is_active THEN 'partner_paused' WHEN NOT today.is_valid THEN 'not_valid'
          WHEN d.weight = 0 THEN 'off' WHEN today.is_full THEN 'full' ELSE 'open' END AS state
      FROM deals_at(${now}) today JOIN deals d ON d.id = today.deal_id JOIN partners p ON p.id = d.partner_id
        JOIN integrations i ON i.id = d.integration_id JOIN geos g ON g.id = d.geo_id
      WHERE ${isDealOf(of)}
      ORDER BY i.name, i.id, d.weight DESC, d.id`,
  );
}
