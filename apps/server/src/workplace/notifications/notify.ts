/** Telling people something, once: a notification, the bells of its audience, and deliveries by their channels. */
import type { NotificationBody } from '@signpost/contract/workplace/notifications/notifications.ts';
import type { Severity, TopicName } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { announceNotices } from './live.ts';
import { addDeliveries } from './outbox.ts';

const userRows = z.array(z.object({ userId: z.number() }));

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
  /** Nothing is sent outside the app before it; the bell shows it at once. */
  sendAt?: Date;
}

/**
 * Stores a notification in the caller's transaction, so that it is told exactly if what it is about is committed.
 * Returns false if it was told before, which changes nothing.
 */
export async function notify(trx: Trx, at: Date, announcement: Announcement): Promise<boolean> {
  const { topic, dedupeKey, severity, threadKey = dedupeKey, title, body, userIds, sendAt = at } = announcement;
  const stored = await trx
    .insertInto('notifications')
    .values({ topic, dedupeKey, severity, threadKey, title, body: JSON.stringify(body), at, senderId: null })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) return false;
  const people = [...new Set(userIds)];
  if (people.length === 0) return true;
  const bells = await addDeliveries(trx, { notificationId: stored.id, topic, userIds: people, at, sendAt });
  if (bells.length === 0) return true;
  await trx
    .insertInto('notices')
    .values(bells.map((userId) => ({ notificationId: stored.id, userId, readAt: null })))
    .execute();
  await announceNotices(trx, bells);
  return true;
}

/**
 * Takes the notifications of a thread out of the bells, and drops what waits to be sent: of everybody, because what they
 * are about no longer exists, or of the given people.
 */
export async function withdrawNotifications(
  trx: Trx,
  threadKey: string,
  at: Date,
  { userIds, problem }: { userIds?: readonly number[]; problem: string } = {
    problem: 'What it was about has been deleted.',
  },
): Promise<void> {
  const people = userIds ?? null;
  const { rows: told } = await sql`DELETE FROM notices i USING notifications n
    WHERE n.id = i.notification_id AND n.thread_key = ${threadKey}
      AND (${people}::bigint[] IS NULL OR i.user_id = ANY(${people}::bigint[])) RETURNING i.user_id`.execute(trx);
  await sql`UPDATE deliveries d SET state = 'dropped', next_try_at = NULL, lease = NULL, finished_at = ${at},
      problem = ${problem}
    FROM notifications n WHERE n.id = d.notification_id AND n.thread_key = ${threadKey} AND d.state = 'waiting'
      AND (${people}::bigint[] IS NULL OR d.user_id = ANY(${people}::bigint[]))`.execute(trx);
  await announceNotices(
    trx,
    userRows.parse(told).map(({ userId }) => userId),
  );
}

/** Gives the notifications of a thread another text, in the bells and in what waits to be sent. */
export async function reviseNotifications(trx: Trx, threadKey: string, lines: readonly string[]): Promise<void> {
  const { rows: told } = await sql`WITH revised AS (
      UPDATE notifications SET body = jsonb_set(body, '{lines}', ${JSON.stringify(lines)}::jsonb)
      WHERE thread_key = ${threadKey} RETURNING id)
    SELECT i.user_id FROM notices i JOIN revised ON revised.id = i.notification_id`.execute(trx);
  await announceNotices(
    trx,
    userRows.parse(told).map(({ userId }) => userId),
  );
}
