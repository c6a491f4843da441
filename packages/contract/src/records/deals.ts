/** Deals across partners: what holds where, what it earned, and changing many at once. */

import { z } from 'zod';
import { MESSAGE } from '../define/validators.ts';

/** A deal that holds today. */
export interface OpenDeal {
  id: number;
  partnerId: number;
  partner: string;
  geoId: number;
  geo: string;
  integrationId: number;
  integration: string;
  dealType: string;
  dealRevenueType: string;
  deal: string | null;
  currency: string;
  sharePercent: string | null;
  leadCap: number | null;
  waterfallBlocked: boolean;
  weight: number;
  validFrom: string | null;
  validTo: string | null;
}

/** Days of traffic that an expected EPC is worked out from. */
export const EPC_DAYS = 30;

/** What a partner's traffic of one geo and product earned lately, in the base currency. */
export interface MarketRow {
  deal: OpenDeal;
  productId: number;
  product: string;
  clickouts: number;
  revenue: string;
  /** Revenue per click-out; null without click-outs. */
  epc: string | null;
}

const ids = z.array(z.number().int().positive()).max(500);
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, MESSAGE.number);

/** Which deals; an empty list is every one. */
export const dealFilterSchema = z.strictObject({
  partnerIds: ids,
  geoIds: ids,
  integrationIds: ids,
  dealTypes: z.array(z.string().max(20)).max(10),
});

/** What becomes of them; what is not named stays. */
export const dealChangeSchema = z
  .strictObject({
    deal: decimal.optional(),
    /** Percent on top of the amount, or off it. */
    dealByPercent: z.number().min(-100).max(1000).optional(),
    sharePercent: decimal.optional(),
    leadCap: z.number().int().min(0).max(1_000_000).nullable().optional(),
    weight: z.number().int().min(0).max(100).optional(),
    waterfallBlocked: z.boolean().optional(),
    validTo: z.iso.date().nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Choose what to change.',
  })
  .refine(({ deal, dealByPercent }) => deal === undefined || dealByPercent === undefined, {
    path: ['dealByPercent'],
    message: 'Enter a new amount or a percentage, not both.',
  });

export const dealPreviewSchema = z.strictObject({ filter: dealFilterSchema, change: dealChangeSchema });
export type DealPreviewAsk = z.infer<typeof dealPreviewSchema>;

/** One field of one deal, as it is and as it would be. */
const dealChangeAnswerSchema = z.strictObject({
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

/** What a change of many deals would do. */
export const dealPreviewAnswerSchema = z.strictObject({
  changes: z.array(dealChangeAnswerSchema),
  /** The versions the preview was made from; they are sent back, so that nothing is overwritten unseen. */
  versions: z.record(z.string(), z.number()),
});
export type DealPreview = z.infer<typeof dealPreviewAnswerSchema>;
export const dealApplySchema = dealPreviewSchema.extend({
  versions: z.record(z.string().regex(/^\d+$/), z.number().int().positive()),
});

const id = z.coerce.number().int().positive();

/** What a link to a new proposal may know of the deal asked for. */
export const proposalPresetSchema = z.object({ partnerId: id, geoId: id, integrationId: id });
