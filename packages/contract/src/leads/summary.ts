/** The lead report: leads by partner and status. */
import { z } from 'zod';

export const summaryQuery = z.strictObject({ start: z.iso.date(), end: z.iso.date() });

export const leadSummaryRow = z.object({
  /** Null for leads that no partner has taken. */
  partnerId: z.number().nullable(),
  partner: z.string().nullable(),
  accepted: z.number(),
  waiting: z.number(),
  parked: z.number(),
  rejected: z.number(),
});
export type LeadSummaryRow = z.infer<typeof leadSummaryRow>;

/** A site's key as its form shows it. */
export const siteKey = z.object({
  /** In clear in the answer that made it, and never again. */
  key: z.string().nullable(),
  /** Its last letters; null where there is no key. */
  hint: z.string().nullable(),
});
export type SiteKey = z.infer<typeof siteKey>;
