/** Bulk generation of referral codes, and their uses. */
import { z } from 'zod';
import { trimInvisible } from '../reading/invisible.ts';

export const BULK_CODES_MAX = 1_000;

/** Codes of `PREFIX` and random letters and digits. Codes without an owner form the unassigned pool. */
export const bulkCodesSchema = z.strictObject({
  count: z.number().int().min(1, 'At least 1.').max(BULK_CODES_MAX, `At most ${BULK_CODES_MAX}.`),
  prefix: z.string().overwrite(trimInvisible).max(20).regex(/^\w*$/, 'Please use letters and digits only.'),
  /** Random characters after the prefix. */
  length: z.number().int().min(4).max(20),
  publisherId: z.number().int().positive().nullable(),
  partnerId: z.number().int().positive().nullable(),
});
export type BulkCodes = z.infer<typeof bulkCodesSchema>;

export const codeUsesSchema = z.object({ id: z.number(), uses: z.number(), firstDeposits: z.number() });
