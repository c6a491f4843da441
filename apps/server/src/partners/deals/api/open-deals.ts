/** Deals of all partners that are valid today, with the recent earnings of such traffic. */

import { listMarketplace, listOpenDeals } from '@signpost/contract/calls/deals.ts';
import {
  EPC_DAYS,
  EPC_LEAST_CLICKOUTS,
  type MarketRow,
  type OpenDeal,
  openDealSchema,
} from '@signpost/contract/records/deals.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { readEarnings } from '../earnings.ts';

/** Deals that are valid today and whose partners are active, full or not. */
async function openDeals(db: Queryable, now: Date): Promise<OpenDeal[]> {
  return await readRows(
    db,
    openDealSchema,
    sql`SELECT d.id, d.partner_id, p.name AS partner, d.geo_id, g.country AS geo, d.integration_id, i.name AS integration,
        d.deal_type, d.deal_revenue_type, d.fixed_amount, p.currency, d.share_percent, d.lead_cap, d.waterfall_blocked, d.weight,
        d.valid_from::text AS valid_from, d.valid_to::text AS valid_to
      FROM deals_at(${now}) today JOIN deals d ON d.id = today.deal_id JOIN partners p ON p.id = d.partner_id
        JOIN geos g ON g.id = d.geo_id JOIN integrations i ON i.id = d.integration_id
      WHERE today.is_active AND today.is_valid
      ORDER BY g.country, i.name, d.weight DESC, p.name`,
  );
}

export function openDealRoutes(app: App, deps: Deps): void {
  handle(app, listOpenDeals, async () => await openDeals(deps.db, deps.clock.now()));

  handle(app, listMarketplace, async ({ viewer: { timeZone } }) => {
    const now = deps.clock.now();
    const [deals, products] = await Promise.all([
      openDeals(deps.db, now),
      deps.db.selectFrom('products').select(['id', 'name']).execute(),
    ]);
    const offered = deals.filter((deal) => !deal.waterfallBlocked);
    const earned = await readEarnings(
      deps.clickhouse,
      offered.map(({ id }) => id),
      { now, days: EPC_DAYS, timeZone },
    );
    const nameOf = new Map(products.map(({ id, name }) => [id, name]));
    const rows = offered.flatMap((deal): MarketRow[] => {
      const of = earned.byProduct(deal.id);
      const shown = of.length === 0 ? [{ productId: 0, ...earned.of(deal.id) }] : of;
      return shown.map((row) => ({
        deal,
        ...row,
        product: nameOf.get(row.productId) ?? '',
        isRanked: row.clickouts >= EPC_LEAST_CLICKOUTS,
      }));
    });
    return rows.sort((one, other) => rankOf(other) - rankOf(one));
  });
}

/** Deals with too few click-outs stand below those that are ranked by their EPC. */
const rankOf = ({ isRanked, epc }: MarketRow): number => {
  if (isRanked) return Number(epc);
  return Number.NEGATIVE_INFINITY;
};
