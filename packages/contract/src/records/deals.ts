/** Deals across partners: where they apply, what they earned, and bulk changes. */

import { z } from 'zod';
import { MESSAGE } from '../define/validators.ts';
import { REPLAY_ENOUGH } from '../traffic/clicks/replay.ts';

/** A deal that is valid today. */
export const openDealSchema = z.object({
  id: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  geoId: z.number(),
  geo: z.string(),
  integrationId: z.number(),
  integration: z.string(),
  dealType: z.string(),
  dealRevenueType: z.string(),
  fixedAmount: z.string().nullable(),
  currency: z.string(),
  sharePercent: z.string().nullable(),
  leadCap: z.number().nullable(),
  waterfallBlocked: z.boolean(),
  weight: z.number(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});
export type OpenDeal = z.infer<typeof openDealSchema>;

/** The number of days of traffic for calculating an expected EPC. */
export const EPC_DAYS = 30;

/** With fewer click-outs, an EPC is mostly chance, so deals are not ranked by it, here and in the waterfall. */
export const EPC_LEAST_CLICKOUTS = REPLAY_ENOUGH;

/** The recent earnings of the click-outs of a deal and product, in the base currency. */
export const marketRowSchema = z.object({
  deal: openDealSchema,
  productId: z.number(),
  product: z.string(),
  clickouts: z.number(),
  revenue: z.string(),
  /** Revenue per click-out; null without click-outs. */
  epc: z.string().nullable(),
  /** Whether there were enough click-outs to rank the deal by its EPC. */
  isRanked: z.boolean(),
});
export type MarketRow = z.infer<typeof marketRowSchema>;

const ids = z.array(z.number().int().positive()).max(500);
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, MESSAGE.number);

/** The selected deals; an empty list selects all. */
export const dealFilterSchema = z.strictObject({
  partnerIds: ids,
  geoIds: ids,
  integrationIds: ids,
  dealTypes: z.array(z.string().max(20)).max(10),
});

/** The new values. Values that are left out do not change. */
export const dealChangeSchema = z
  .strictObject({
    fixedAmount: decimal.optional(),
    /** The percentage added to or subtracted from the amount. */
    fixedAmountByPercent: z.number().min(-100).max(1000).optional(),
    sharePercent: decimal.optional(),
    leadCap: z.number().int().min(0).max(1_000_000).nullable().optional(),
    weight: z.number().int().min(0).max(100).optional(),
    waterfallBlocked: z.boolean().optional(),
    validTo: z.iso.date().nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Choose what to change.',
  })
  .refine(({ fixedAmount, fixedAmountByPercent }) => fixedAmount === undefined || fixedAmountByPercent === undefined, {
    path: ['fixedAmountByPercent'],
    message: 'Enter a new amount or a percentage, not both.',
  });

export const dealPreviewSchema = z.strictObject({ filter: dealFilterSchema, change: dealChangeSchema });
export type DealPreviewAsk = z.infer<typeof dealPreviewSchema>;

/** One field of one deal, before and after. */
export const dealChangeAnswerSchema = z.strictObject({
  dealId: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  geo: z.string(),
  integration: z.string(),
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type DealChange = z.infer<typeof dealChangeAnswerSchema>;

/** The preview of a bulk change of deals. */
export const dealPreviewAnswerSchema = z.strictObject({
  changes: z.array(dealChangeAnswerSchema),
  /** The record versions of the preview. They are sent back so that no other change is overwritten. */
  versions: z.record(z.string(), z.number()),
});
export type DealPreview = z.infer<typeof dealPreviewAnswerSchema>;
export const dealApplySchema = dealPreviewSchema.extend({
  versions: z.record(z.string().regex(/^\d+$/), z.number().int().positive()),
});

const id = z.coerce.number().int().positive();

/** The values of a requested deal in a link to a new proposal. */
export const proposalPresetSchema = z.object({ partnerId: id, geoId: id, integrationId: id });
