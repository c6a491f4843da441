/** Managers and their publishers. */
import { z } from 'zod';
import type { Grade } from '../access/grades.ts';

export interface ManagerRow {
  id: number;
  name: string;
  email: string;
  grade: Grade;
  lastSeenAt: string | null;
  publishers: { id: number; name: string }[];
}

export interface Managers {
  managers: ManagerRow[];
  /** Publishers without a manager. */
  nobodys: { id: number; name: string }[];
}

/** Assigns publishers to a manager, or removes their manager. */
export const assignPublishersSchema = z.strictObject({
  managerId: z.number().int().positive().nullable(),
  publisherIds: z.array(z.number().int().positive()).min(1).max(500),
});
