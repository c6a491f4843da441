/** The people who are told of a topic that people choose themselves. */
import type { TopicName } from '@signpost/contract/workplace/notifications/topics.ts';
import type { Queryable } from '../../database.ts';

/** The people who turned a topic on at any place. For topics that are off until they are chosen. */
export async function peopleToldOf(db: Queryable, topic: TopicName): Promise<number[]> {
  const rows = await db
    .selectFrom('notificationChoices')
    .innerJoin('users', 'users.id', 'notificationChoices.userId')
    .select('userId')
    .distinct()
    .where('topic', '=', topic)
    .where('isOn', '=', true)
    .where('users.archivedAt', 'is', null)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}
