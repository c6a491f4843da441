/** Referral codes in bulk, and their uses. */
import { z } from 'zod';
import { referralCode } from '../entities/referral-code.ts';
import { LONGEST_LIST } from '../reading/brackets.ts';
import { bulkCodesSchema, codeUsesSchema } from '../records/referral-codes.ts';
import { defineCall } from './define-call.ts';

const tag = referralCode.many;

export const makeReferralCodes = defineCall({
  name: 'makeReferralCodes',
  summary: 'Makes many random referral codes at once. Takes an Idempotency-Key.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: 'referral-codes/bulk-create',
  access: { routes: ['referralCodesAdd'], action: 'add' },
  rows: 'own',
  body: bulkCodesSchema,
  answer: z.object({ codes: z.array(z.string()) }),
});

export const listReferralCodeUses = defineCall({
  name: 'listReferralCodeUses',
  summary: 'How often codes were used; a code that nobody used is missing.',
  tag,
  method: 'GET',
  path: 'referral-codes/uses',
  access: { routes: ['referralCodes'], action: 'view' },
  rows: 'staff',
  query: z.object({ ids: z.array(z.coerce.number<number>().int().positive()).min(1).max(LONGEST_LIST) }),
  answer: z.array(codeUsesSchema),
});
