/** Managers and the publishers they look after. */
import { z } from 'zod';
import { assignPublishersSchema, managersSchema } from '../records/managers.ts';
import { defineCall } from './define-call.ts';

const tag = 'Managers';
const routes = ['usersManagement'] as const;

export const listManagers = defineCall({
  name: 'listManagers',
  summary: 'The managers with their publishers, and the publishers that nobody looks after.',
  tag,
  method: 'GET',
  path: 'users-management',
  access: { routes, action: 'view' },
  rows: 'staff',
  answer: managersSchema,
});

export const assignPublishers = defineCall({
  name: 'assignPublishers',
  summary: 'Assigns publishers to a manager, or removes their manager.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'users-management/assign',
  access: { routes, action: 'add' },
  rows: 'staff',
  body: assignPublishersSchema,
  answer: z.object({ assigned: z.number() }),
});
