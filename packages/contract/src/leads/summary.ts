/** The lead report: leads by partner and status. */
import { z } from 'zod';

export const summaryQuery = z.strictObject({ start: z.iso.date(), end: z.iso.date() });

export interface LeadSummaryRow {
  /** Null for leads that no buyer took. */
  partnerId: number | null;
  partner: string | null;
  accepted: number;
  waiting: number;
  parked: number;
  rejected: number;
}

/** The key of a site, as shown in its form. */
export interface SiteKey {
  /** In clear text only in the answer that created it. */
  key: string | null;
  /** The last characters of the key; null if there is none. */
  hint: string | null;
}
