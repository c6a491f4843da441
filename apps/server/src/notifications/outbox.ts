/** Where each person is told: the bell, and deliveries by the channels that they chose for a topic. */
import { isTold, type Place, type TopicName } from '@signpost/contract/notifications/topics.ts';
import type { Trx } from '../database.ts';

interface NewDeliveries {
  notificationId: number;
  topic: TopicName;
  userIds: readonly number[];
  at: Date;
}

const nothingYet = { lease: null, digestOf: null, problem: null, finishedAt: null };

/**
 * Puts what is sent outside the app into the outbox, in the transaction that stores the notification. Returns the people
 * whose bell shows it.
 */
export async function addDeliveries(
  trx: Trx,
  { notificationId, topic, userIds, at }: NewDeliveries,
): Promise<number[]> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', userIds)
    .where('archivedAt', 'is', null)
    .execute();
  if (people.length === 0) return [];
  const wants = await choicesOf(
    trx,
    topic,
    people.map(({ id }) => id),
  );
  const targets = await trx
    .selectFrom('notificationChannels')
    .select(['id', 'kind', 'userId'])
    .where(
      'userId',
      'in',
      people.map(({ id }) => id),
    )
    .where('endedAt', 'is', null)
    .execute();
  const created = { notificationId, nextTryAt: at, createdAt: at, ...nothingYet };
  const deliveries = [
    ...people
      .filter(({ id }) => wants(id, 'email'))
      .map(({ id, email }) => ({
        ...created,
        channel: 'email' as const,
        recipient: email,
        userId: id,
        channelId: null,
      })),
    ...targets
      .filter(({ userId, kind }) => wants(userId, kind))
      .map(({ id, kind, userId }) => ({ ...created, channel: kind, recipient: String(id), userId, channelId: id })),
  ];
  if (deliveries.length > 0)
    await trx
      .insertInto('deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return people.map(({ id }) => id).filter((id) => wants(id, 'bell'));
}

async function choicesOf(
  trx: Trx,
  topic: TopicName,
  userIds: readonly number[],
): Promise<(userId: number, place: Place) => boolean> {
  const rows = await trx
    .selectFrom('notificationChoices')
    .select(['userId', 'channel', 'isOn'])
    .where('topic', '=', topic)
    .where('userId', 'in', userIds)
    .execute();
  const choices = new Map(rows.map(({ userId, channel, isOn }) => [`${userId} ${channel}`, isOn]));
  return (userId, place) => isTold(topic, place, choices.get(`${userId} ${place}`));
}
