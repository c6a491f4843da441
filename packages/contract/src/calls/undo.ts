/** A person's own changes, and taking them back. */
import { z } from 'zod';
import { ownChangeSchema, undoneSchema } from '../records/undo.ts';
import { defineCall } from './define-call.ts';

const tag = 'Profile';
const own = { access: 'signedIn', rows: 'own' } as const;

export const listOwnChanges = defineCall({
  name: 'listOwnChanges',
  summary: 'The latest changes of the person who calls, the newest first.',
  tag,
  method: 'GET',
  path: 'profile/changes',
  ...own,
  answer: z.array(ownChangeSchema),
});

export const readLatestChange = defineCall({
  name: 'readLatestChange',
  summary:
    'The latest change of the person who calls that was neither undone nor an undo, or null. Ctrl/⌘ Z takes it back.',
  tag,
  method: 'GET',
  path: 'profile/changes/latest',
  ...own,
  answer: ownChangeSchema.nullable(),
});

export const undoChange = defineCall({
  name: 'undoChange',
  summary:
    'Takes back a change of the person who calls, as a change of its own. It is refused as a whole, with the reason, where somebody has changed the same fields since.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'profile/changes/undo',
  ...own,
  body: z.strictObject({ requestId: z.string().min(1).max(64) }),
  answer: undoneSchema,
});
