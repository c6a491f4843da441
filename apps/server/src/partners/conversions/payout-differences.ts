/**
 * Lists deals whose partners report another payout than the deal's fixed amount (docs/decisions/0362). It changes nothing:
 * the deal is what was agreed. The view `payouts_beside_deals` compares the two.
 */
import {
  PAYOUT_DAYS,
  type PayoutDifference,
  payoutDifferenceSchema,
} from '@signpost/contract/partners/conversions/payout-differences.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** More deals than a person looks through; the attention entry counts all of them. */
const MOST = 500;

/** Of the last days, the deals with the most such conversions first. */
export async function payoutDifferences(db: Queryable): Promise<PayoutDifference[]> {
  return await readRows(
    db,
    payoutDifferenceSchema,
    sql`SELECT b.partner_id, p.name AS partner, b.deal_id, b.deal_type, coalesce(g.name, geo.country, '') AS deal,
        b.priced_by = 'global' AS is_global, b.conversions, b.reported, b.currency, b.agreed, b.agreed_currency, b.oldest,
        b.newest
      FROM (
        SELECT partner_id, priced_by, deal_id, deal_type, currency, agreed_currency, count(*)::integer AS conversions,
          trim_scale(sum(payout)) AS reported, sum(agreed) AS agreed, min(occurred_at AT TIME ZONE 'UTC')::date::text AS oldest,
          max(occurred_at AT TIME ZONE 'UTC')::date::text AS newest
        FROM payouts_beside_deals
        WHERE differs AND occurred_at > now() - make_interval(days => ${PAYOUT_DAYS})
        GROUP BY partner_id, priced_by, deal_id, deal_type, currency, agreed_currency) b
      JOIN partners p ON p.id = b.partner_id
      LEFT JOIN global_deals g ON b.priced_by = 'global' AND g.id = b.deal_id
      LEFT JOIN deals d ON b.priced_by = 'deal' AND d.id = b.deal_id
      LEFT JOIN geos geo ON geo.id = d.geo_id
      ORDER BY b.conversions DESC, p.name, b.deal_id, b.currency LIMIT ${MOST}`,
  );
}
