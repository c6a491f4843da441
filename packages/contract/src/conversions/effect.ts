/** What a mapping or an override would change, told before it is saved. */
import { z } from 'zod';
import { DEAL_REVENUE_TYPES } from '../entities/shared/fields.ts';
import { integrationSettingsSchema, MEANINGS } from './postback.ts';

/** Partner, status, meaning and day of a mapping, as its form holds them. */
export const mappingDraft = z.object({
  /** The record being changed; absent for a new one. */
  id: z.number().int().positive().optional(),
  partnerId: z.number().int().positive(),
  status: z.string().trim().min(1).max(120),
  meaning: z.enum(MEANINGS),
  validFrom: z.iso.date(),
});
export type MappingDraft = z.infer<typeof mappingDraft>;

/** An integration's settings as its form holds them. */
export const integrationDraft = z.object({
  id: z.number().int().positive(),
  settingsJson: integrationSettingsSchema.nullable(),
});
export type IntegrationDraft = z.infer<typeof integrationDraft>;

/** What terms can pay for. */
export type PaidFor = (typeof DEAL_REVENUE_TYPES)[number]['value'];
const PAID_FOR = DEAL_REVENUE_TYPES.map(({ value }) => value) as [PaidFor, ...PaidFor[]];

/** What some transactions would count as one meaning, against the most that any would bring. Base currency. */
export const assignmentStakeSchema = z.object({
  /** The amounts that were reported, as far as their currency has a rate. */
  reported: z.string(),
  atStake: z.string(),
  counts: z.string(),
  /** What the deals of their clicks pay for. */
  pays: z.array(z.enum(PAID_FOR)),
});
export type AssignmentStake = z.infer<typeof assignmentStakeSchema>;

export const mappingEffectSchema = z.object({
  /** Reported transactions that would mean something else. */
  transactions: z.number(),
  /** More were there than were weighed. */
  isCapped: z.boolean(),
  /** Day of the oldest of them. */
  since: z.string().nullable(),
  /** Changes of the sums; money in base currency. */
  leads: z.number(),
  qualifiedLeads: z.number(),
  firstDeposits: z.number(),
  revenue: z.string(),
  /** Of them, counted once already under another status. */
  duplicates: z.number(),
  /** Of them, without a click that is known. */
  unmatched: z.number(),
  /** What an assignment counts of what is at stake; null where a whole integration changes. */
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
};

/** What the deals pay for, in words: `the deal pays on first deposits`. */
export function paysInWords(pays: readonly PaidFor[]): string {
  if (pays.length === 0) return 'no deal holds for these clicks';
  return `the deal pays ${pays.map((one) => PAID_FOR_WORDS[one]).join(' and ')}`;
}

/** Transactions of one partner and status that nobody has assigned. */
export const unassignedStatusSchema = z.object({
  partnerId: z.number(),
  partner: z.string(),
  status: z.string(),
  transactions: z.number(),
  first: z.string(),
  last: z.string(),
  /** The most that an assignment would bring, in base currency; estimated from a sample where there are many. */
  atStake: z.string(),
  isEstimated: z.boolean(),
  /** What its words and the deals suggest. */
  likely: z.enum(MEANINGS).nullable(),
});
export type UnassignedStatus = z.infer<typeof unassignedStatusSchema>;

/** An override as its form holds it. */
export const overrideDraft = z.object({
  id: z.number().int().positive().optional(),
  partnerId: z.number().int().positive(),
  geoId: z.number().int().positive().nullable(),
  trafficSourceId: z.number().int().positive().nullable(),
  dealType: z.enum(['CPA', 'CPL', 'RevShare', 'Hybrid', 'Flat', 'CPC']),
  amount: z.string().regex(/^\d{1,14}(\.\d{1,6})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type OverrideDraft = z.infer<typeof overrideDraft>;

/** The last days' conversions priced as if an override had held for their clicks. */
export const overrideEffectSchema = z.object({
  days: z.number(),
  conversions: z.number(),
  isCapped: z.boolean(),
  /** Conversions whose price would differ. */
  changed: z.number(),
  was: z.string(),
  would: z.string(),
  /** What the saved override has priced so far. */
  used: z
    .object({
      conversions: z.number(),
      revenue: z.string(),
    })
    .nullable(),
});
export type OverrideEffect = z.infer<typeof overrideEffectSchema>;
