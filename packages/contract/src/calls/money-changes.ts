/** Changes of terms that wait for approval: deal proposals, partner overrides, and changes of many deals. */
import { z } from 'zod';
import { defineCall } from './define-call.ts';

export const CHANGE_KINDS = ['dealProposal', 'partnerOverride', 'dealChange'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How many days of statistics an effect is estimated from. */
export const EFFECT_DAYS = 30;

export const waitingChangeSchema = z.object({
  kind: z.enum(CHANGE_KINDS),
  id: z.number(),
  /** Of exactly the content that the viewer sees; a verdict about any other content is refused. */
  hash: z.string(),
  title: z.string(),
  party: z.string(),
  validFrom: z.iso.date().nullable(),
  /**
   * The amount that it would have moved in the last days, in base currency without a sign. It is null if a rate is
   * missing or the deal pays as reported; such a change needs the largest number of approvers.
   */
  effect: z.string().nullable(),
  approvals: z.number(),
  needed: z.number(),
  needsAdmin: z.boolean(),
  /** Why the viewer cannot decide about it; empty if they can. */
  obstacle: z.string(),
  proposedBy: z.string(),
  proposedAt: z.string(),
  /** The content in words. The payment of a deal comes as data, so that screens write it like their lists. */
  facts: z.array(
    z.union([
      z.object({ label: z.string(), value: z.string() }),
      z.object({
        label: z.string(),
        pays: z.object({
          fixedAmount: z.string().nullable(),
          sharePercent: z.string().nullable(),
          currency: z.string(),
        }),
      }),
    ]),
  ),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

const changes = { tag: 'Approvals', group: 'changes', rows: 'staff' } as const;

export const listWaitingChanges = defineCall({
  ...changes,
  name: 'listWaitingChanges',
  summary: 'Changes of terms that wait for approval, with their effect in base currency.',
  method: 'GET',
  path: 'approvals/changes',
  access: { routes: ['approval'], action: 'view' },
  answer: z.array(waitingChangeSchema),
});

export const decideChange = defineCall({
  ...changes,
  name: 'decideChange',
  summary: 'Approves or rejects exactly the change that the viewer saw; it applies once nobody is missing.',
  method: 'POST',
  repeat: 'key',
  path: 'approvals/changes/:kind/:id',
  access: { routes: ['approval'], action: 'add' },
  params: z.object({ kind: z.enum(CHANGE_KINDS), id: z.coerce.number<unknown>().int().positive() }),
  body: z.strictObject({
    hash: z.string().length(64),
    verdict: z.enum(['approved', 'rejected']),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ outcome: z.enum(['waiting', 'approved', 'rejected']) }),
});
