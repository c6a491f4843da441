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
  /** Publishers without a manager. */
  nobodys: z.array(publisherName),
});

/** Assigns publishers to a manager, or removes their manager. */
export const assignPublishersSchema = z.strictObject({
  managerId: z.number().int().positive().nullable(),
  publisherIds: z.array(z.number().int().positive()).min(1).max(500),
});
