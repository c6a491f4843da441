/** The choices of a person: topics and places, quiet hours, targets. */
import { randomBytes } from 'node:crypto';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type {
  NotificationChannel,
  NotificationSettings,
  QuietHoursChoice,
} from '@signpost/contract/workplace/notifications/settings.ts';
import { MOST_TARGETS, type NewTarget } from '@signpost/contract/workplace/notifications/targets.ts';
import {
  isTold,
  mayHaveTopic,
  PLACES,
  type Place,
  TOPIC_NAMES,
  TOPICS,
  type TopicName,
} from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import type { Db, Queryable, Trx } from '../../database.ts';
import { addressProblem, OUTGOING_PROBLEMS } from '../../platform/outgoing.ts';
import { channelIdentity } from '../../platform/sealed.ts';
import { holdKey, type Vault } from '../../platform/vault.ts';
import type { SessionUser } from '../../session-user.ts';
import { CHANNEL_PURPOSE } from './targets.ts';

/** The topics that a person can have, with the places at which each is told. */
export async function topicsOf(db: Queryable, viewer: SessionUser): Promise<NotificationSettings['topics']> {
  const rows = await db
    .selectFrom('notificationChoices')
    .select(['topic', 'channel', 'isOn'])
    .where('userId', '=', viewer.id)
    .execute();
  const choices = new Map(rows.map(({ topic, channel, isOn }) => [`${topic} ${channel}`, isOn]));
  return TOPIC_NAMES.filter((name) => mayHaveTopic(viewer, name)).map((name) => ({
    name,
    label: TOPICS[name].label,
    description: TOPICS[name].description,
    places: PLACES.filter((place) => isTold(name, place, choices.get(`${name} ${place}`))),
  }));
}

/** Turns a topic on or off at one place. Errors: VALIDATION if the person cannot have the topic. */
export async function choose(
  db: Db,
  viewer: SessionUser,
  { topic, place, isOn }: { topic: TopicName; place: Place; isOn: boolean },
): Promise<void> {
  if (!mayHaveTopic(viewer, topic)) throw invalid('topic', 'You cannot have this topic.');
  await db
    .insertInto('notificationChoices')
    .values({ userId: viewer.id, topic, channel: place, isOn })
    .onConflict((conflict) => conflict.columns(['userId', 'topic', 'channel']).doUpdateSet({ isOn }))
    .execute();
}

export async function readQuietHours(db: Queryable, userId: number): Promise<QuietHoursChoice | null> {
  const row = await db
    .selectFrom('notificationQuietHours')
    .select(['startsAt', 'endsAt', 'errorsAlways'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { from: row.startsAt, to: row.endsAt, errorsAlways: row.errorsAlways };
}

/** Stores the quiet hours. Deliveries that wait for their end are looked at again, because they may be over now. */
export async function setQuietHours(db: Db, userId: number, hours: QuietHoursChoice | null, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('notificationQuietHours').where('userId', '=', userId).execute();
    if (hours !== null)
      await trx
        .insertInto('notificationQuietHours')
        .values({ userId, startsAt: hours.from, endsAt: hours.to, errorsAlways: hours.errorsAlways })
        .execute();
    await sql`UPDATE deliveries SET next_try_at = ${now}
      WHERE user_id = ${userId} AND state = 'waiting' AND lease IS NULL AND attempts = 0`.execute(trx);
  });
}

export async function listChannels(db: Queryable, userId: number): Promise<NotificationChannel[]> {
  const rows = await db
    .selectFrom('notificationChannels')
    .select(['id', 'kind', 'label', 'createdAt', 'testedAt', 'endedAt', 'problem'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    testedAt: row.testedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}

const SECRET_BYTES = 32;

/** Errors: VALIDATION at the field of an address that no message could be sent to. */
function refuseClosedAddress(target: NewTarget, allowPrivate: boolean): void {
  if (target.kind === 'telegram') return;
  const [path, url] = target.kind === 'push' ? ['endpoint', target.endpoint] : ['url', target.url];
  const problem = addressProblem(url, allowPrivate);
  if (problem === null) return;
  throw invalid(path, OUTGOING_PROBLEMS[problem]);
}

/**
 * Adds a target, or revives the same one. Returns the secret that signs the requests of a webhook, which is never shown
 * again. Errors: VALIDATION if the person has too many, and at the field of an address in a private network.
 */
export async function addChannel(
  { db, vault, allowPrivate }: { db: Db; vault: Vault; allowPrivate: boolean },
  userId: number,
  target: NewTarget,
  now: Date,
): Promise<{ id: number; secret: string | null }> {
  refuseClosedAddress(target, allowPrivate);
  const { kind, label, ...entered } = target;
  const secret = kind === 'webhook' ? randomBytes(SECRET_BYTES).toString('base64url') : null;
  const secrets = JSON.stringify(secret === null ? entered : { ...entered, secret });
  const identity = channelIdentity(entered);
  const values = {
    label,
    targetSealed: vault.seal(secrets, CHANNEL_PURPOSE),
    createdAt: now,
    testedAt: null,
    endedAt: null,
    removedAt: null,
    problem: null,
  };
  return await db.transaction().execute(async (trx) => {
    await holdKey(trx, vault);
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const others = await listChannels(trx, userId);
    if (others.length >= MOST_TARGETS)
      throw invalid('', `You already have ${MOST_TARGETS} channels. Remove one of them first.`);
    const targetIndex = vault.index(identity, CHANNEL_PURPOSE);
    if (kind === 'webhook') await refuseKnown(trx, userId, targetIndex);
    const { id } = await trx
      .insertInto('notificationChannels')
      .values({ ...values, userId, kind, targetIndex })
      .onConflict((conflict) => conflict.columns(['userId', 'kind', 'targetIndex']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, secret };
  });
}

/** Adding a webhook again would silently replace the secret that its receiver checks. */
async function refuseKnown(trx: Trx, userId: number, targetIndex: Buffer): Promise<void> {
  const known = await trx
    .selectFrom('notificationChannels')
    .select('label')
    .where('userId', '=', userId)
    .where('kind', '=', 'webhook')
    .where('targetIndex', '=', targetIndex)
    .where('removedAt', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (known === undefined) return;
  const message = `You have this webhook already, as “${known.label}”. Remove it first to get a new secret.`;
  throw invalid('url', message);
}

/** Removes a target with its secrets. Errors: ITEM_NOT_FOUND if the person has no such target. */
export async function removeChannel(db: Db, userId: number, id: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('notificationChannels')
      .set({ removedAt: now, endedAt: now, targetSealed: Buffer.alloc(0) })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    await sql`UPDATE deliveries SET state = 'dropped', next_try_at = NULL, lease = NULL, finished_at = ${now},
      problem = 'The channel was removed.' WHERE channel_id = ${id} AND state = 'waiting'`.execute(trx);
  });
}
