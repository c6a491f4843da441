/** Tells the person on whose behalf something is sent that it did not arrive: at once, and again when it never will. */
import type { Trx } from '../database.ts';
import { notify } from './notify.ts';
import type { End, Taken } from './take.ts';

export async function tellSender(trx: Trx, { parts, recipient, channel }: Taken, end: End, now: Date): Promise<void> {
  const sent = await trx
    .selectFrom('notifications')
    .select(['id', 'title', 'senderId'])
    .where(
      'id',
      'in',
      parts.map(({ notificationId }) => notificationId),
    )
    .where('senderId', 'is not', null)
    .execute();
  const isOver = end.state !== 'waiting';
  const to = channel === 'email' ? recipient : 'your webhook';
  for (const { id, title, senderId } of sent) {
    if (senderId === null) continue;
    await notify(trx, now, {
      topic: 'reports',
      dedupeKey: `sending ${id} ${isOver ? 'failed' : 'delayed'}`,
      threadKey: `sending ${id}`,
      severity: isOver ? 'error' : 'warning',
      title: isOver ? `Not delivered: ${title}` : `Not delivered yet: ${title}`,
      body: {
        lines: [
          `It could not be delivered to ${to}: ${end.problem ?? 'unknown reason'}`,
          isOver ? 'It is not tried again.' : 'It is tried again by itself.',
        ],
        link: { route: 'advancedReporting', label: 'Open reports' },
      },
      userIds: [senderId],
    });
  }
}
