/** Background work of web push: the runs that send, and the first key. */
import { setTimeout as delay } from 'node:timers/promises';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import type { Log } from '../../platform/log.ts';
import type { Send } from '../../platform/outgoing.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';
import { personOf } from '../../session-user.ts';
import { defineRun, type RunKind, type RunRepeats } from '../../workplace/runs/kinds.ts';
import { ensureKey, keyRing, removeUnusedKeys } from './keys.ts';
import { planMessages, readPush, waitingOf } from './plan.ts';
import { removeOldSends } from './retention.ts';
import { sendBatch } from './send.ts';
import { endWithoutSuccess, enqueueWave } from './steps.ts';

export interface PushJobDeps {
  db: Db;
  log: Log;
  send: Send;
  vault: () => Promise<Vault>;
  /** The address of the app. It is sent along, so that push services can contact its operator. */
  publicUrl: URL | undefined;
}

/** A wave that is due sooner is waited for; a later one is a run of its own. */
const SOON_MS = 5_000;
const LOOK_MS = 1_000;
const totalRow = z.object({ total: z.number(), done: z.number() });

const totalOf = (db: Queryable, pushId: number) =>
  readRow(
    db,
    totalRow,
    sql`SELECT count(*) AS total, count(*) FILTER (WHERE state <> 'waiting') AS done FROM push_sends WHERE push_id = ${pushId}`,
  );

const pushRun = ({ db, log, send, vault, publicUrl }: PushJobDeps): RunKind =>
  defineRun({
    name: 'push',
    sends: true,
    input: z.object({ pushId: z.number() }),
    async refuse(trx, ownerId) {
      const owner = await personOf(trx, ownerId);
      const mayStill = owner !== undefined && mayOpen(owner, ROUTES.pushNotifications);
      if (mayStill) return null;
      return 'The person who sent this push may no longer open push notifications.';
    },
    async onFailure(trx, { pushId }, { state }) {
      await endWithoutSuccess(trx, pushId, state === 'cancelled' ? 'stopped' : 'failed', new Date());
    },
    async run({ input: { pushId }, ownerId, signal, progress, complete }) {
      const deps = { db, log, send, publicUrl, keyOf: keyRing(db, vault), now: () => new Date() };
      await sql`UPDATE push_notifications SET state = 'sending' WHERE id = ${pushId} AND state = 'scheduled'`.execute(
        db,
      );
      const push = await readPush(db, pushId);
      let firstAt: Date | null = null;
      while (push.state === 'sending') {
        signal.throwIfAborted();
        const looked = await sendBatch(deps, push, signal);
        const { done, total } = await totalOf(db, pushId);
        await progress(done, total);
        if (looked > 0) continue;
        ({ firstAt } = await waitingOf(db, pushId));
        if (firstAt === null || firstAt.getTime() - Date.now() > SOON_MS) break;
        await delay(LOOK_MS, undefined, { signal });
      }
      await complete(async (trx) => {
        if (push.state !== 'sending') return { rows: 0 };
        const { done } = await totalOf(trx, pushId);
        if (firstAt === null)
          await sql`UPDATE push_notifications SET state = 'sent' WHERE id = ${pushId} AND state = 'sending'`.execute(
            trx,
          );
        else await enqueueWave(trx, push, { ownerId, at: firstAt, now: new Date() });
        return { rows: done };
      });
      return undefined;
    },
  });

export const pushRuns = (deps: PushJobDeps): RunKind[] => [pushRun(deps)];

const inputRow = z.object({ id: z.number(), pushId: z.number() });

const pushesOf = (db: Queryable, runIds: readonly number[]) =>
  readRows(
    db,
    inputRow,
    sql`SELECT id, (input ->> 'pushId')::bigint AS push_id FROM runs WHERE id = ANY(${runIds}::bigint[])`,
  );

const MOVED_ON = 'The push has moved on. Open it to send it again.';

/** Running again sends to everybody who has not had the push. */
export const pushRepeats: RunRepeats = {
  push: {
    async refusals(db, runIds) {
      const refused = new Map<number, string>();
      for (const { id, pushId } of await pushesOf(db, runIds)) {
        const { state } = await readPush(db, pushId);
        if (state !== 'stopped' && state !== 'failed' && state !== 'draft') refused.set(id, MOVED_ON);
      }
      return refused;
    },
    async prepare(trx, runId) {
      const push = await pushOfRun(trx, runId);
      const isOpen = push.state === 'stopped' || push.state === 'failed' || push.state === 'draft';
      if (!isOpen) throw invalid('', MOVED_ON);
      await planMessages(trx, push, new Date());
      await sql`UPDATE push_notifications SET state = 'sending', version = version + 1 WHERE id = ${push.id}`.execute(
        trx,
      );
    },
    async onCancel(trx, runId) {
      const { id } = await pushOfRun(trx, runId);
      await endWithoutSuccess(trx, id, 'stopped', new Date());
    },
  },
};

async function pushOfRun(trx: Trx, runId: number) {
  const [found] = await pushesOf(trx, [runId]);
  if (found === undefined) throw new AppError('ITEM_NOT_FOUND');
  await sql`SELECT 1 FROM push_notifications WHERE id = ${found.pushId} FOR UPDATE`.execute(trx);
  return await readPush(trx, found.pushId);
}

const KEYS_MS = 60_000;
const RETENTION_MS = 3_600_000;

export const pushJobs = ({ db, vault }: Pick<PushJobDeps, 'db' | 'vault'>): Job[] => [
  {
    name: 'push keys',
    everyMs: KEYS_MS,
    async run() {
      await ensureKey(db, vault);
      await db.transaction().execute(removeUnusedKeys);
    },
  },
  { name: 'old push messages', everyMs: RETENTION_MS, run: () => removeOldSends(db, new Date()) },
];
