/** Tells routers how full capped deals are, without a query for each click. */
import { z } from 'zod';
import type { Query } from './config.ts';

/** The measured counts of capped deals. */
export interface CapUse {
  /**
   * The number of leads that a deal has on a day (`YYYY-MM-DD`) in its partner's time zone: accepted leads, and for
   * each click that may still become a lead, the deal's lead rate.
   */
  leadsOn(dealId: number, day: string): number;
}

/** Without measured counts, no deal is full. */
export const NO_USE: CapUse = { leadsOn: () => 0 };

const rowSchema = z.object({
  dealId: z.number(),
  day: z.string(),
  accepted: z.number(),
  inFlight: z.number(),
  leadRate: z.number(),
  measuredAt: z.number(),
});

/**
 * The use of one deal as it was measured; `inFlight` includes the clicks until `measuredAt` (milliseconds since 1970).
 */
export type DealUse = z.infer<typeof rowSchema>;
export const useSchema = z.array(rowSchema);

/**
 * The lead rate that is assumed before any measurement. It is high on purpose: a cap that is not quite filled is better
 * than one that is exceeded.
 */
export const FIRST_LEAD_RATE = 0.1;

// Places held by leads on their way are not added, because their clicks are in flight (docs/decisions/0012).
export const useSql = `SELECT coalesce(json_agg(u), '[]') AS use FROM (
  SELECT t.deal_id AS "dealId", t.day, t.fill AS accepted,
    coalesce(f.in_flight, 0) AS "inFlight", coalesce(f.lead_rate, ${FIRST_LEAD_RATE}) AS "leadRate",
    coalesce(extract(epoch FROM f.measured_at) * 1000, 0) AS "measuredAt"
  FROM deal_today t JOIN deals d ON d.id = t.deal_id LEFT JOIN deal_flow f ON f.deal_id = d.id
  WHERE d.lead_cap IS NOT NULL AND d.weight > 0
) u`;

/** Asks PostgreSQL how full the capped deals are on their partners' day. */
export async function readUse(query: Query): Promise<DealUse[]> {
  const [row] = await query(useSql);
  return useSchema.parse(row?.use);
}

/** The cap use as it was measured, without the clicks of any router since then. Used to explain decisions. */
export function useOf(rows: readonly DealUse[]): CapUse {
  const byDeal = new Map(rows.map((row) => [row.dealId, row]));
  return {
    leadsOn(dealId, day) {
      const row = byDeal.get(dealId);
      if (row === undefined) return 0;
      return (row.day === day ? row.accepted : 0) + row.inFlight * row.leadRate;
    },
  };
}
