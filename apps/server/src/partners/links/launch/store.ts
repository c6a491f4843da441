/** Launch checks as they are stored, and the tickets of their test clicks. */
import { createHash } from 'node:crypto';
import { AppError } from '@signpost/contract/errors.ts';
import { CHECK_DEVICES } from '@signpost/contract/traffic/clicks/link-check.ts';
import {
  LAUNCH_SUBJECTS,
  type LaunchCheck,
  type LaunchStepResult,
  launchStepSchema,
  SUBJECT_WORDS,
} from '@signpost/contract/traffic/links/launch.ts';
import { RUN_STATES } from '@signpost/contract/workplace/jobs/runs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../../database.ts';
import { newId } from '../../../platform/ids.ts';
import { readRows } from '../../../platform/rows.ts';
import { newToken } from '../../../platform/tokens.ts';
import type { SessionUser } from '../../../session-user.ts';
import { enqueueRun } from '../../../workplace/runs/store.ts';
import { tellRouters } from '../watch/store-look.ts';
import { nameOf } from './names.ts';

/** A test click may be made within this time. */
const TICKET_MS = 2 * 60_000;
const TOKEN_BYTES = 24;

export type NewLaunchCheck = Pick<LaunchCheck, 'subject' | 'recordId' | 'geo' | 'device'>;

/** Stores a check and asks for its run. Returns its id. */
export async function createLaunchCheck(
  trx: Trx,
  viewer: SessionUser,
  check: NewLaunchCheck,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('launchChecks')
    .values({ ...check, ownerId: viewer.id, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kind = check.subject === 'campaign' || check.subject === 'partner' ? check.subject : 'box';
  await enqueueRun(trx, now, {
    kind: 'launchCheck',
    key: `launch check ${id} ${newId()}`,
    title: `Launch check of the ${SUBJECT_WORDS[check.subject]} ${await nameOf(trx, kind, check.recordId)}`,
    ownerId: viewer.id,
    input: { checkId: id },
    expectedAt: now,
  });
  return id;
}

const checkRow = z.object({
  id: z.number(),
  subject: z.enum(LAUNCH_SUBJECTS),
  recordId: z.number(),
  geo: z.string(),
  device: z.enum(CHECK_DEVICES),
  steps: z.array(launchStepSchema),
  state: z.enum(RUN_STATES),
  runId: z.number(),
  mayCancel: z.boolean(),
  problem: z.string().nullable(),
  createdAt: z.date(),
});

/** Errors: ITEM_NOT_FOUND where the check does not exist or is somebody else's. */
export async function readLaunchCheck(db: Queryable, viewer: SessionUser, id: number): Promise<LaunchCheck> {
  const [row] = await readRows(
    db,
    checkRow,
    sql`SELECT c.id, c.subject, c.record_id, c.geo, c.device, c.steps, c.created_at, r.state, r.id AS run_id, r.problem,
        r.state IN ('waiting', 'running') AND r.cancel_requested_at IS NULL AS may_cancel
      FROM launch_checks c JOIN runs r ON r.kind = 'launchCheck' AND r.input->>'checkId' = c.id::text
      WHERE c.id = ${id} AND c.owner_id = ${viewer.id} ORDER BY r.id DESC LIMIT 1`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return { ...row, createdAt: row.createdAt.toISOString() };
}

export async function storeSteps(
  db: Queryable,
  id: number,
  steps: readonly LaunchStepResult[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('launchChecks')
    .set({ steps: JSON.stringify(steps), finishedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Allows one visitor to make test clicks for a short time; returns the token that says so. */
export async function issueTicket(db: Db, geo: string, now: Date): Promise<string> {
  const token = newToken(TOKEN_BYTES);
  const tokenHash = createHash('sha256').update(token).digest('hex');
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('testTickets').where('until', '<', now).execute();
    await trx
      .insertInto('testTickets')
      .values({ tokenHash, geo, until: new Date(now.getTime() + TICKET_MS) })
      .execute();
    await tellRouters(trx);
  });
  return token;
}
