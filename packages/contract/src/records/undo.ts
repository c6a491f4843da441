/** A person's own changes, and taking them back (docs/product/records.md#undo). */
import { z } from 'zod';
import { ENTITY_NAMES } from '../define/entity-names.ts';
import { historyEntrySchema } from './history.ts';

/** How many of their changes people see. */
export const OWN_CHANGES = 50;

/** The changes that one request made; it has several records if many were changed at once. */
export const ownChangeSchema = z.object({
  /** Identifies the change, and is the id of the request that made it. */
  requestId: z.string(),
  at: z.iso.datetime(),
  /** The records, the last changed first; at most ten are named. */
  records: z.array(
    z.object({
      entity: z.enum(ENTITY_NAMES),
      id: z.number(),
      title: z.string(),
      action: z.enum(['create', 'update', 'archive', 'restore']),
      changes: historyEntrySchema.shape.changes,
    }),
  ),
  /** How many records changed in all. */
  count: z.number(),
  /** The change takes back another one. */
  isUndo: z.boolean(),
  isUndone: z.boolean(),
  /** Why the change cannot be undone, as far as that is known without trying; null if it probably can. */
  refusal: z.string().nullable(),
});
export type OwnChange = z.infer<typeof ownChangeSchema>;

/** The answer of an undo: what it changed, and the id with which it is taken back itself. */
export const undoneSchema = z.object({
  requestId: z.string(),
  /** The change that was undone, such as "Partner “Alpha Casino”" or "12 campaign boxes". */
  what: z.string(),
  /** It took back an undo. */
  isRedo: z.boolean(),
});
export type Undone = z.infer<typeof undoneSchema>;
