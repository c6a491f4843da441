/** Whether anything may leave this installation. */
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { readOutgoingStopHead } from './first-screen.ts';

const tag = 'Operations';

export const readOutgoingStop = defineCall({
  ...readOutgoingStopHead,
  summary:
    'Why and since when mails, postbacks and the like do not leave this installation; null while they do, and for publishers.',
  tag,
  access: 'signedIn',
  rows: 'own',
  answer: z.object({ reason: z.string(), since: z.iso.datetime() }).nullable(),
});

export const allowOutgoing = defineCall({
  name: 'allowOutgoing',
  summary:
    'Lets mails, postbacks and the like leave a restored copy. Open e-mails to publishers stay paused until each is resumed.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'outgoing-stop/lift',
  access: { routes: ['home'], action: 'view', grades: ['Admin'] },
  rows: 'staff',
});
