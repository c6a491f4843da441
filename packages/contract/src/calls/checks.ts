/** The checks of this installation, for the status screen. */
import { z } from 'zod';
import { checkSchema } from '../operations/checks.ts';
import { defineCall } from './define-call.ts';

export const readChecks = defineCall({
  name: 'readChecks',
  summary: 'Checks this installation: what is well, what is not, and what to do about it. Admins only.',
  tag: 'Health',
  method: 'GET',
  path: 'checks',
  access: { routes: ['backgroundJobs'], action: 'view', grades: ['Admin'] },
  rows: 'staff',
  answer: z.object({ checkedAt: z.iso.datetime(), checks: z.array(checkSchema) }),
});
