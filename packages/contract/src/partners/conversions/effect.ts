/** The effect of a mapping or an override, previewed before it is saved. */
import { z } from 'zod';
import { trimInvisible } from '../../reading/invisible.ts';
import { AGREED_DEAL_TYPES, DEAL_REVENUE_TYPES } from './deal-types.ts';
import { integrationSettingsSchema, MEANINGS } from './postback.ts';

/** Partner, status, meaning and day of a mapping in its form. */
export const mappingDraft = z.object({
  /** The record being changed; absent for a new one. */
  id: z.number().int().positive().optional(),
  partnerId: z.number().int().positive(),
  status: z.string().overwrite(trimInvisible).min(1).max(120),
  meaning: z.enum(MEANINGS),
  validFrom: z.iso.date(),
});
export type MappingDraft = z.infer<typeof mappingDraft>;

/** The settings of an integration in its form. */
export const integrationDraft = z.object({
  id: z.number().int().positive(),
  settingsJson: integrationSettingsSchema.nullable(),
});
export type IntegrationDraft = z.infer<typeof integrationDraft>;

/** The events that terms can pay for. */
export type PaidFor = (typeof DEAL_REVENUE_TYPES)[number]['value'] | 'reported';
const PAID_FOR = [...DEAL_REVENUE_TYPES.map(({ value }) => value), 'reported'] as const;

/** The amount that transactions would count under one meaning, and the most under any meaning, in the base currency. */
export const assignmentStakeSchema = z.object({
  /** The reported amounts, as far as there is an exchange rate for their currency. */
  reported: z.string(),
  atStake: z.string(),
  counts: z.string(),
  /** The events that the deals of their clicks pay for. */
  pays: z.array(z.enum(PAID_FOR)),
});
export type AssignmentStake = z.infer<typeof assignmentStakeSchema>;

export const mappingEffectSchema = z.object({
  /** Reported transactions whose meaning would change. */
  transactions: z.number(),
  /** Whether there were more than the preview considered. */
  isCapped: z.boolean(),
  /** The day of the oldest one. */
  since: z.string().nullable(),
  /** Changes of the sums; money in base currency. */
  leads: z.number(),
  qualifiedLeads: z.number(),
  firstDeposits: z.number(),
  revenue: z.string(),
  /** The number of them already counted under another status. */
  duplicates: z.number(),
  /** The number of them without a known click. */
  unmatched: z.number(),
  /** How much of the amount at stake an assignment would count; null if a whole integration changes. */
  stake: assignmentStakeSchema.nullable(),
});
export type MappingEffect = z.infer<typeof mappingEffectSchema>;

const PAID_FOR_WORDS: Readonly<Record<PaidFor, string>> = {
  firstDeposit: 'on first deposits',
  qualifiedLead: 'on qualified leads',
  lead: 'on leads',
  netRevenue: 'a share of net revenue',
  clickout: 'on click-outs',
  period: 'a flat fee',
  reported: 'the payout that is reported',
};

/** Describes what the deals pay for: `the deal pays on first deposits`. */
export function paysInWords(pays: readonly PaidFor[]): string {
  if (pays.length === 0) return 'no deal applies to these clicks';
  return `the deal pays ${pays.map((one) => PAID_FOR_WORDS[one]).join(' and ')}`;
}

/** Transactions of one partner and unassigned status. */
export const unassignedStatusSchema = z.object({
  partnerId: z.number(),
  partner: z.string(),
  status: z.string(),
  transactions: z.number(),
  first: z.string(),
  last: z.string(),
  /** The most an assignment would count, in the base currency; estimated from a sample if there are many. */
  atStake: z.string(),
  isEstimated: z.boolean(),
  /** The suggested meanings, from the wording and the deals. */
  likely: z.enum(MEANINGS).nullable(),
});
export type UnassignedStatus = z.infer<typeof unassignedStatusSchema>;

/** An override in its form. */
export const overrideDraft = z.object({
  id: z.number().int().positive().optional(),
  partnerId: z.number().int().positive(),
  geoId: z.number().int().positive().nullable(),
  trafficSourceId: z.number().int().positive().nullable(),
  dealType: z.enum(AGREED_DEAL_TYPES.map(({ value }) => value)),
  amount: z.string().regex(/^\d{1,14}(\.\d{1,6})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type OverrideDraft = z.infer<typeof overrideDraft>;

/** The conversions of the last days, priced as if the override had applied to their clicks. */
export const overrideEffectSchema = z.object({
  days: z.number(),
  conversions: z.number(),
  isCapped: z.boolean(),
  /** Conversions whose price would differ. */
  changed: z.number(),
  was: z.string(),
  would: z.string(),
  /** The conversions priced by the saved override so far. */
  used: z
    .object({
      conversions: z.number(),
      revenue: z.string(),
    })
    .nullable(),
});
export type OverrideEffect = z.infer<typeof overrideEffectSchema>;
