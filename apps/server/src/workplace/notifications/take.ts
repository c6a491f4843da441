/**
 * Takes deliveries that are due and stores how they ended. A delivery belongs to the worker that has its lease; a worker
 * that stood still cannot store anything any more (docs/decisions/0156).
 */
import { randomUUID } from 'node:crypto';
import { CHANNELS, type Channel, SEVERITIES } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { quietUntil } from './quiet.ts';

const AT_ONCE = 20;
/** How many notifications one message carries at most. */
const MOST_PARTS = 50;
export const LEASE_MS = 5 * 60_000;

const dueRow = z.object({
  id: z.number(),
  channel: z.enum(CHANNELS),
  recipient: z.string(),
  userId: z.number().nullable(),
  channelId: z.number().nullable(),
  attempts: z.number(),
  digestOf: z.number().nullable(),
  notificationId: z.number(),
  dedupeKey: z.string(),
  topic: z.string(),
  threadKey: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  body: z.unknown(),
  at: z.date(),
});
type Due = z.infer<typeof dueRow>;

/** Deliveries that one message carries, the oldest first. */
export interface Taken {
  /** The number that all of them have as `digest_of`. */
  digest: number;
  lease: string;
  /** 1 for the first. */
  attempt: number;
  channel: Channel;
  recipient: string;
  userId: number | null;
  channelId: number | null;
  parts: Due[];
}

const columns = sql`d.id, d.channel, d.recipient, d.user_id, d.channel_id, d.attempts, d.digest_of, d.notification_id,
  n.dedupe_key, n.topic, n.thread_key, n.severity, n.title, n.body, n.at`;

/**
 * Takes a batch of due messages by these channels. Deliveries of archived people are dropped, and those of people in
 * their quiet hours wait until these end. `looked` is false when nothing was due.
 */
export async function takeDue(
  db: Db,
  channels: readonly Channel[],
  now: Date,
): Promise<{ looked: boolean; taken: Taken[] }> {
  return await db.transaction().execute(async (trx) => {
    const heads = await readRows(
      trx,
      dueRow,
      sql`SELECT ${columns} FROM deliveries d JOIN notifications n ON n.id = d.notification_id
        WHERE d.next_try_at <= ${now} AND d.channel = ANY(${channels}) AND (d.digest_of IS NULL OR d.digest_of = d.id)
        ORDER BY d.next_try_at, d.id LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED`,
    );
    if (heads.length === 0) return { looked: false, taken: [] };
    const groups = byDigest([...heads, ...(await matesOf(trx, heads, now))]);
    const ready = await withoutResting(trx, groups, now);
    return { looked: true, taken: await lease(trx, ready, now) };
  });
}

/** The rest of messages that were tried before. */
async function restOf(trx: Trx, tried: readonly number[]): Promise<Due[]> {
  return await readRows(
    trx,
    dueRow,
    sql`SELECT ${columns} FROM deliveries d JOIN notifications n ON n.id = d.notification_id
      WHERE d.digest_of = ANY(${[...tried]}) AND d.digest_of <> d.id AND d.state = 'waiting' ORDER BY d.id FOR UPDATE OF d`,
  );
}

/**
 * The other deliveries that belong in the same messages: the rest of a message that was tried before, or fresh ones of
 * the same thread.
 */
async function matesOf(trx: Trx, heads: readonly Due[], now: Date): Promise<Due[]> {
  const fresh = heads.filter(({ digestOf }) => digestOf === null);
  const tried = heads.filter(({ digestOf }) => digestOf !== null).map(({ id }) => id);
  const before = tried.length === 0 ? [] : await restOf(trx, tried);
  if (fresh.length === 0) return before;
  const keys = sql.join(
    fresh.map(({ channel, recipient, threadKey }) => sql`(${channel}::text, ${recipient}::text, ${threadKey}::text)`),
  );
  const others = await readRows(
    trx,
    dueRow,
    sql`SELECT ${columns} FROM notifications n JOIN deliveries d ON d.notification_id = n.id
      WHERE n.thread_key = ANY(${fresh.map(({ threadKey }) => threadKey)})
        AND (d.channel, d.recipient, n.thread_key) IN (${keys}) AND d.next_try_at <= ${now} AND d.digest_of IS NULL
        AND NOT d.id = ANY(${fresh.map(({ id }) => id)})
      ORDER BY d.id LIMIT ${MOST_PARTS * AT_ONCE} FOR UPDATE OF d SKIP LOCKED`,
  );
  return [...before, ...others];
}

