/** The steps that people take with a push: send it, stop it, and look at its progress. */
import { later } from '@signpost/contract/dates/dates.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { PushProgress } from '@signpost/contract/traffic/push/audience.ts';
import { PUSH_SEND_STATES } from '@signpost/contract/traffic/push/audience.ts';
import { PUSH_LIMITS } from '@signpost/contract/traffic/push/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { authorOf, changeRecord, type WriteContext } from '../../workplace/records/change.ts';
import { hashInput } from '../../workplace/runs/kinds.ts';
import { cancelRunsOf, enqueueRun } from '../../workplace/runs/store.ts';
import { isFree } from './audience.ts';
import { passedField } from './due.ts';
import { type Push, planMessages, readPush, timingOf, waitingOf } from './plan.ts';
import { forgottenBefore } from './retention.ts';

/** Enters the run that sends what is due first. Each wave of a push is a run of its own. */
export async function enqueueWave(
  trx: Queryable,
  push: { id: number; name: string },
  { ownerId, at, now }: { ownerId: number | null; at: Date; now: Date },
): Promise<void> {
  await enqueueRun(trx, now, {
    kind: 'push',
    key: `push ${push.id} at ${at.toISOString()} asked ${now.toISOString()}`,
    title: push.name,
    ownerId,
    input: { pushId: push.id },
    expectedAt: later(at, now),
  });
}

/** Sends a push to everybody in its audience who has not had it. Errors: CONFLICT for an older version; VALIDATION. */
export async function sendIn(ctx: WriteContext, id: number, version: number): Promise<void> {
  const { trx, clock, actor } = ctx;
  await sql`SELECT 1 FROM push_notifications WHERE id = ${id} FOR UPDATE`.execute(trx);
  const push = await readPush(trx, id);
  const now = clock.now();
  if (push.archivedAt !== null) throw invalid('', 'An archived push cannot be sent. Restore it first.');
  if (push.state === 'scheduled' || push.state === 'sending') throw invalid('', 'This push is being sent already.');
  if (push.version !== version)
    throw new AppError('CONFLICT', { message: 'Somebody changed this push meanwhile. Check it, then send it.' });
  if (push.offerEndsAt !== null && push.offerEndsAt <= now) throw invalid('offerEndsAt', 'The offer has ended.');
  refusePassed(push, now);
  const { planned, firstAt } = await planMessages(trx, push, now);
  if (planned === 0 || firstAt === null)
    throw invalid('', 'Nobody is left to send this to: no subscription matches, or all have had this push.');
  await enqueueWave(trx, push, { ownerId: actor.viewer.id, at: firstAt, now });
  const next = firstAt > now ? { state: 'scheduled', sentAt: firstAt } : { state: 'sending', sentAt: now };
  await changeRecord(trx, authorOf(ctx), {
    entity: pushNotification,
    id,
    told: ['state', 'sentAt'],
    write: async () => next,
  });
}

/** A draft for a time that has passed would reach everybody at once, which nobody asked for. */
function refusePassed(push: Push, now: Date): void {
  if (push.state === 'draft') {
    const path = passedField(timingOf(push), now);
    const message = 'This time has passed for everybody. Choose a later one, or send the push at once.';
    if (path !== null) throw invalid(path, message);
  } else if (push.sentAt !== null && push.sentAt < forgottenBefore(now))
    throw invalid(
      '',
      `This push was sent more than ${PUSH_LIMITS.keepDays} days ago, and who has had it is not kept. Write a new one.`,
    );
}

/** Takes back what has not been sent. Messages on their way end as they end. */
export async function withdrawMessages(trx: Queryable, id: number, now: Date): Promise<void> {
  await sql`DELETE FROM push_sends WHERE push_id = ${id} AND state = 'waiting'
    AND ${isFree(sql`taken_at`, now)}`.execute(trx);
}

/** Stops a push; a push of which nothing was accepted is a draft again. Errors: VALIDATION where it has ended. */
export async function stopIn(ctx: WriteContext, id: number): Promise<void> {
  const { trx, clock } = ctx;
  await sql`SELECT 1 FROM push_notifications WHERE id = ${id} FOR UPDATE`.execute(trx);
  const push = await readPush(trx, id);
  if (push.state !== 'scheduled' && push.state !== 'sending') throw invalid('', 'This push is not being sent.');
  await cancelRunsOf(trx, { kind: 'push', input: { pushId: id }, now: clock.now() });
  await withdrawMessages(trx, id, clock.now());
  await changeRecord(trx, authorOf(ctx), {
    entity: pushNotification,
    id,
    told: ['state', 'sentAt'],
    write: async () => (push.accepted === 0 ? { state: 'draft', sentAt: null } : { state: 'stopped' }),
  });
}

const openRunOf = (id: number) =>
  sql`SELECT id FROM runs WHERE kind = 'push' AND input_hash = ${hashInput({ pushId: id })} AND state IN ('waiting', 'running')
    AND cancel_requested_at IS NULL ORDER BY id DESC LIMIT 1`;

/**
 * The state of a push after its run ended without success: what is left is taken back, so that it can be sent again. Nothing
 * happens where another run sends it by now.
 */
export async function endWithoutSuccess(trx: Trx, id: number, state: 'failed' | 'stopped', now: Date): Promise<void> {
  if ((await readRows(trx, idRow, openRunOf(id))).length > 0) return;
  await withdrawMessages(trx, id, now);
  await sql`UPDATE push_notifications SET state = CASE WHEN accepted = 0 AND ${state} = 'stopped' THEN 'draft' ELSE ${state} END,
    sent_at = CASE WHEN accepted = 0 AND ${state} = 'stopped' THEN NULL ELSE sent_at END,
    version = version + 1, updated_at = ${now} WHERE id = ${id} AND state IN ('scheduled', 'sending')`.execute(trx);
}

const countRow = z.object({ state: z.enum(PUSH_SEND_STATES), count: z.number() });

/** The state of the messages of a push so far. Errors: ITEM_NOT_FOUND. */
export async function readProgress(db: Queryable, id: number): Promise<PushProgress> {
  const push = await readPush(db, id);
  const [found, [run], { firstAt }] = await Promise.all([
    readRows(db, countRow, sql`SELECT state, count(*) AS count FROM push_sends WHERE push_id = ${id} GROUP BY state`),
    readRows(db, idRow, openRunOf(id)),
    waitingOf(db, id),
  ]);
  const counts = Object.fromEntries(PUSH_SEND_STATES.map((state) => [state, 0])) as PushProgress['counts'];
  for (const { state, count } of found) counts[state] = count;
  return {
    state: push.state,
    runId: run?.id ?? null,
    nextAt: firstAt?.toISOString() ?? null,
    counts,
    accepted: push.accepted,
    shown: push.shown,
    clicked: push.clicked,
  };
}
