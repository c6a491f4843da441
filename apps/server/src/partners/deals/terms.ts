/** Everything that prices depend on: deals, overrides, rates, publishers' terms; read once per batch. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { zoneTime } from '../../platform/zone-time.ts';
import type { DealTerms, OverrideTerms } from './choose-terms.ts';
import { dealTypeSchema, revenueTypeSchema } from './deal-types.ts';
import { dealsThen, type TermsOf } from './deals-then.ts';
import { type RateOf, readRates } from './rates.ts';

/** The terms of a publisher's pay; days are `YYYY-MM-DD`. */
const publisherTermsRow = z.object({
  publisherId: z.number(),
  productId: z.number().nullable(),
  geoId: z.number().nullable(),
  commissionPercent: z.string().nullable(),
  perFirstDeposit: z.string().nullable(),
  currency: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});
export type PublisherTerms = z.infer<typeof publisherTermsRow>;

export interface Terms {
  /** The deals in their current state; `dealsFor` returns a click's deals in the state they had then. */
  deals: DealTerms[];
  dealsFor: (click: TermsOf) => DealTerms[];
  globalDeals: DealTerms[];
  overrides: OverrideTerms[];
  publishers: PublisherTerms[];
  rateOf: RateOf;
  /** The day of an instant (ISO 8601) in a partner's time zone, which decides whether a deal is valid, as in routing. */
  dayOf: (partnerId: number, at: string) => string;
}

const dealRow = z.object({
  id: z.number(),
  version: z.number(),
  partnerId: z.number().nullable(),
  geoId: z.number().nullable(),
  integrationId: z.number().nullable(),
  dealType: dealTypeSchema,
  dealRevenueType: revenueTypeSchema,
  fixedAmount: z.string().nullable(),
  sharePercent: z.string().nullable(),
  rejectedPaid: z.boolean(),
  currency: z.string(),
  weight: z.number(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});
const overrideRow = z.object({
  id: z.number(),
  partnerId: z.number(),
  geoId: z.number().nullable(),
  trafficSourceId: z.number().nullable(),
  dealType: dealTypeSchema,
  amount: z.string(),
  currency: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});
const zoneRow = z.object({ id: z.number(), timeZone: z.string() });

/**
 * Reads the terms of these partners and of the clicks' publishers. A removed deal is valid until the day it was
 * removed.
 */
export async function readTerms(
  db: Queryable,
  partnerIds: readonly number[],
  clicks: readonly TermsOf[],
): Promise<Terms> {
  const publisherIds = clicks.map(({ publisherId }) => publisherId);
  const partners = [...new Set(partnerIds)];
  const deals = await readRows(
    db,
    dealRow,
    sql`SELECT d.id, p.version, d.partner_id, d.geo_id, d.integration_id, d.deal_type, d.deal_revenue_type, d.fixed_amount,
        d.share_percent, d.rejected_paid, p.currency, d.weight, d.valid_from::text AS valid_from,
        least(d.valid_to, (d.archived_at AT TIME ZONE p.time_zone)::date)::text AS valid_to
      FROM deals d JOIN partners p ON p.id = d.partner_id WHERE d.partner_id = ANY(${partners}::bigint[])`,
  );
  const globalDeals = await readRows(
    db,
    dealRow,
    sql`SELECT id, version, NULL::bigint AS partner_id, geo_id, NULL::bigint AS integration_id, deal_type,
        deal_revenue_type, fixed_amount, share_percent, rejected_paid, currency, 0 AS weight, valid_from::text AS valid_from,
        valid_to::text AS valid_to
      FROM global_deals WHERE archived_at IS NULL`,
  );
  const overrides = await readRows(
    db,
    overrideRow,
    sql`SELECT o.id, a.partner_id, a.geo_id, a.traffic_source_id, a.deal_type, a.amount, a.currency,
        a.valid_from::text AS valid_from, a.valid_to::text AS valid_to
      FROM approved_overrides a JOIN partner_overrides o ON o.id = a.override_id
      WHERE o.archived_at IS NULL AND a.partner_id = ANY(${partners}::bigint[])`,
  );
  const publishers = await readRows(
    db,
    publisherTermsRow,
    sql`SELECT p.id AS publisher_id, t.product_id, t.geo_id, t.commission_percent, t.per_first_deposit, p.currency,
        t.valid_from::text AS valid_from, t.valid_to::text AS valid_to
      FROM publishers p JOIN publisher_terms t ON t.publisher_id = p.id WHERE p.id = ANY(${[...new Set(publisherIds)]}::bigint[])
      UNION ALL
      SELECT id, NULL, NULL, commission_percent, NULL, currency, NULL, NULL FROM publishers
      WHERE id = ANY(${[...new Set(publisherIds)]}::bigint[])`,
  );
  const zones = await readRows(
    db,
    zoneRow,
    sql`SELECT id, time_zone FROM partners WHERE id = ANY(${partners}::bigint[])`,
  );
  const zoneOf = new Map(zones.map(({ id, timeZone }) => [id, timeZone]));
  const dayOf = (partnerId: number, at: string): string => zoneTime(zoneOf.get(partnerId) ?? 'UTC', Date.parse(at)).day;
  const then = await dealsThen(db, deals, clicks);
  const dealsFor = ({ dealId, dealVersion }: TermsOf): DealTerms[] => {
    const was = then.get(`${dealId} ${dealVersion}`);
    if (was === undefined) return deals;
    return deals.map((deal) => (deal.id === dealId ? was : deal));
  };
  return { deals, dealsFor, globalDeals, overrides, publishers, rateOf: await readRates(db), dayOf };
}
