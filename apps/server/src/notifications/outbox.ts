/** Deliveries by the channels that people chose, for each topic. */
import { TOPICS, type TopicName } from '@signpost/contract/notifications/topics.ts';
import type { Trx } from '../database.ts';

interface NewDeliveries {
  notificationId: number;
  topic: TopicName;
  userIds: readonly number[];
  at: Date;
}

/** Puts what is sent outside the app into the outbox, in the transaction that stores the notification. */
export async function addDeliveries(trx: Trx, { notificationId, topic, userIds, at }: NewDeliveries): Promise<void> {
  const channels: readonly string[] = TOPICS[topic].channels;
  if (!channels.includes('email')) return;
  const people = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', userIds)
    .where('archivedAt', 'is', null)
    .execute();
  if (people.length === 0) return;
  await trx
    .insertInto('deliveries')
    .values(
      people.map(({ id, email }) => ({
        notificationId,
        channel: 'email' as const,
        recipient: email,
        userId: id,
        channelId: null,
        nextTryAt: at,
        lease: null,
        digestOf: null,
        problem: null,
        createdAt: at,
        finishedAt: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
