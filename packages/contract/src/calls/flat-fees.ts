/** Decisions about flat fees. */
import { z } from 'zod';
import { recordRowSchema } from '../define/entity.ts';
import { flatFee } from '../entities/flat-fee.ts';
import { defineCall, idParams } from './define-call.ts';

const decision = {
  tag: flatFee.many,
  method: 'POST',
  access: { routes: ['approval'], action: 'add' },
  rows: { of: flatFee },
  params: idParams,
  /** The version that the person saw: a decision about anything else is refused. */
  body: z.strictObject({ version: z.int().positive(), note: z.string().trim().max(500).default('') }),
  answer: recordRowSchema,
} as const;

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
