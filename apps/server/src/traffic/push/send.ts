/** Sends the messages of a push that are due. A push is sent by one worker at a time, which its run guarantees. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { LOCKS } from '../../platform/locks.ts';
import type { Log } from '../../platform/log.ts';
import { OutgoingError, type Send } from '../../platform/outgoing.ts';
import { readRows } from '../../platform/rows.ts';
import { type PushKeys, pushRequest } from '../../platform/web-push.ts';
import { dayStarts, isFree, messagesToday } from './audience.ts';
import { outsideQuiet } from './due.ts';
import { payloadOf, topicOf, ttlOf } from './message.ts';
import { nextTry, type Outcome, outcomeOf, outcomeOfProblem } from './outcome.ts';
import { type Push, quietOf } from './plan.ts';
import { countRefusal, countSuccess, removeEnded } from './subscriptions.ts';

export interface SendDeps {
  db: Db;
  log: Log;
  send: Send;
  /** The operator's address for push services. */
  publicUrl: URL | undefined;
  keyOf: (id: number) => Promise<PushKeys>;
  now: () => Date;
}

/** How many push services are asked at the same time. */
const AT_ONCE = 20;

const takenRow = z.object({
  id: z.number(),
  token: z.string(),
  attempts: z.number(),
  subscriptionId: z.number(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  vapidKeyId: z.number(),
  zone: z.string(),
});
type Taken = z.output<typeof takenRow>;

const MINUTE_MS = 60_000;

/**
 * Sends one batch of due messages at the pace of the push, and returns how many it looked at; 0 means that none is due.
 * Stops early when the signal aborts; what was not begun by then stays due.
 */
export async function sendBatch(deps: SendDeps, push: Push, signal: AbortSignal): Promise<number> {
  const { db, now } = deps;
  const due = await db.transaction().execute((trx) => takeDue(trx, push, now()));
  const pauseMs = MINUTE_MS / push.perMinute;
  const began = performance.now();
  const sending = new Set<Promise<void>>();
  for (const [at, message] of due.taken.entries()) {
    const wait = began + at * pauseMs - performance.now();
    if (wait > 1) await delay(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      await giveBack(db, due.taken.slice(at));
      break;
    }
    const work: Promise<void> = deliver(deps, push, message).finally(() => sending.delete(work));
    sending.add(work);
    if (sending.size >= AT_ONCE) await Promise.race(sending);
  }
  await Promise.all(sending);
  // The pause after the last message of a batch belongs to the next one.
  const rest = began + due.taken.length * pauseMs - performance.now();
  if (rest > 1) await delay(rest, undefined, { signal }).catch(() => undefined);
  return due.looked;
}

/** Messages of about two seconds, so that a stop is noticed soon. */
const batchOf = ({ perMinute }: Push): number => Math.max(1, Math.min(500, Math.ceil(perMinute / 30)));

/**
 * Takes due messages: those of people who have had enough today, and those that are too late for the offer, end here; those
 * that have slipped into quiet hours wait. Pushes take one after the other, so that two of them cannot overshoot a cap.
 */
async function takeDue(trx: Trx, push: Push, now: Date): Promise<{ taken: Taken[]; looked: number }> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS.capPushes})`.execute(trx);
  const rows = await readRows(
    trx,
    takenRow,
    sql`SELECT p.id, p.token, p.attempts, s.id AS subscription_id, s.endpoint, s.p256dh, s.auth, s.vapid_key_id, s.zone
      FROM push_sends p JOIN push_subscriptions s ON s.id = p.subscription_id
      WHERE p.push_id = ${push.id} AND p.state = 'waiting' AND p.due_at <= ${now} AND ${isFree(sql`p.taken_at`, now)}
      ORDER BY p.due_at, p.id LIMIT ${batchOf(push)}`,
  );
  if (rows.length === 0) return { taken: [], looked: await endOrphans(trx, push, now) };
  const isOver = ttlOf(push, now) === 0;
  const today = await messagesOfToday(trx, rows, now);
  const quiet = quietOf(push);
  const taken: Taken[] = [];
  const capped: number[] = [];
  const later: { id: number; at: Date }[] = [];
  for (const row of rows) {
    const at = outsideQuiet(quiet, row.zone, now);
    if (isOver) continue;
    if ((today.get(row.subscriptionId) ?? 0) >= push.capPerDay) capped.push(row.id);
    else if (at > now) later.push({ id: row.id, at });
    else taken.push(row);
  }
  if (isOver)
    await endAs(
      trx,
      'expired',
      rows.map(({ id }) => id),
    );
  await endAs(trx, 'capped', capped);
  for (const { id, at } of later) await sql`UPDATE push_sends SET due_at = ${at} WHERE id = ${id}`.execute(trx);
  await sql`UPDATE push_sends SET taken_at = ${now} WHERE id = ANY(${taken.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  return { taken, looked: rows.length };
}

const todayRow = z.object({ id: z.number(), today: z.number() });

/** How many messages each of these people has had on their day. */
async function messagesOfToday(trx: Trx, rows: readonly Taken[], now: Date): Promise<Map<number, number>> {
  const zones = [...new Set(rows.map(({ zone }) => zone))];
  const ids = rows.map(({ subscriptionId }) => subscriptionId);
  const counted = await readRows(
    trx,
    todayRow,
    sql`SELECT s.id, ${messagesToday(sql`s.id`, now)} AS today FROM push_subscriptions s
      JOIN ${dayStarts(zones, now)} ON day.zone = s.zone WHERE s.id = ANY(${ids}::bigint[])`,
  );
  return new Map(counted.map(({ id, today }) => [id, today]));
}

async function endAs(trx: Trx, state: 'expired' | 'capped', ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`UPDATE push_sends SET state = ${state} WHERE id = ANY(${ids}::bigint[])`.execute(trx);
}

/** Messages whose subscription has ended meanwhile. */
async function endOrphans(trx: Trx, push: Push, now: Date): Promise<number> {
  const ended = await sql`UPDATE push_sends SET state = 'gone' WHERE push_id = ${push.id} AND state = 'waiting'
    AND due_at <= ${now} AND subscription_id IS NULL`.execute(trx);
  return Number(ended.numAffectedRows ?? 0n);
}

async function giveBack(db: Db, messages: readonly Taken[]): Promise<void> {
  await sql`UPDATE push_sends SET taken_at = NULL
    WHERE id = ANY(${messages.map(({ id }) => id)}::bigint[]) AND state = 'waiting'`.execute(db);
}

async function attempt({ send, publicUrl, keyOf, now }: SendDeps, push: Push, message: Taken) {
  const { endpoint, p256dh, auth, vapidKeyId, token } = message;
  const at = now();
  const request = pushRequest(
    { endpoint, keys: { p256dh, auth } },
    await keyOf(vapidKeyId),
    { payload: payloadOf(push, token), ttl: ttlOf(push, at), topic: topicOf(push) },
    publicUrl,
  );
  try {
    const answer = await send({ method: 'POST', ...request, mostBytes: 4_096 });
    return { http: answer.http, outcome: outcomeOf(answer, at) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { http: null, outcome: outcomeOfProblem(error.problem) };
  }
}

async function deliver(deps: SendDeps, push: Push, message: Taken): Promise<void> {
  const { db, log, now } = deps;
  const { http, outcome } = await attempt(deps, push, message).catch((err: unknown) => {
    log.error({ err, push: push.id }, 'a push message could not be sent');
    return { http: null, outcome: { kind: 'retry', afterS: null } as Outcome };
  });
  if (outcome.kind === 'tooLarge') log.error({ push: push.id }, 'a push service refused a message as too large');
  await db.transaction().execute((trx) => storeOutcome(trx, push, message, { http, outcome, now: now() }));
}

const stateOf = { accepted: 'accepted', gone: 'gone', refused: 'refused', tooLarge: 'too_large' } as const;

interface Ended {
  http: number | null;
  outcome: Outcome;
  now: Date;
}

async function storeOutcome(trx: Trx, push: Push, message: Taken, { http, outcome, now }: Ended): Promise<void> {
  const { id, attempts, subscriptionId, endpoint } = message;
  const to = { id: subscriptionId, endpoint };
  if (outcome.kind === 'retry') {
    const at = nextTry(attempts + 1, outcome.afterS, now);
    // A push that was stopped meanwhile sends nothing more.
    await sql`UPDATE push_sends SET attempts = attempts + 1, http = ${http}, taken_at = NULL, due_at = coalesce(${at}, due_at),
      state = CASE WHEN ${at}::timestamptz IS NULL THEN 'unreachable' ELSE state END
      WHERE id = ${id} AND state = 'waiting'`.execute(trx);
    return;
  }
  // The subscription is locked before its messages, as everywhere.
  if (outcome.kind === 'accepted') await countSuccess(trx, to, now);
  // The browser had a new address before the old one refused: the message goes there.
  else if (outcome.kind !== 'tooLarge' && (await isMoved(trx, message))) {
    await sql`UPDATE push_sends SET attempts = attempts + 1, http = ${http}, taken_at = NULL WHERE id = ${id} AND state = 'waiting'`.execute(
      trx,
    );
    return;
  }
  const stored =
    await sql`UPDATE push_sends SET state = ${stateOf[outcome.kind]}, attempts = attempts + 1, http = ${http}, taken_at = NULL,
    accepted_at = CASE WHEN ${outcome.kind === 'accepted'} THEN ${now}::timestamptz END
    WHERE id = ${id} AND state = 'waiting'`.execute(trx);
  if (outcome.kind === 'gone') await removeEnded(trx, to);
  if (outcome.kind === 'refused') await countRefusal(trx, to, outcome.needsRenewal);
  if (outcome.kind === 'accepted' && stored.numAffectedRows === 1n)
    await sql`UPDATE push_notifications SET accepted = accepted + 1 WHERE id = ${push.id}`.execute(trx);
}

const addressRow = z.object({ endpoint: z.string() });

/** Whether the browser has replaced the subscription since the message was taken. */
async function isMoved(trx: Trx, { id, endpoint }: Pick<Taken, 'id' | 'endpoint'>): Promise<boolean> {
  const [now] = await readRows(
    trx,
    addressRow,
    sql`SELECT s.endpoint FROM push_sends p JOIN push_subscriptions s ON s.id = p.subscription_id
      WHERE p.id = ${id} FOR UPDATE OF s`,
  );
  return now !== undefined && now.endpoint !== endpoint;
}
