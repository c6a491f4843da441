/** The ledger of runs: asking for one, cancelling it, starting it again, and reading it. */

import { AppError, invalid } from '@signpost/contract/errors.ts';
import { isRunKind, RUN_KINDS, type RunKindName } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import { RUNS_PAGE, type Run, type RunState } from '@signpost/contract/workplace/jobs/runs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { hashInput, type RunRepeats } from './kinds.ts';
import { tellCancelled } from './notices.ts';

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
const ENDED_HOW = { succeeded: 'finished', failed: 'failed', cancelled: 'been cancelled' } as const;

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
  'runs.interruptions',
  'runs.done',
  'runs.total',
  'runs.rows',
  'runs.bytes',
  'runs.watermark',
  'runs.lateSources',
  'runs.problem',
  'runs.errorId',
  'runs.cancelRequestedAt',
  'runs.againOf',
] as const;

const selectRuns = (db: Queryable) =>
  db
    .selectFrom('runs')
    .leftJoin('users', 'users.id', 'runs.ownerId')
    .leftJoin('runs as again', 'again.againOf', 'runs.id')
    .select([...runColumns, 'users.name as ownerName', 'again.id as againId']);

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number];

/** The runs as people see them. */
async function shownRuns(db: Queryable, rows: readonly RunRow[], repeats: RunRepeats): Promise<Run[]> {
  const refusals = new Map<number, string>();
  for (const [kind, repeat] of Object.entries(repeats)) {
    const ended = rows.filter((row) => row.kind === kind && isRepeatable(row)).map(({ id }) => id);
    if (ended.length === 0) continue;
    for (const [id, reason] of await repeat.refusals(db, ended)) refusals.set(id, reason);
  }
  return rows.map((row) => shownRun(row, refusals.get(row.id) ?? null));
}

const isRepeatable = ({ state, againId }: RunRow): boolean => ENDED.includes(state) && againId === null;

function shownRun(row: RunRow, againRefusal: string | null): Run {
  const { ownerId, ownerName, againId, againOf, cancelRequestedAt, kind, ...rest } = row;
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
    mayRunAgain: isRepeatable(row) && againRefusal === null,
    againRefusal,
    repeats: againOf,
    repeatedBy: againId,
  };
}

export interface RunFilter {
  whose: 'mine' | 'all';
  state?: RunState | undefined;
  before?: number | undefined;
}

const seesAll = (viewer: SessionUser): boolean => viewer.grade === 'Admin';

/** A page of runs, the newest first. Errors: FORBIDDEN where somebody but an Admin asks for everybody's. */
export async function listRuns(
  db: Queryable,
  viewer: SessionUser,
  filter: RunFilter,
  repeats: RunRepeats,
): Promise<Run[]> {
  if (filter.whose === 'all' && !seesAll(viewer)) throw new AppError('FORBIDDEN');
  let query = selectRuns(db).orderBy('runs.id', 'desc').limit(RUNS_PAGE);
  if (filter.whose === 'mine') query = query.where('runs.ownerId', '=', viewer.id);
  if (filter.state !== undefined) query = query.where('runs.state', '=', filter.state);
  if (filter.before !== undefined) query = query.where('runs.id', '<', filter.before);
  return await shownRuns(db, await query.execute(), repeats);
}

/** One run. Errors: ITEM_NOT_FOUND where it does not exist or belongs to somebody else. */
export async function readRun(db: Queryable, viewer: SessionUser, id: number, repeats: RunRepeats): Promise<Run> {
  let query = selectRuns(db).where('runs.id', '=', id);
  if (!seesAll(viewer)) query = query.where('runs.ownerId', '=', viewer.id);
  const row = await query.executeTakeFirst();
  const [run] = row === undefined ? [] : await shownRuns(db, [row], repeats);
  if (run === undefined) throw new AppError('ITEM_NOT_FOUND');
  return run;
}

interface OneRun {
  id: number;
  now: Date;
  repeats: RunRepeats;
}

const cancelledRow = z.object({ kind: z.string(), state: z.string() });

