/**
 * The messages that are sent outside the app: to people by the channels that they chose for a topic, and mails to any
 * address.
 */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { MAIL_LIMITS } from '@signpost/contract/limits.ts';
import type { NotificationBody } from '@signpost/contract/workplace/notifications/notifications.ts';
import type { TargetKind } from '@signpost/contract/workplace/notifications/targets.ts';
import { isTold, type Place, type TopicName } from '@signpost/contract/workplace/notifications/topics.ts';
import { z } from 'zod';
import type { Trx } from '../../database.ts';

interface NewDeliveries {
  notificationId: number;
  topic: TopicName;
  userIds: readonly number[];
  at: Date;
  sendAt: Date;
}

const nothingYet = { lease: null, digestOf: null, problem: null, finishedAt: null };

/**
 * Puts what is sent outside the app into the outbox, in the transaction that stores the notification. Returns the people
 * whose bell shows it.
 */
export async function addDeliveries(
  trx: Trx,
  { notificationId, topic, userIds, at, sendAt }: NewDeliveries,
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
  const created = { notificationId, nextTryAt: sendAt, createdAt: at, ...nothingYet };
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

/** The topic of notifications that are nothing but a mail; no person's bell or choices know it. */
const MAIL_TOPIC = 'mail';

/** A mail to an address outside: a report, an invoice, a letter to a publisher. */
export interface NewMail {
  /** The same key is sent only once. */
  dedupeKey: string;
  /** The person on whose behalf it is sent, who is told at once when it does not arrive. */
  senderId?: number | undefined;
  to: string;
  subject: string;
  /** Mails of one thread are shown as a conversation; by default, each stands alone. */
  threadKey?: string;
  /** The text: the body model, which is rendered like a notification, or HTML with its plain text. */
  content: { body: NotificationBody } | { html: string; plain: string };
  replyTo?: string | undefined;
  attachments?: readonly { name: string; contentType: string; content: Buffer }[];
}

/**
 * Puts a mail to any address into the outbox, in the caller's transaction. Returns the id of its notification, or null
 * if its key was sent before, which changes nothing. Errors: TOO_LARGE, and VALIDATION for something that is no address.
 */
export async function sendMail(trx: Trx, at: Date, mail: NewMail): Promise<number | null> {
  const { dedupeKey, subject, threadKey = dedupeKey, content, attachments = [], senderId = null } = mail;
  const to = addressOf('to', mail.to);
  const replyTo = mail.replyTo === undefined ? null : addressOf('replyTo', mail.replyTo);
  const size = attachments.reduce((sum, one) => sum + one.content.byteLength, 0);
  if (size > MAIL_LIMITS.attachmentBytes) throw new AppError('TOO_LARGE');
  const body: NotificationBody = 'body' in content ? content.body : { lines: [] };
  const title = subject.replaceAll(/[\r\n]+/g, ' ');
  // A thread of mails never takes in notifications.
  const mailThread = `mail ${threadKey}`;
  const about = { topic: MAIL_TOPIC, dedupeKey, threadKey: mailThread, title, senderId };
  const notificationId = await storeNotification(trx, at, about, body);
  if (notificationId === null) return null;
  const own = 'body' in content ? { html: null, plain: null } : content;
  await trx.insertInto('mails').values({ notificationId, replyTo, html: own.html, plain: own.plain }).execute();
  if (attachments.length > 0)
    await trx
      .insertInto('mailAttachments')
      .values(
        attachments.map(({ name, contentType, content: bytes }) => ({
          notificationId,
          name,
          contentType,
          content: bytes,
        })),
      )
      .execute();
  await trx
    .insertInto('deliveries')
    .values({
      notificationId,
      channel: 'email',
      recipient: to,
      userId: null,
      channelId: null,
      nextTryAt: at,
      createdAt: at,
      ...nothingYet,
    })
    .execute();
  return notificationId;
}

/** A message to one channel of a person, whatever they chose for topics. */
export interface NewChannelMessage {
  /** The same key is sent only once. */
  dedupeKey: string;
  topic: TopicName;
  title: string;
  body: NotificationBody;
  channel: { id: number; kind: TargetKind };
  /** The person on whose behalf it is sent, who is told at once when it does not arrive. */
  senderId: number;
}

/** Puts a message to one channel into the outbox. Returns the id of its notification; null if its key was sent before. */
export async function sendToChannel(trx: Trx, at: Date, message: NewChannelMessage): Promise<number | null> {
  const { dedupeKey, topic, title, body, channel, senderId } = message;
  const about = { topic, dedupeKey, threadKey: dedupeKey, title, senderId };
  const notificationId = await storeNotification(trx, at, about, body);
  if (notificationId === null) return null;
  await trx
    .insertInto('deliveries')
    .values({
      notificationId,
      channel: channel.kind,
      recipient: String(channel.id),
      // No person reads it, so nobody's quiet hours hold it back.
      userId: null,
      channelId: channel.id,
      nextTryAt: at,
      createdAt: at,
      ...nothingYet,
    })
    .execute();
  return notificationId;
}

/** Stores what is sent; null if its key was sent before. */
async function storeNotification(
  trx: Trx,
  at: Date,
  about: { topic: string; dedupeKey: string; threadKey: string; title: string; senderId: number | null },
  body: NotificationBody,
): Promise<number | null> {
  const stored = await trx
    .insertInto('notifications')
    .values({ ...about, severity: 'info', body: JSON.stringify(body), at })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id ?? null;
}

function addressOf(path: string, text: string): string {
  const parsed = z.email().max(MAIL_LIMITS.address).safeParse(text.trim());
  if (!parsed.success) throw invalid(path, 'This is not an e-mail address.');
  return parsed.data;
}
