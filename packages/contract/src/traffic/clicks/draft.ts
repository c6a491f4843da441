/** A box or a rule as edited in a form, saved or not. Drafts are checked and replayed. */
import { z } from 'zod';

/** The kinds of drafts, by the name of their entity. */
export const DRAFTS = ['campaignBox', 'seoCampaignBox', 'rule', 'globalRule', 'bannerGlobalRule'] as const;
export type DraftKind = (typeof DRAFTS)[number];

/** Values can be incomplete: an unreadable value counts as absent. */
export const draftSchema = z.strictObject({
  kind: z.enum(DRAFTS),
  /** Null if it has never been saved. */
  id: z.int().positive().nullable(),
  values: z.record(z.string(), z.unknown()),
});
export type Draft = z.infer<typeof draftSchema>;
