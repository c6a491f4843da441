/** The recent earnings of the click-outs of deals. */

import { addDays, dayIn, dayRangeToInstants } from '@signpost/contract/dates/dates.ts';
import { divideMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { DealEarnings } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { engineRow } from '../../platform/rows.ts';

const EARNED = `SELECT deal_id, product_id, sum(clickouts) AS clickouts, toString(sum(revenue)) AS revenue FROM facts
WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND has({deals:Array(UInt32)}, deal_id)
GROUP BY deal_id, product_id ORDER BY deal_id, product_id`;

const earnedRow = z.object({
  dealId: z.number(),
  productId: z.number(),
  clickouts: z.coerce.number(),
  revenue: z.string(),
});
type Earned = z.infer<typeof earnedRow>;

const earningsOf = (rows: readonly Earned[]): DealEarnings => {
  const clickouts = rows.reduce((sum, row) => sum + row.clickouts, 0);
  const revenue = sumMoney(rows.map((row) => row.revenue));
  return { clickouts, revenue, epc: clickouts > 0 ? divideMoney(revenue, String(clickouts)) : null };
};

export interface Earnings {
  of(dealId: number): DealEarnings;
  /** The same for each product that the deal had results of. */
  byProduct(dealId: number): readonly (DealEarnings & { productId: number })[];
}

/**
 * The click-outs, the revenue and the EPC of deals on the last days with today, by one query for all of them. The days
 * are those of the statistics in the same time zone, and so is the EPC: revenue ÷ click-outs, counted at the time of
 * each fact. Entries by hand without a deal belong to none.
 */
export async function readEarnings(
  clickhouse: ClickHouse,
  deals: readonly number[],
  { now, days, timeZone }: { now: Date; days: number; timeZone: string },
  signal?: AbortSignal,
): Promise<Earnings> {
  const today = dayIn(now, timeZone);
  const { from, until } = dayRangeToInstants({ start: addDays(today, 1 - days), end: today }, timeZone);
  const asked = { from, until, deals: [...deals] };
  const rows = deals.length === 0 ? [] : await clickhouse.query(EARNED, asked, { parse: engineRow(earnedRow), signal });
  const byDeal = Map.groupBy(rows, ({ dealId }) => dealId);
  return {
    of: (dealId) => earningsOf(byDeal.get(dealId) ?? []),
    byProduct: (dealId) =>
      (byDeal.get(dealId) ?? []).map((row) => ({ productId: row.productId, ...earningsOf([row]) })),
  };
}
