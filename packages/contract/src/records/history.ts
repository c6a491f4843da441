import { z } from 'zod';
import { auditEventSchema } from './audit-events.ts';

export const HISTORY_ACTIONS = ['create', 'update', 'archive', 'restore', 'effect'] as const;

/** One change of a record as the history drawer shows it. */
export const historyEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  action: z.enum(HISTORY_ACTIONS),
  version: z.number(),
  /** Name of the person; null for the product itself. */
  by: z.string().nullable(),
  /** An event without changed fields, such as viewing the person behind a lead; null for a change. */
  event: auditEventSchema.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The record's fields after this change, which "Restore version" puts into the form. Null if it cannot be restored. */
  snapshot: z.record(z.string(), z.unknown()).nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
