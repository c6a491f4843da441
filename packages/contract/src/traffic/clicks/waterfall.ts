/** The waterfall: the deals of a geo and an integration, in the order in which they are offered a click. */
import { z } from 'zod';
import { WEIGHT_TOTAL } from '../../limits.ts';

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
  fixedAmount: z.string().nullable(),
  sharePercent: z.string().nullable(),
  currency: z.string(),
  /** `off`: weight 0. */
  state: z.enum(['open', 'full', 'partner_paused', 'not_valid', 'off']),
});
export type WaterfallDeal = z.infer<typeof waterfallDealSchema>;

/** A deal of a partner, with its geo, its integration and today's fill. */
export const partnerDealSchema = waterfallDealSchema.omit({ partnerId: true, partner: true }).extend({
  geoId: z.number(),
  geo: z.string(),
  integration: z.string(),
  dealRevenueType: z.string(),
});
export type PartnerDeal = z.infer<typeof partnerDealSchema>;

/** The number of days, today included, for which the waterfall shows what a click-out earned. */
export const EARNING_DAYS = [7, 30] as const;
export type EarningDays = (typeof EARNING_DAYS)[number];

/** The earnings of the click-outs of a deal in the last days, in the base currency. */
export const dealEarningsSchema = z.object({
  clickouts: z.number(),
  revenue: z.string(),
  /** Revenue per click-out; null without click-outs. */
  epc: z.string().nullable(),
});
export type DealEarnings = z.infer<typeof dealEarningsSchema>;

/** A deal with its earnings; null for people who may not open any statistics. */
export const earningDealSchema = waterfallDealSchema.extend({ earnings: dealEarningsSchema.nullable() });
export type EarningDeal = z.infer<typeof earningDealSchema>;

/** The deals of one geo and integration in their order. */
export const waterfallSchema = z.object({
  geoId: z.number(),
  integrationId: z.number(),
  integration: z.string(),
  deals: z.array(earningDealSchema),
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

const earningDays = z.coerce.number().pipe(z.literal(EARNING_DAYS)).default(EARNING_DAYS[0]);

/** The data of the waterfall screen. */
export const waterfallQuery = z.object({ geoId: z.coerce.number().int().positive(), days: earningDays });

const weight = z.int().min(0).max(WEIGHT_TOTAL);
const leadCap = z.int().min(0).max(1_000_000).nullable();

/**
 * New weights: every deal of the geo and integration, with the weight that the person saw. Weights that were changed
 * meanwhile are refused, so that nothing is saved but what was shown.
 */
export const waterfallWeightsSchema = z.strictObject({
  geoId: id,
  integrationId: id,
  weights: z
    .array(z.strictObject({ dealId: id, before: weight, after: weight }))
    .min(1)
    .max(2000),
});
export type WaterfallWeights = z.infer<typeof waterfallWeightsSchema>;

export const waterfallPreviewSchema = waterfallWeightsSchema.extend({ days: earningDays });

/** The number of days whose clicks are decided again for a preview. */
export const PREVIEW_DAYS = 7;

/** The effect that new weights would have had on the clicks of the last days. Clicks and amounts are per day. */
export const waterfallPreviewAnswerSchema = z.object({
  /** All click-outs of the geo in those days, and how many of them were decided again. */
  clicks: z.number(),
  decided: z.number(),
  /** Click-outs a day that some deals gain and others lose. */
  moved: z.number(),
  /** The deals whose click-outs change, those that lose most first; `dealId` 0 stands for no deal. */
  deals: z.array(z.object({ dealId: z.number(), name: z.string(), before: z.number(), after: z.number() })),
  /** In the base currency; null for people who may not open any statistics. */
  value: z.string().nullable(),
  /** Moved click-outs a day from or to a deal whose EPC is not known; they are not part of `value`. */
  unknown: z.number(),
  /** The days whose EPC was used; the longer ones if a deal had too few click-outs in the chosen ones. */
  earningDays: z.number(),
});
export type WaterfallPreview = z.infer<typeof waterfallPreviewAnswerSchema>;

/** The fields of a deal that can be changed where it stands in a list. */
const dealFieldsSchema = z.strictObject({
  waterfallBlocked: z.boolean().optional(),
  leadCap: leadCap.optional(),
  weight: weight.optional(),
});

/** A change of single fields of a deal, with the values that the person saw. */
export const waterfallChangeSchema = z
  .strictObject({ change: dealFieldsSchema, before: dealFieldsSchema })
  .refine(({ change, before }) => Object.keys(change).every((name) => name in before), {
    path: ['before'],
    message: 'Name the value before the change.',
  });
export type DealFields = z.infer<typeof dealFieldsSchema>;

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
