/** Sends what waits in the outbox, by all channels, and stores every outcome. */
import { CHANNELS, type Channel } from '@signpost/contract/workplace/notifications/topics.ts';
import type { Db, Trx } from '../../database.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Doors, Outcome, Parcel } from './channels/channel.ts';
import { type MailContent, sendEmail } from './channels/email.ts';
import { hashId, readBody } from './message.ts';
import { withdrawNotifications } from './notify.ts';
import { tellSender } from './sender.ts';
import { type End, endDelivery, LEASE_MS, type Taken, takeDue } from './take.ts';
import { openTarget, sendToTarget } from './targets.ts';

export interface DeliveryDeps extends Doors {
  db: Db;
  log: Log;
  vault: () => Promise<Vault>;
  publicUrl: URL | undefined;
  /** Whether a person may still read what a notification is about; asked again before each attempt. */
  mayRead(userId: number, about: { topic: string; threadKey: string }): Promise<boolean>;
}

/** Seconds before each further attempt, about a day and a half in all: longer than most mail servers are away. */
const WAITS = [60, 300, 1_800, 7_200, 28_800, 86_400] as const;
/** An attempt that starts this late in its lease might overlap with the next one. */
const LATEST_START_MS = LEASE_MS / 2;

/**
 * Sends one batch of due messages and returns how many deliveries it looked at; 0 means that nothing is due. Without
 * SMTP_URL, mails are not taken and go on waiting.
 */
export async function deliverDue(deps: DeliveryDeps, now: Date = new Date()): Promise<number> {
  const channels = CHANNELS.filter((channel): channel is Channel => channel !== 'email' || deps.mail !== null);
  const began = performance.now();
  const { looked, taken } = await takeDue(deps.db, channels, now);
  await Promise.all(
    taken.map(async (message) => {
      // The lease is left to end by itself, and the message is taken again.
      if (performance.now() - began > LATEST_START_MS) return;
      await deliver(deps, message, now);
    }),
  );
  if (looked) return Math.max(1, taken.length);
  return 0;
}

async function deliver(deps: DeliveryDeps, message: Taken, now: Date): Promise<void> {
  const { db, log } = deps;
  const outcome = await attempt(deps, message).catch((err: unknown): Outcome => {
    log.error({ err, delivery: message.digest, channel: message.channel }, 'a delivery failed unexpectedly');
    return { state: 'retry', problem: 'Something went wrong in the background.' };
  });
  await db.transaction().execute(async (trx) => {
    if (outcome === 'withdrawn') return await withdraw(trx, message, now);
    const end = endOf(outcome, message, now);
    if (!(await endDelivery(trx, message, end, now))) return;
    await storeEffects(trx, message, outcome, now);
    if (outcome.state !== 'delivered') await tellSender(trx, message, end, now);
  });
}

function endOf(outcome: Outcome, { attempt: count }: Taken, now: Date): End {
  const { state } = outcome;
  if (state === 'delivered') return { state, problem: null, nextTryAt: null };
  const { problem } = outcome;
  const wait = state === 'retry' ? WAITS[count - 1] : undefined;
  if (wait === undefined) return { state: 'failed', problem, nextTryAt: null };
  return { state: 'waiting', problem, nextTryAt: new Date(now.getTime() + wait * 1000) };
}

/**
 * Stores the effects of an outcome beside the deliveries: the state of the channel changes, and attachments that nobody
 * needs any more are removed.
 */
async function storeEffects(trx: Trx, { channelId, parts }: Taken, outcome: Outcome, now: Date): Promise<void> {
  if (channelId !== null)
    await trx
      .updateTable('notificationChannels')
      .set({
        problem: outcome.state === 'delivered' ? null : outcome.problem,
        endedAt: outcome.state === 'ended' ? now : undefined,
      })
      .where('id', '=', channelId)
      .execute();
  if (outcome.state === 'delivered')
    await trx
      .deleteFrom('mailAttachments')
      .where(
        'notificationId',
        'in',
        parts.map(({ notificationId }) => notificationId),
      )
      .execute();
}

/** Withdraws a message and its entry in the bell from a person who may no longer read its subject. */
async function withdraw(trx: Trx, { userId, parts: [first] }: Taken, now: Date): Promise<void> {
  if (userId === null || first === undefined) return;
  const problem = 'The person may no longer read what it is about.';
  await withdrawNotifications(trx, first.threadKey, now, { userIds: [userId], problem });
}

async function attempt(deps: DeliveryDeps, message: Taken): Promise<Outcome | 'withdrawn'> {
  const { channel, recipient, userId, channelId, parts } = message;
  const [first] = parts;
  if (first === undefined) throw new Error('A message carries no notification.');
  if (userId !== null && !(await deps.mayRead(userId, first))) return 'withdrawn';
  const parcel: Parcel = {
    id: hashId(first.dedupeKey, recipient),
    topic: first.topic,
    threadKey: first.threadKey,
    publicUrl: deps.publicUrl,
    parts: parts.map(({ title, severity, at, body }) => ({ title, severity, at, body: readBody(body) })),
  };
  if (channel === 'email') {
    if (deps.mail === null) return { state: 'retry', problem: 'E-mail is off.' };
    return await sendEmail(deps.mail, recipient, parcel, await mailContent(deps.db, first.notificationId));
  }
  const target = channelId === null ? undefined : await openTarget(deps, channelId);
  if (target === undefined) return { state: 'failed', problem: 'The channel has been removed.' };
  return await sendToTarget(deps, target, parcel);
}

async function mailContent(db: Db, notificationId: number): Promise<MailContent | null> {
  const own = await db
    .selectFrom('mails')
    .select(['html', 'plain', 'replyTo'])
    .where('notificationId', '=', notificationId)
    .executeTakeFirst();
  if (own === undefined) return null;
  const attachments = await db
    .selectFrom('mailAttachments')
    .select(['name', 'contentType', 'content'])
    .where('notificationId', '=', notificationId)
    .orderBy('id')
    .execute();
  return { ...own, attachments };
}