/**
 * Ends a waiting run at once, whether or not a worker is there; asks the worker to end a running one at its next step.
 * Asked twice, it is cancelled once.
 * The owner is told when somebody else cancels it. Errors: ITEM_NOT_FOUND; CONFLICT where it has already ended.
 */
export async function cancelRun(trx: Trx, viewer: SessionUser, { id, now, repeats }: OneRun): Promise<Run> {
  const run = await readRun(trx, viewer, id, repeats);
  const [cancelled] = await readRows(
    trx,
    cancelledRow,
    sql`UPDATE runs SET cancel_requested_at = ${now},
        state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END,
        next_try_at = CASE state WHEN 'waiting' THEN NULL ELSE next_try_at END,
        finished_at = CASE state WHEN 'waiting' THEN ${now} ELSE finished_at END
      WHERE id = ${id} AND state IN ('waiting', 'running') AND cancel_requested_at IS NULL RETURNING kind, state`,
  );
  if (cancelled === undefined) await refuseEnded(trx, viewer, { id, repeats });
  else if (cancelled.state === 'cancelled' && isRunKind(cancelled.kind))
    await repeats[cancelled.kind]?.onCancel?.(trx, id);
  if (cancelled !== undefined && run.owner !== null && run.owner.id !== viewer.id)
    await tellCancelled(trx, { ...run, ownerId: run.owner.id }, viewer.name, now);
  return await readRun(trx, viewer, id, repeats);
}

/** Errors: CONFLICT where a run has ended, with how it ended. */
async function refuseEnded(trx: Trx, viewer: SessionUser, { id, repeats }: Omit<OneRun, 'now'>): Promise<void> {
  const { state } = await readRun(trx, viewer, id, repeats);
  if (state === 'waiting' || state === 'running') return;
  const message = `This job has already ${ENDED_HOW[state]}, so there is nothing to cancel.`;
  throw new AppError('CONFLICT', { message, errors: [{ path: '', message }] });
}

/**
 * Starts a failed or cancelled run again and returns the new run; asked twice, the same one. Errors: ITEM_NOT_FOUND;
 * VALIDATION where the run has not ended or succeeded, or where what it works on has moved on.
 */
export async function repeatRun(trx: Trx, viewer: SessionUser, { id, now, repeats }: OneRun): Promise<Run> {
  // Locked, so that two people who ask at the same time get the same run.
  const [locked] = await trx.selectFrom('runs').select('kind').where('id', '=', id).forUpdate().execute();
  const kind = locked?.kind ?? '';
  const run = await readRun(trx, viewer, id, repeats);
  if (run.repeatedBy !== null) return await readRun(trx, viewer, run.repeatedBy, repeats);
  if (!ENDED.includes(run.state)) throw invalid('', 'Only a failed or cancelled job can be run again.');
  if (isRunKind(kind)) await repeats[kind]?.prepare(trx, id);
  const again = await readRow(
    trx,
    idRow,
    sql`INSERT INTO runs (kind, key, title, owner_id, input, input_hash, expected_at, next_try_at, again_of, created_at)
      SELECT kind, key || ' again', title, owner_id, input, input_hash, ${now}, ${now}, id, ${now} FROM runs WHERE id = ${id}
      RETURNING id`,
  );
  return await readRun(trx, viewer, again.id, repeats);
}

/**
 * Cancels the open runs of a kind with this input: waiting ones end at once, a running one at its next step. Unlike
 * {@link cancelRun} it leaves what the runs worked on to the caller.
 */
export async function cancelRunsOf(
  trx: Trx,
  { kind, input, now }: { kind: RunKindName; input: unknown; now: Date },
): Promise<void> {
  await sql`UPDATE runs SET cancel_requested_at = ${now},
      finished_at = CASE state WHEN 'waiting' THEN ${now} ELSE finished_at END,
      next_try_at = CASE state WHEN 'waiting' THEN NULL ELSE next_try_at END,
      state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END
    WHERE kind = ${kind} AND input_hash = ${hashInput(input)} AND state IN ('waiting', 'running')
      AND cancel_requested_at IS NULL`.execute(trx);
}
