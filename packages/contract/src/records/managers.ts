/** Managers and their publishers. */
import { z } from 'zod';
import { GRADES } from '../access/grades.ts';

const publisherName = z.object({ id: z.number(), name: z.string() });

const managerRowSchema = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  grade: z.enum(GRADES),
  lastSeenAt: z.iso.datetime().nullable(),
  publishers: z.array(publisherName),
});
export type ManagerRow = z.infer<typeof managerRowSchema>;

export const managersSchema = z.object({
  managers: z.array(managerRowSchema),
  /** Publishers that nobody looks after. */
  nobodys: z.array(publisherName),
});

/** Gives publishers to a manager, or to nobody. */
export const assignPublishersSchema = z.strictObject({
  managerId: z.number().int().positive().nullable(),
  publisherIds: z.array(z.number().int().positive()).min(1).max(500),
});
