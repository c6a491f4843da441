/** Decisions about documents, and how many people an effect in money takes. */
import { z } from 'zod';
import { approvalTierSchema } from '../money/approval.ts';
import { waitingSchema } from '../money/views.ts';
import { defineCall, idParams } from './define-call.ts';

const approval = { tag: 'Approvals', group: 'documents', rows: 'staff' } as const;

export const listWaiting = defineCall({
  ...approval,
  name: 'listWaiting',
  summary: 'Documents that wait for approval.',
  method: 'GET',
  path: 'approvals',
  access: { routes: ['approval'], action: 'view' },
  answer: z.array(waitingSchema),
});

export const decideDocument = defineCall({
  ...approval,
  name: 'decideDocument',
  summary: 'Approves or rejects exactly the content that the viewer saw.',
  method: 'POST',
  repeat: 'key',
  path: 'approvals/documents/:id',
  access: { routes: ['approval'], action: 'add' },
  params: idParams,
  body: z.strictObject({
    payloadHash: z.string().length(64),
    verdict: z.enum(['approved', 'rejected']),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ id: z.number(), disputed: z.string() }),
});

export const listTiers = defineCall({
  ...approval,
  name: 'listTiers',
  summary: 'How many people approve, by the effect in base currency.',
  method: 'GET',
  path: 'approvals/tiers',
  access: { routes: ['approval', 'allInvoices'], action: 'view' },
  answer: z.array(approvalTierSchema),
});

export const changeTiers = defineCall({
  ...approval,
  name: 'changeTiers',
  summary: 'Replaces the limits of approval.',
  method: 'PUT',
  path: 'approvals/tiers',
  access: { routes: ['allInvoices'], action: 'add', grades: ['Admin'] },
  body: z.array(approvalTierSchema).min(1).max(10),
  answer: z.array(approvalTierSchema),
});
