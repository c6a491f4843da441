/** Tells the person on whose behalf something is sent that it did not arrive: at once, and again when it never will. */
import type { Trx } from '../../database.ts';
import { readBody } from './message.ts';
import { notify } from './notify.ts';
import type { End, Taken } from './take.ts';

const FAILED = { step: 'failed', severity: 'error', title: 'Not delivered', next: 'It is not tried again.' } as const;
const DELAYED = {
  step: 'delayed',
  severity: 'warning',
  title: 'Not delivered yet',
  next: 'It is tried again by itself.',
} as const;

const answerLink = (downloadId: number) => ({
  route: 'advancedReportingDownload' as const,
  params: { downloadId: String(downloadId) },
  label: 'Open the report',
});

export async function tellSender(trx: Trx, { parts, recipient, channel }: Taken, end: End, now: Date): Promise<void> {
  const sent = await trx
    .selectFrom('notifications')
    // The mail of a split report has no link of its own, because its receiver has no account.
    .leftJoin('reportDeliveries', 'reportDeliveries.notificationId', 'notifications.id')
    .select(['notifications.id', 'title', 'senderId', 'body', 'downloadId'])
    .where(
      'notifications.id',
      'in',
      parts.map(({ notificationId }) => notificationId),
    )
    .where('senderId', 'is not', null)
    .execute();
  const said = end.state === 'waiting' ? DELAYED : FAILED;
  const to = channel === 'email' ? recipient : 'your webhook';
  for (const { id, title, senderId, body, downloadId } of sent) {
    if (senderId === null) continue;
    const link = downloadId === null ? readBody(body).link : answerLink(downloadId);
    await notify(trx, now, {
      topic: 'reports',
      dedupeKey: `sending ${id} ${said.step}`,
      threadKey: `sending ${id}`,
      severity: said.severity,
      title: `${said.title}: ${title}`,
      body: {
        lines: [`It could not be delivered to ${to}: ${end.problem ?? 'unknown reason'}`, said.next],
        link,
      },
      userIds: [senderId],
    });
  }
}
