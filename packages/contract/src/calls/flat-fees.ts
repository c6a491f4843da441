/** Decisions about flat fees. */
import { z } from 'zod';
import { recordRowSchema } from '../define/entity.ts';
import { flatFee } from '../entities/flat-fee.ts';
import { defineCall, idParams } from './define-call.ts';

const decision = {
  tag: flatFee.many,
  method: 'POST',
  repeat: 'key',
  access: { routes: ['approval'], action: 'add' },
  rows: { of: flatFee },
  params: idParams,
  /** The version that the person saw: a decision about anything else is refused. */
  body: z.strictObject({ version: z.int().positive(), note: z.string().trim().max(500).default('') }),
  answer: recordRowSchema,
} as const;

export const waitingFeeSchema = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  party: z.string(),
  direction: z.enum(['paid', 'received']),
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  amount: z.string(),
  currency: z.string(),
  /** In base currency; null if the rate of its first day is unknown. */
  effect: z.string().nullable(),
  approvals: z.number(),
  needed: z.number(),
  needsAdmin: z.boolean(),
  /** Why the viewer cannot decide about it; empty if they can. */
  obstacle: z.string(),
  proposedBy: z.string(),
  proposedAt: z.string(),
});
export type WaitingFee = z.infer<typeof waitingFeeSchema>;

export const listWaitingFees = defineCall({
  tag: flatFee.many,
  group: flatFee.name,
  name: 'listWaitingFees',
  summary: 'Flat fees that wait for approval, with their effect in base currency.',
  method: 'GET',
  path: 'approvals/flat-fees',
  access: { routes: ['approval'], action: 'view' },
  rows: 'staff',
  answer: z.array(waitingFeeSchema),
});

export const approveFlatFee = defineCall({
  ...decision,
  name: 'approveFlatFee',
  summary: 'Approves a flat fee; it counts as soon as everybody has approved whom its amount demands.',
  path: 'flat-fees/:id/approve',
});

export const rejectFlatFee = defineCall({
  ...decision,
  name: 'rejectFlatFee',
  summary: 'Rejects a flat fee with a reason.',
  path: 'flat-fees/:id/reject',
});
