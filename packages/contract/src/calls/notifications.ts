/** The bell, and where and about what people are told outside the app. */
import { z } from 'zod';
import { noticeThreadSchema } from '../notifications/notifications.ts';
import { defineCall, FILE } from './define-call.ts';
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
