/** Web push to visitors beside its records: audience, test, sending, keys. */
import { z } from 'zod';
import { pushNotification } from '../entities/push-notification.ts';
import {
  pushAudienceCountSchema,
  pushAudienceSchema,
  pushProgressSchema,
  pushSetupSchema,
} from '../traffic/push/audience.ts';
import { PUSH_LIMITS } from '../traffic/push/limits.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Push notifications';
const group = pushNotification.name;
const screens = ['pushNotifications', 'pushNotificationsAdd', 'pushNotificationsEdit'] as const;
const view = { access: { routes: screens, action: 'view' }, rows: 'staff' } as const;
const ofRecord = { rows: { of: pushNotification }, params: idParams } as const;

export const readPushSetup = defineCall({
  name: 'readPushSetup',
  summary: 'The keys of web push, how many browsers subscribed with each, and subscribers by site and topic.',
  tag,
  group,
  method: 'GET',
  path: 'push-setup',
  ...view,
  answer: pushSetupSchema,
});

export const rotatePushKey = defineCall({
  name: 'rotatePushKey',
  summary:
    'Makes a new key for new subscriptions. Older subscriptions go on with their own until their browser visits again.',
  tag,
  group,
  method: 'POST',
  repeat: 'anew',
  path: 'push-setup/keys',
  access: { routes: screens, action: 'add', grades: ['Management', 'Admin'] },
  rows: 'staff',
  answer: pushSetupSchema,
});

export const countPushAudience = defineCall({
  name: 'countPushAudience',
  summary: 'How many subscriptions an audience has now. It stores nothing.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'push-notifications/audience',
  ...view,
  body: pushAudienceSchema.extend({
    capPerDay: z.int().min(1).max(PUSH_LIMITS.capPerDay).default(PUSH_LIMITS.capPerDay),
  }),
  answer: pushAudienceCountSchema,
});

export const testPush = defineCall({
  name: 'testPush',
  summary: 'Sends a saved push to the browsers that the person who calls has added in the profile.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'push-notifications/:id/test',
  access: { record: pushNotification, verb: 'edit' },
  ...ofRecord,
  answer: z.object({ sent: z.number(), problem: z.string().nullable() }),
});

export const readPushProgress = defineCall({
  name: 'readPushProgress',
  summary: 'What became of the messages of a push so far.',
  tag,
  group,
  method: 'GET',
  path: 'push-notifications/:id/progress',
  access: { record: pushNotification, verb: 'read' },
  ...ofRecord,
  answer: pushProgressSchema,
});

export const sendPush = defineCall({
  name: 'sendPush',
  summary: 'Sends a push to its audience as a job, at once or at its time. Nobody gets the same push twice.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'push-notifications/:id/send',
  access: { record: pushNotification, verb: 'edit' },
  ...ofRecord,
  body: z.strictObject({ version: z.int().positive() }),
  answer: pushProgressSchema,
});

export const stopPush = defineCall({
  name: 'stopPush',
  summary: 'Stops a push. Messages that a push service has accepted arrive all the same.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'push-notifications/:id/stop',
  access: { record: pushNotification, verb: 'edit' },
  ...ofRecord,
  answer: pushProgressSchema,
});
