/** Sends the files of an answer as its report says, and tells its owner: in the transaction that ends the run. */
import type { DateRange } from '@signpost/contract/dates/dates.ts';
import { reportDeliverySchema, type SplitDimension } from '@signpost/contract/insight/reports/report.ts';
import { MAIL_LIMITS } from '@signpost/contract/limits.ts';
import type { NotificationBody } from '@signpost/contract/workplace/notifications/notifications.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { personOf } from '../../session-user.ts';
import { notify } from '../../workplace/notifications/notify.ts';
import { sendMail, sendToChannel } from '../../workplace/notifications/outbox.ts';
import { timeText } from './completeness.ts';
import type { StoredDownload } from './downloads.ts';
import { refusalFor } from './person.ts';
import type { WrittenFile } from './write-files.ts';

/** The facts in a message about a finished report. */
export interface ToldAnswer {
  download: StoredDownload;
  days: DateRange;
  rows: number;
  lateSources: readonly string[];
  /** Whether the data was complete, as a sentence. */
  data: string;
  now: Date;
}

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'csv.gz': 'application/gzip',
} as const;
/** All copies of a file that wait to be mailed are stored, so many recipients of a large file get a link instead. */
const COPIES_BYTES = 3 * MAIL_LIMITS.attachmentBytes;

function bodyOf(told: ToldAnswer, lines: readonly string[]): NotificationBody {
  const { download, days, rows, data } = told;
  return {
    lines: [data, ...lines],
    facts: [
      { label: 'Days', value: `${days.start} to ${days.end}` },
      { label: 'As of', value: download.asOf === null ? '' : timeText(download.asOf) },
      { label: 'Rows', value: String(rows) },
    ],
  };
}

const linkOf = (id: number) => ({
  route: 'advancedReportingDownload' as const,
  params: { downloadId: String(id) },
  label: 'Open the report',
});

const subjectOf = ({ download: { title }, days }: ToldAnswer): string => `${title} (${days.start} to ${days.end})`;

interface NewDelivery {
  channel: 'email' | 'webhook';
  recipient: string;
  userId: number | null;
  notificationId: number | null;
  problem: string | null;
}

async function addDelivery(trx: Trx, { download, now }: ToldAnswer, delivery: NewDelivery): Promise<void> {
  await trx
    .insertInto('reportDeliveries')
    .values({ ...delivery, downloadId: download.id, createdAt: now })
    .execute();
}

/** Something that should have been sent was not: the owner sees it at once. */
async function refuseDelivery(trx: Trx, told: ToldAnswer, delivery: NewDelivery): Promise<void> {
  const { download, now } = told;
  await addDelivery(trx, told, delivery);
  await notify(trx, now, {
    topic: 'reports',
    dedupeKey: `report download ${download.id} not sent to ${delivery.recipient}`,
    threadKey: `report ${download.reportId}`,
    severity: 'error',
    title: `Not sent: ${download.title}`,
    body: { lines: [`Nothing was sent to ${delivery.recipient}: ${delivery.problem}`], link: linkOf(download.id) },
    userIds: [download.userId],
  });
}

const recipientRow = z.object({ id: z.number(), email: z.string(), name: z.string() });

/** Mails the people that the report names. Each must have access to the report's statistics at this moment. */
async function mailPeople(
  trx: Trx,
  told: ToldAnswer,
  files: readonly WrittenFile[],
  store: ObjectStore,
): Promise<void> {
  const { download, now } = told;
  const people = await readRows(
    trx,
    recipientRow,
    sql`SELECT u.id, u.email, u.name FROM reports_recipients r JOIN users u ON u.id = r.target_id
      WHERE r.record_id = ${download.reportId} ORDER BY r.position`,
  );
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAttached = size <= MAIL_LIMITS.attachmentBytes && size * people.length <= COPIES_BYTES;
  const attachments = isAttached && people.length > 0 ? await attachmentsOf(store, files, download) : [];
  const note = isAttached ? [] : ['The files are too large for a mail. Open the report to download them.'];
  for (const { id, email, name } of people) {
    const delivery = { channel: 'email' as const, recipient: name, userId: id };
    const problem = refusalFor(await personOf(trx, id), download.definition);
    if (problem !== null) {
      await refuseDelivery(trx, told, { ...delivery, notificationId: null, problem });
      continue;
    }
    const notificationId = await sendMail(trx, now, {
      dedupeKey: `report download ${download.id} to user ${id}`,
      senderId: download.userId,
      to: email,
      subject: subjectOf(told),
      content: { body: { ...bodyOf(told, note), link: linkOf(download.id) } },
      attachments,
    });
    await addDelivery(trx, told, { ...delivery, notificationId, problem });
  }
}

const attachmentsOf = (store: ObjectStore, files: readonly WrittenFile[], { format }: StoredDownload) =>
  Promise.all(
    files.map(async ({ name, path }) => {
      const content = await store.get(path);
      if (content === undefined) throw new Error(`${path} was stored in ${store.place} and is not there.`);
      return { name, contentType: TYPES[format], content };
    }),
  );

const contactRow = z.object({ email: z.string() });

