/** One change to many records (docs/product/records.md#lists). */
import { z } from 'zod';
import { LONGEST_LIST } from '../reading/brackets.ts';

const ids = z.array(z.number().int().positive()).min(1).max(LONGEST_LIST);

export const bulkSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['archive', 'restore']), ids }),
  z.strictObject({ action: z.literal('edit'), ids, values: z.record(z.string().max(64), z.unknown()) }),
  z.strictObject({
    action: z.enum(['tag', 'untag']),
    ids,
    tagIds: z.array(z.number().int().positive()).min(1).max(50),
  }),
]);
export type BulkChange = z.infer<typeof bulkSchema>;
