/** Background work of "Needs attention". */
import type { Db } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import { tellAttention } from './tell.ts';

const EVERY_MS = 5 * 60_000;

export const attentionJobs = ({ db }: { db: Db }): Job[] => [
  { name: 'needs a person', everyMs: EVERY_MS, run: () => tellAttention(db, new Date()) },
];