const CONTACTS: Readonly<Record<SplitDimension, (id: number) => RawBuilder<unknown>>> = {
  publisher: (id) => sql`SELECT contact_email AS email FROM publishers
    WHERE id = ${id} AND archived_at IS NULL AND contact_email IS NOT NULL`,
  partner: (id) => sql`SELECT c.email FROM partner_contacts c JOIN partners p ON p.id = c.partner_id
    WHERE p.id = ${id} AND p.archived_at IS NULL AND c.email IS NOT NULL ORDER BY c.position`,
};

async function contactsOf(trx: Trx, splitBy: SplitDimension, id: number): Promise<string[]> {
  const rows = await readRows(trx, contactRow, CONTACTS[splitBy](id));
  return [...new Set(rows.map(({ email }) => email.toLowerCase()))];
}

/** Mails each party's file to its contacts, and nothing else. Parties without a contact are left out and named. */
async function mailParties(
  trx: Trx,
  told: ToldAnswer,
  { files, splitBy, store }: { files: readonly WrittenFile[]; splitBy: SplitDimension; store: ObjectStore },
): Promise<void> {
  const { download, now } = told;
  const owner = await personOf(trx, download.userId);
  for (const file of files) {
    const { party } = file;
    if (party === null || party.id === 0) continue;
    const contacts = await contactsOf(trx, splitBy, party.id);
    const delivery = { channel: 'email' as const, userId: null, notificationId: null };
    if (contacts.length === 0)
      await addDelivery(trx, told, {
        ...delivery,
        recipient: party.name,
        problem: 'No contact with an e-mail address.',
      });
    for (const to of contacts) {
      const recipient = `${party.name}, ${to}`;
      if (file.bytes > MAIL_LIMITS.attachmentBytes) {
        await refuseDelivery(trx, told, { ...delivery, recipient, problem: 'The file is too large for a mail.' });
        continue;
      }
      const notificationId = await sendMail(trx, now, {
        dedupeKey: `report download ${download.id} to party ${party.id} ${to}`,
        senderId: download.userId,
        to,
        subject: subjectOf(told),
        content: { body: bodyOf({ ...told, rows: file.rows }, [`Your figures, ${party.name}.`]) },
        replyTo: owner?.email,
        attachments: await attachmentsOf(store, [file], download),
      });
      await addDelivery(trx, told, { ...delivery, recipient, notificationId, problem: null });
    }
  }
}

/** Tells the owner's webhook which files there are. It fetches them with an API key. */
async function callWebhook(
  trx: Trx,
  told: ToldAnswer,
  files: readonly WrittenFile[],
  webhookId: number,
): Promise<void> {
  const { download, now } = told;
  const channel = await trx
    .selectFrom('notificationChannels')
    .select(['id', 'label'])
    .where('id', '=', webhookId)
    .where('userId', '=', download.userId)
    .where('kind', '=', 'webhook')
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (channel === undefined) {
    const problem = 'The webhook has been removed or has ended.';
    return await refuseDelivery(trx, told, {
      channel: 'webhook',
      recipient: 'Webhook',
      userId: null,
      notificationId: null,
      problem,
    });
  }
  const body = bodyOf(told, []);
  const facts = body.facts ?? [];
  const notificationId = await sendToChannel(trx, now, {
    dedupeKey: `report download ${download.id} to webhook ${channel.id}`,
    topic: 'reports',
    title: subjectOf(told),
    body: {
      ...body,
      facts: [...facts, ...files.map(({ name, sha256 }) => ({ label: 'File', value: `${name} sha256:${sha256}` }))],
      link: linkOf(download.id),
    },
    channel: { id: channel.id, kind: 'webhook' },
    senderId: download.userId,
  });
  await addDelivery(trx, told, {
    channel: 'webhook',
    recipient: channel.label,
    userId: null,
    notificationId,
    problem: null,
  });
}

/** Sends an answer to everybody whom its report names. */
export async function deliver(
  trx: Trx,
  told: ToldAnswer,
  files: readonly WrittenFile[],
  store: ObjectStore,
): Promise<void> {
  const { download } = told;
  const report = await trx
    .selectFrom('reports')
    .select('delivery')
    .where('id', '=', download.reportId)
    .executeTakeFirst();
  const delivery = reportDeliverySchema.parse(report?.delivery ?? {});
  const { splitBy } = download.definition;
  await mailPeople(trx, told, files, store);
  if (delivery.toParties && splitBy !== null) await mailParties(trx, told, { files, splitBy, store });
  if (delivery.webhookId !== null) await callWebhook(trx, told, files, delivery.webhookId);
}

/** Tells the owner that the files are there. */
export async function tellReady(trx: Trx, told: ToldAnswer): Promise<void> {
  const { download, now, lateSources } = told;
  await notify(trx, now, {
    topic: 'reports',
    dedupeKey: `report download ${download.id} ready`,
    threadKey: `report ${download.reportId}`,
    severity: lateSources.length === 0 ? 'success' : 'warning',
    title: `Ready: ${subjectOf(told)}`,
    body: { ...bodyOf(told, []), link: linkOf(download.id) },
    userIds: [download.userId],
  });
}
