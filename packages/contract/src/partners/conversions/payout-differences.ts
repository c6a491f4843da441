/** Payouts in partners' reports that differ from the fixed amounts of their deals. */
import { z } from 'zod';

/** How many days the list goes back. */
export const PAYOUT_DAYS = 30;

/** The conversions of one deal whose reports name another payout, in one pair of currencies. */
export const payoutDifferenceSchema = z.object({
  partnerId: z.number(),
  partner: z.string(),
  dealId: z.number(),
  dealType: z.string(),
  /** The geo of the deal, or the name of the global deal. */
  deal: z.string(),
  isGlobal: z.boolean(),
  conversions: z.number(),
  /** The sum of the payouts that the partner reported. */
  reported: z.string(),
  currency: z.string(),
  /** The sum that the deal pays for the same conversions. */
  agreed: z.string(),
  agreedCurrency: z.string(),
  /** Days (UTC) of the first and of the newest of them. */
  oldest: z.string(),
  newest: z.string(),
});
export type PayoutDifference = z.infer<typeof payoutDifferenceSchema>;
