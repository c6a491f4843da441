/** Where the leads are: by partner and status. */
import { z } from 'zod';

export const summaryQuery = z.strictObject({ start: z.iso.date(), end: z.iso.date() });

export interface LeadSummaryRow {
  /** Null: nobody took them. */
  partnerId: number | null;
  partner: string | null;
  accepted: number;
  waiting: number;
  parked: number;
  rejected: number;
}

/** A site's key as its form shows it. */
export interface SiteKey {
  /** In clear text only in the answer that created it. */
  key: string | null;
  /** Its last letters; null where there is no key. */
  hint: string | null;
}
