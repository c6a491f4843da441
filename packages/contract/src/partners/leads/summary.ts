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

/** The key of a site, as shown in its form. */
export const siteKey = z.object({
  /** In clear text only in the answer that created it. */
  key: z.string().nullable(),
  /** The last characters of the key; null if there is none. */
  hint: z.string().nullable(),
});
export type SiteKey = z.infer<typeof siteKey>;
