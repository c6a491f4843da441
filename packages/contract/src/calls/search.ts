/** The palette's search. */
import { z } from 'zod';
import { foundRecordSchema } from '../records/found.ts';
import { defineCall } from './define-call.ts';

export const searchRecords = defineCall({
  name: 'searchRecords',
  summary: 'Records of every entity that the person may read, found by name, id or phone number.',
  tag: 'Search',
  method: 'GET',
  path: 'search',
  access: 'signedIn',
  rows: 'own',
  query: z.object({ q: z.string().trim().min(1).max(200) }),
  answer: z.array(foundRecordSchema),
});
