/** Telling people something, once: a notification, the bells of its audience, and deliveries by their channels. */
import type { NotificationBody } from '@signpost/contract/notifications/notifications.ts';
import type { Severity, TopicName } from '@signpost/contract/notifications/topics.ts';
import type { Trx } from '../database.ts';
import { announceNotices } from './live.ts';
import { addDeliveries } from './outbox.ts';

export interface Announcement {
  topic: TopicName;
  /** The same key is told only once, whoever asks for it and how often. */
  dedupeKey: string;
  severity: Severity;
  /** Notifications of one thread are shown together; by default, each stands alone. */
  threadKey?: string;
  title: string;
  body: NotificationBody;
  /** The people who are told. */
  userIds: readonly number[];
}

/**
 * Stores a notification in the caller's transaction, so that it is told exactly if what it is about is committed.
 * Returns false if it was told before, which changes nothing.
 */
export async function notify(trx: Trx, at: Date, announcement: Announcement): Promise<boolean> {
  const { topic, dedupeKey, severity, threadKey = dedupeKey, title, body, userIds } = announcement;
  const stored = await trx
    .insertInto('notifications')
    .values({ topic, dedupeKey, severity, threadKey, title, body: JSON.stringify(body), at })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) return false;
  const people = [...new Set(userIds)];
  if (people.length === 0) return true;
  const bells = await addDeliveries(trx, { notificationId: stored.id, topic, userIds: people, at });
  if (bells.length === 0) return true;
  await trx
    .insertInto('notices')
    .values(bells.map((userId) => ({ notificationId: stored.id, userId, readAt: null })))
    .execute();
  await announceNotices(trx, bells);
  return true;
}