/** The messages that the deliveries make. */
function byDigest(due: readonly Due[]): Due[][] {
  const groups = new Map<string, Due[]>();
  for (const one of due) {
    // Mails to addresses outside have a text of their own each.
    const alone = one.userId === null ? one.id : null;
    const key = `${one.digestOf ?? JSON.stringify([one.channel, one.recipient, one.threadKey, alone])}`;
    const group = groups.get(key) ?? [];
    groups.set(key, [...group, one]);
  }
  return [...groups.values()].map((group) => group.toSorted((one, other) => one.id - other.id).slice(0, MOST_PARTS));
}

const personRow = z.object({
  id: z.number(),
  isArchived: z.boolean(),
  timeZone: z.string(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  errorsAlways: z.boolean().nullable(),
});
type Person = z.infer<typeof personRow>;

/** Sets aside what must not be sent at all, or not now. */
async function withoutResting(trx: Trx, groups: readonly Due[][], now: Date): Promise<Due[][]> {
  const people = await readRows(
    trx,
    personRow,
    sql`SELECT u.id, u.archived_at IS NOT NULL AS is_archived, u.time_zone, q.starts_at, q.ends_at, q.errors_always
      FROM users u LEFT JOIN notification_quiet_hours q ON q.user_id = u.id
      WHERE u.id = ANY(${groups.map(([first]) => first?.userId ?? 0)})`,
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const ready: Due[][] = [];
  for (const group of groups) {
    const userId = group[0]?.userId ?? null;
    const person = byId.get(userId ?? 0);
    if (person?.isArchived) {
      await drop(trx, group, now);
      continue;
    }
    const until = person === undefined ? null : restsUntil(person, now);
    const send = until === null ? group : group.filter(({ severity }) => severity === 'error' && person?.errorsAlways);
    const wait = group.filter((one) => !send.includes(one));
    if (until !== null && wait.length > 0)
      await sql`UPDATE deliveries SET next_try_at = ${until} WHERE id = ANY(${wait.map(({ id }) => id)})`.execute(trx);
    if (send.length > 0) ready.push(send);
  }
  return ready;
}

function restsUntil({ startsAt, endsAt, timeZone }: Person, now: Date): Date | null {
  if (startsAt === null || endsAt === null) return null;
  return quietUntil({ startsAt, endsAt }, timeZone, now);
}

async function drop(trx: Trx, group: readonly Due[], now: Date): Promise<void> {
  await sql`UPDATE deliveries SET state = 'dropped', next_try_at = NULL, lease = NULL, finished_at = ${now},
    problem = 'The person is archived.' WHERE id = ANY(${group.map(({ id }) => id)})`.execute(trx);
}

async function lease(trx: Trx, groups: readonly Due[][], now: Date): Promise<Taken[]> {
  const token = randomUUID();
  const taken = groups.flatMap((parts): Taken[] => {
    const [first] = parts;
    if (first === undefined) return [];
    const { id, digestOf, attempts, channel, recipient, userId, channelId } = first;
    const digest = digestOf ?? id;
    return [{ digest, lease: token, attempt: attempts + 1, channel, recipient, userId, channelId, parts }];
  });
  const ids = taken.flatMap(({ parts }) => parts.map(({ id }) => id));
  const digests = taken.flatMap(({ digest, parts }) => parts.map(() => digest));
  await sql`UPDATE deliveries d SET lease = ${token}, digest_of = t.digest,
      next_try_at = ${new Date(now.getTime() + LEASE_MS)}
    FROM unnest(${ids}::bigint[], ${digests}::bigint[]) AS t (id, digest) WHERE d.id = t.id`.execute(trx);
  return taken;
}

export interface End {
  state: 'delivered' | 'failed' | 'dropped' | 'waiting';
  problem: string | null;
  /** The next attempt of a message that waits. */
  nextTryAt: Date | null;
}

/**
 * Stores how an attempt ended, and counts the attempt. Attempts are not counted when they begin, because the death of a
 * worker says nothing about the receiver (docs/decisions/0150). Returns false, and changes nothing, if another worker
 * has taken the message over.
 */
export async function endDelivery(
  trx: Trx,
  { digest, lease: token }: Taken,
  { state, problem, nextTryAt }: End,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE deliveries SET state = ${state}, attempts = attempts + 1, problem = ${problem},
      lease = NULL, next_try_at = ${nextTryAt}, finished_at = ${state === 'waiting' ? null : now}
    WHERE digest_of = ${digest} AND lease = ${token}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
