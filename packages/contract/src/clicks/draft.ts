/** A box or a rule as a form holds it, saved or not: what is checked and replayed. */
import { z } from 'zod';

/** What can be drafted; each by the name of its entity. */
export const DRAFTS = ['campaignBox', 'seoCampaignBox', 'rule', 'globalRule', 'bannerGlobalRule'] as const;
export type DraftKind = (typeof DRAFTS)[number];

/** Values may be half-finished: what cannot be read counts as not given. */
export const draftSchema = z.strictObject({
  kind: z.enum(DRAFTS),
  /** Null for one that has never been saved. */
  id: z.int().positive().nullable(),
  values: z.record(z.string(), z.unknown()),
});
export type Draft = z.infer<typeof draftSchema>;
