/** The bell, and the channels and topics by which people are told outside the app. */
import { z } from 'zod';
import { noticeThreadSchema } from '../workplace/notifications/notifications.ts';
import {
  notificationSettingsSchema,
  quietHoursSchema,
  testOutcomeSchema,
} from '../workplace/notifications/settings.ts';
import { newTargetSchema } from '../workplace/notifications/targets.ts';
import { PLACES, TOPIC_NAMES } from '../workplace/notifications/topics.ts';
import { defineCall, FILE, idParams } from './define-call.ts';
import { followNoticesHead, listNoticesHead } from './first-screen.ts';

const tag = 'Notifications';
const own = { access: 'signedIn', rows: 'own' } as const;
const noticeId = z.number().int().positive();

export const listNotices = defineCall({
  ...listNoticesHead,
  summary: 'The notifications of the person who calls, grouped by thread, the newest first.',
  tag,
  ...own,
  query: z.object({ before: z.coerce.number<number>().int().positive().optional() }),
  answer: z.array(noticeThreadSchema),
  /** `next` is the `before` of the next page; null if there are no older threads. */
  meta: z.object({ next: z.number().nullable() }),
});

export const followNotices = defineCall({
  ...followNoticesHead,
  summary: 'How many notifications are unread, now and whenever it changes, as server-sent events.',
  tag,
  ...own,
  answer: FILE,
});

export const markNoticesRead = defineCall({
  name: 'markNoticesRead',
  summary: 'Marks notifications up to this one as read, in one thread or in all.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'notifications/read',
  ...own,
  body: z.strictObject({ upTo: noticeId, thread: z.string().max(500).optional() }),
});

export const readMailState = defineCall({
  name: 'readMailState',
  summary: 'Whether this installation sends e-mail.',
  tag,
  method: 'GET',
  path: 'notifications/mail',
  ...own,
  answer: z.object({ isOn: z.boolean() }),
});

export const readNotificationSettings = defineCall({
  name: 'readNotificationSettings',
  summary: 'About what, where and when the person who calls is told.',
  tag,
  method: 'GET',
  path: 'notifications/settings',
  ...own,
  answer: notificationSettingsSchema,
});

export const chooseNotification = defineCall({
  name: 'chooseNotification',
  summary: 'Turns a topic on or off at one place.',
  tag,
  method: 'PUT',
  path: 'notifications/choices',
  ...own,
  body: z.strictObject({ topic: z.enum(TOPIC_NAMES), place: z.enum(PLACES), isOn: z.boolean() }),
});

export const setQuietHours = defineCall({
  name: 'setQuietHours',
  summary: 'Sets the hours in which nothing is sent outside the app; null ends them.',
  tag,
  method: 'PUT',
  path: 'notifications/quiet-hours',
  ...own,
  body: z.strictObject({ quietHours: quietHoursSchema.nullable() }),
});

export const addNotificationChannel = defineCall({
  name: 'addNotificationChannel',
  summary: 'Adds a target outside the app. The secret of a webhook is in this answer only.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'notifications/channels',
  ...own,
  body: newTargetSchema,
  answer: z.object({ id: z.number(), secret: z.string().nullable() }),
});

export const removeNotificationChannel = defineCall({
  name: 'removeNotificationChannel',
  summary: 'Removes a target with its secrets. What waits for it is dropped.',
  tag,
  method: 'DELETE',
  path: 'notifications/channels/:id',
  ...own,
  params: idParams,
});

export const testNotificationChannel = defineCall({
  name: 'testNotificationChannel',
  summary: 'Sends a test message to a target now, and says how that ended.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'notifications/channels/:id/test',
  ...own,
  params: idParams,
  answer: testOutcomeSchema,
});

export const testNotificationMail = defineCall({
  name: 'testNotificationMail',
  summary: 'Sends a test mail to the person who calls now, and says how that ended.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'notifications/mail/test',
  ...own,
  answer: testOutcomeSchema,
});
