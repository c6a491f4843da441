/** What a mapping or an override would change, told before it is saved. */
import { z } from 'zod';
import type { DEAL_REVENUE_TYPES } from '../entities/shared/fields.ts';
import { integrationSettingsSchema, MEANINGS, type Meaning } from './postback.ts';

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

export interface MappingEffect {
  /** Reported transactions that would mean something else. */
  transactions: number;
  /** More were there than were weighed. */
  isCapped: boolean;
  /** Day of the oldest of them. */
  since: string | null;
  /** Changes of the sums; money in base currency. */
  leads: number;
  qualifiedLeads: number;
  firstDeposits: number;
  revenue: string;
  /** Of them, counted once already under another status. */
  duplicates: number;
  /** Of them, without a click that is known. */
  unmatched: number;
  /** What an assignment counts of what is at stake; null where a whole integration changes. */
  stake: AssignmentStake | null;
}

/** What some transactions would count as one meaning, against the most that any would bring. Base currency. */
export interface AssignmentStake {
  /** The amounts that were reported, as far as their currency has a rate. */
  reported: string;
  atStake: string;
  counts: string;
  /** What the deals of their clicks pay for. */
  pays: PaidFor[];
}

/** What terms can pay for. */
export type PaidFor = (typeof DEAL_REVENUE_TYPES)[number]['value'];

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
  if (pays.length === 0) return 'no deal applies to these clicks';
  return `the deal pays ${pays.map((one) => PAID_FOR_WORDS[one]).join(' and ')}`;
}

/** Transactions of one partner and unassigned status. */
export interface UnassignedStatus {
  partnerId: number;
  partner: string;
  status: string;
  transactions: number;
  first: string;
  last: string;
  /** The most that an assignment would bring, in base currency; estimated from a sample where there are many. */
  atStake: string;
  isEstimated: boolean;
  /** What its words and the deals suggest. */
  likely: Meaning | null;
}

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
export interface OverrideEffect {
  days: number;
  conversions: number;
  isCapped: boolean;
  /** Conversions whose price would differ. */
  changed: number;
  was: string;
  would: string;
  /** What the saved override has priced so far. */
  used: { conversions: number; revenue: string } | null;
}
