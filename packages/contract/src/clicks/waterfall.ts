/** The waterfall: the deals of a geo and an integration, in the order in which they are offered a click. */
import { z } from 'zod';
import { WEIGHT_TOTAL } from '../limits.ts';

export const waterfallDealSchema = z.object({
  dealId: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  dealType: z.string(),
  weight: z.number(),
  waterfallBlocked: z.boolean(),
  /** Accepted leads per day; null for no cap. */
  leadCap: z.number().nullable(),
  /** Leads accepted so far on `day`, the current day in the partner's `timeZone`. */
  accepted: z.number(),
  day: z.string(),
  timeZone: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  /** `off`: weight 0. */
  state: z.enum(['open', 'full', 'partner_paused', 'not_valid', 'off']),
});
export type WaterfallDeal = z.infer<typeof waterfallDealSchema>;

/** A deal of a partner, with its geo, its integration and today's fill. */
export const partnerDealSchema = waterfallDealSchema.omit({ partnerId: true, partner: true }).extend({
  geoId: z.number(),
  geo: z.string(),
  integration: z.string(),
  fixedAmount: z.string().nullable(),
  sharePercent: z.string().nullable(),
  currency: z.string(),
});
export type PartnerDeal = z.infer<typeof partnerDealSchema>;

/** The order of the deals of one geo and integration. */
export const waterfallSchema = z.object({
  geoId: z.number(),
  integrationId: z.number(),
  integration: z.string(),
  deals: z.array(waterfallDealSchema),
});
export type Waterfall = z.infer<typeof waterfallSchema>;

/** A geo with deals, and the state of its deals today. */
export const waterfallGeoSchema = z.object({
  geoId: z.number(),
  geo: z.string(),
  code: z.string(),
  deals: z.number(),
  /** Deals that take leads and clicks. */
  open: z.number(),
  /** Deals whose cap is reached. */
  full: z.number(),
  /** Deals that take no overflow. */
  blocked: z.number(),
  /** Accepted leads, each counted on its partner's day. */
  accepted: z.number(),
});
export type WaterfallGeo = z.infer<typeof waterfallGeoSchema>;

const id = z.int().positive();

/** The data of the waterfall screen. */
export const waterfallQuery = z.object({ geoId: z.coerce.number().int().positive() });

/** A new order: all deals of the geo and integration with a weight, first to last. */
export const waterfallOrderSchema = z.strictObject({
  geoId: id,
  integrationId: id,
  dealIds: z
    .array(id)
    .min(1)
    .max(WEIGHT_TOTAL, { error: `At most ${WEIGHT_TOTAL} deals can be ordered.` }),
});

/** The fields of a deal that can be changed on the waterfall screen. */
export const waterfallChangeSchema = z.strictObject({
  waterfallBlocked: z.boolean().optional(),
  leadCap: z.int().min(0).max(1_000_000).nullable().optional(),
});

/**
 * Weights that express an order of deals: the existing weights, highest first, raised only where two would be equal in
 * the wrong order (equal ones go by id).
 */
export function weightsInOrder(deals: readonly { id: number; weight: number }[]): number[] {
  const sorted = deals.map(({ weight }) => weight).sort((a, b) => b - a);
  const weights = [...sorted];
  for (let at = weights.length - 2; at >= 0; at -= 1) {
    const next = weights[at + 1] ?? 0;
    const inOrder = (deals[at]?.id ?? 0) < (deals[at + 1]?.id ?? 0);
    weights[at] = Math.max(weights[at] ?? 0, inOrder ? next : next + 1);
  }
  if ((weights[0] ?? 0) <= WEIGHT_TOTAL) return weights;
  return weights.map((_, at) => weights.length - at);
}
