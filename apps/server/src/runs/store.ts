/** The ledger of runs: asking for one, cancelling it, starting it again, and reading it. */

import { AppError } from '@signpost/contract/errors.ts';
import { isRunKind, RUN_KINDS, type RunKindName } from '@signpost/contract/jobs/run-kinds.ts';
import { RUNS_PAGE, type Run, type RunState } from '@signpost/contract/jobs/runs.ts';
import { sql } from 'kysely';
import type { Queryable, Trx } from '../database.ts';
import { idRow, readRows } from '../platform/rows.ts';
import type { SessionUser } from '../session-user.ts';
import { hashInput } from './kinds.ts';

export interface NewRun {
  kind: RunKindName;
  /** Asking for the same key twice makes one run. */
  key: string;
  title: string;
  ownerId: number | null;
  input: unknown;
  expectedAt: Date;
  schedule?: { id: number; localDate: string };
}

/** Writes a run into the ledger; a worker takes it when it is due. Returns its id, also if it was asked for before. */
export async function enqueueRun(trx: Queryable, now: Date, run: NewRun): Promise<number> {
  const { schedule, input, ...rest } = run;
  const made = await trx
    .insertInto('runs')
    .values({
      ...rest,
      input: JSON.stringify(input),
      inputHash: hashInput(input),
      nextTryAt: run.expectedAt,
      scheduleId: schedule?.id ?? null,
      localDate: schedule?.localDate ?? null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return made.id;
  const known = await trx.selectFrom('runs').select('id').where('key', '=', run.key).executeTakeFirst();
  if (known !== undefined) return known.id;
  // Another key, but the same day of the same schedule.
  const { id } = await trx
    .selectFrom('runs')
    .select('id')
    .where('scheduleId', '=', schedule?.id ?? 0)
    .where('localDate', '=', schedule?.localDate ?? '')
    .executeTakeFirstOrThrow();
  return id;
}

const ENDED: readonly RunState[] = ['failed', 'cancelled'];

const runColumns = [
  'runs.id',
  'runs.kind',
  'runs.title',
  'runs.ownerId',
  'runs.state',
  'runs.expectedAt',
  'runs.startedAt',
  'runs.finishedAt',
  'runs.nextTryAt',
  'runs.attempt',
  'runs.done',
  'runs.total',
  'runs.rows',
  'runs.bytes',
  'runs.watermark',
  'runs.lateSources',
  'runs.problem',
  'runs.errorId',
  'runs.cancelRequestedAt',
] as const;

const selectRuns = (db: Queryable) =>
  db
    .selectFrom('runs')
    .leftJoin('users', 'users.id', 'runs.ownerId')
    .leftJoin('runs as again', 'again.againOf', 'runs.id')
    .select([...runColumns, 'users.name as ownerName', 'again.id as againId']);

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number];

function shownRun(row: RunRow): Run {
  const { ownerId, ownerName, againId, cancelRequestedAt, kind, ...rest } = row;
  const facts = isRunKind(kind) ? RUN_KINDS[kind] : null;
  const isOpen = row.state === 'waiting' || row.state === 'running';
  return {
    ...rest,
    kind: facts?.label ?? kind,
    route: facts?.route ?? null,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    expectedAt: row.expectedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? (row.nextTryAt?.toISOString() ?? null) : null,
    watermark: row.watermark?.toISOString() ?? null,
    isCancelling: isOpen && cancelRequestedAt !== null,
    mayCancel: isOpen && cancelRequestedAt === null,
    mayRunAgain: ENDED.includes(row.state) && againId === null,
  };
}

export interface RunFilter {
  whose: 'mine' | 'all';
  state?: RunState | undefined;
  before?: number | undefined;
}

const seesAll = (viewer: SessionUser): boolean => viewer.grade === 'Admin';

/** A page of runs, the newest first. Errors: FORBIDDEN where somebody but an Admin asks for everybody's. */
export async function listRuns(db: Queryable, viewer: SessionUser, filter: RunFilter): Promise<Run[]> {
  if (filter.whose === 'all' && !seesAll(viewer)) throw new AppError('FORBIDDEN');
  let query = selectRuns(db).orderBy('runs.id', 'desc').limit(RUNS_PAGE);
  if (filter.whose === 'mine') query = query.where('runs.ownerId', '=', viewer.id);
  if (filter.state !== undefined) query = query.where('runs.state', '=', filter.state);
  if (filter.before !== undefined) query = query.where('runs.id', '<', filter.before);
  return (await query.execute()).map(shownRun);
}

/** One run. Errors: ITEM_NOT_FOUND where it does not exist or belongs to somebody else. */
export async function readRun(db: Queryable, viewer: SessionUser, id: number): Promise<Run> {
  let query = selectRuns(db).where('runs.id', '=', id);
  if (!seesAll(viewer)) query = query.where('runs.ownerId', '=', viewer.id);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return shownRun(row);
}

/** Asks the worker to end a run: a waiting one at once, a running one at its next step. An ended run stays as it is. */
export async function cancelRun(trx: Trx, viewer: SessionUser, id: number, now: Date): Promise<Run> {
  await readRun(trx, viewer, id);
  await sql`UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, ${now}),
      next_try_at = CASE state WHEN 'waiting' THEN least(next_try_at, ${now}) ELSE next_try_at END
    WHERE id = ${id} AND state IN ('waiting', 'running')`.execute(trx);
  return await readRun(trx, viewer, id);
}

/**
 * Starts a failed or cancelled run again and returns the new run. Errors: ITEM_NOT_FOUND; VALIDATION where the run has
 * not ended or succeeded.
 */
export async function repeatRun(trx: Trx, viewer: SessionUser, id: number, now: Date): Promise<Run> {
  const run = await readRun(trx, viewer, id);
  if (!ENDED.includes(run.state))
    throw new AppError('VALIDATION', {
      errors: [{ path: '', message: 'Only a failed or cancelled job can be run again.' }],
    });
  const [made] = await readRows(
    trx,
    idRow,
    sql`INSERT INTO runs (kind, key, title, owner_id, input, input_hash, expected_at, next_try_at, again_of, created_at)
      SELECT kind, key || ' again', title, owner_id, input, input_hash, ${now}, ${now}, id, ${now} FROM runs WHERE id = ${id}
      ON CONFLICT DO NOTHING RETURNING id`,
  );
  const again = made ?? (await trx.selectFrom('runs').select('id').where('againOf', '=', id).executeTakeFirstOrThrow());
  return await readRun(trx, viewer, again.id);
}
