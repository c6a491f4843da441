/** What the click-outs of deals earned lately. */
import type { DealEarnings } from '@signpost/contract/clicks/waterfall.ts';
import { divideMoney } from '@signpost/contract/money/money.ts';
import { z } from 'zod';
import type { ClickHouse } from '../platform/clickhouse.ts';
import { engineRow } from '../platform/rows.ts';

const EARNED = `SELECT deal_id, sum(clickouts) AS clickouts, toString(sum(revenue)) AS revenue FROM facts
WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND has({deals:Array(UInt32)}, deal_id)
GROUP BY deal_id`;

const earnedRow = z.object({ dealId: z.number(), clickouts: z.number(), revenue: z.string() });

const DAY_MS = 86_400_000;
const NOTHING: DealEarnings = { clickouts: 0, revenue: '0', epc: null };

/**
 * The click-outs, the revenue and the EPC of deals in the days before a moment, by one query for all of them. The EPC
 * is that of the statistics: revenue ÷ click-outs, counted at the time of each fact.
 */
export async function readEarnings(
  clickhouse: ClickHouse,
  deals: readonly number[],
  { now, days }: { now: Date; days: number },
  signal?: AbortSignal,
): Promise<(dealId: number) => DealEarnings> {
  if (deals.length === 0) return () => NOTHING;
  const from = new Date(now.getTime() - days * DAY_MS);
  const rows = await clickhouse.query(
    EARNED,
    { from, until: now, deals: [...deals] },
    { parse: engineRow(earnedRow), ...(signal && { signal }) },
  );
  const known = new Map(
    rows.map(({ dealId, clickouts, revenue }) => {
      const epc = clickouts > 0 ? divideMoney(revenue, String(clickouts)) : null;
      return [dealId, { clickouts, revenue, epc }] as const;
    }),
  );
  return (dealId) => known.get(dealId) ?? NOTHING;
}
