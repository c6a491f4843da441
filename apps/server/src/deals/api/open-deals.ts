/** Deals of all partners that are valid today, with the recent earnings of such traffic. */

import { listMarketplace, listOpenDeals } from '@signpost/contract/calls/deals.ts';
import { divideMoney } from '@signpost/contract/money/money.ts';
import { EPC_DAYS, type MarketRow, type OpenDeal, openDealSchema } from '@signpost/contract/records/deals.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { readRows } from '../../platform/rows.ts';

/** Deals that are valid today and whose partners are active, full or not. */
async function openDeals(db: Queryable, now: Date): Promise<OpenDeal[]> {
  const rows = await readRows(
    db,
    openDealSchema,
    sql`
      SELECT d.id, d.partner_id, p.name AS partner, d.geo_id, g.country AS geo, d.integration_id, i.name AS integration,
        d.deal_type, d.deal_revenue_type, d.fixed_amount, p.currency, d.share_percent, d.lead_cap, d.waterfall_blocked, d.weight,
        d.valid_from::text AS valid_from, d.valid_to::text AS valid_to
      FROM deals_at(${now}) today JOIN deals d ON d.id = today.deal_id JOIN partners p ON p.id = d.partner_id
        JOIN geos g ON g.id = d.geo_id JOIN integrations i ON i.id = d.integration_id
      WHERE today.is_active AND today.is_valid
      ORDER BY g.country, i.name, d.weight DESC, p.name`,
  );
  return rows;
}

const earnedRow = z.object({
  partnerId: z.number(),
  geoId: z.number(),
  productId: z.number(),
  clickouts: z.coerce.number(),
  revenue: z.string(),
});
type Earned = z.infer<typeof earnedRow>;

async function earnedLately(deps: Deps): Promise<Earned[]> {
  return await deps.clickhouse.query(
    `SELECT partner_id AS partnerId, geo_id AS geoId, product_id AS productId, sum(clickouts) AS clickouts,
       toString(sum(revenue)) AS revenue FROM facts
     WHERE at >= {now:DateTime64(3)} - toIntervalDay({days:UInt16}) AND at < {now:DateTime64(3)} AND partner_id != 0
     GROUP BY partnerId, geoId, productId HAVING clickouts > 0`,
    { now: deps.clock.now(), days: EPC_DAYS },
    {
      parse: (row): Earned => earnedRow.parse(row),
    },
  );
}

export function openDealRoutes(app: App, deps: Deps): void {
  handle(app, listOpenDeals, async () => await openDeals(deps.db, deps.clock.now()));

  handle(app, listMarketplace, async () => {
    const [deals, earned, products] = await Promise.all([
      openDeals(deps.db, deps.clock.now()),
      earnedLately(deps),
      deps.db.selectFrom('products').select(['id', 'name']).execute(),
    ]);
    const nameOf = new Map(products.map(({ id, name }) => [id, name]));
    const at = Map.groupBy(earned, ({ partnerId, geoId }) => `${partnerId} ${geoId}`);
    const rows = deals
      .filter((deal) => !deal.waterfallBlocked)
      .flatMap((deal): MarketRow[] =>
        (at.get(`${deal.partnerId} ${deal.geoId}`) ?? [{ productId: 0, clickouts: 0, revenue: '0' }]).map((row) => ({
          deal,
          productId: row.productId,
          product: nameOf.get(row.productId) ?? '',
          clickouts: row.clickouts,
          revenue: row.revenue,
          epc: row.clickouts > 0 ? divideMoney(row.revenue, String(row.clickouts)) : null,
        })),
      );
    return rows.sort((one, other) => Number(other.epc ?? -1) - Number(one.epc ?? -1));
  });
}
