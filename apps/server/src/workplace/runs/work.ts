/**
 * Takes runs that are due and does them. A run belongs to the worker that has its lease; every write of a worker demands
 * the lease, so a worker that stood still cannot change a run that another has taken over (docs/decisions/0150).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { readRows } from '../../platform/rows.ts';
import type { Tracing } from '../../platform/spans.ts';
import { traced } from '../../platform/tracing.ts';
import type { Attempt, RunKind, RunOutcome } from './kinds.ts';
import { tellFailure } from './notices.ts';
import { lateSources } from './readiness.ts';
import { pauseSchedule, planNextRun } from './schedules.ts';

export interface RunDeps {
  db: Db;
  log: Log;
  /** Counts the places of this process; its owner reads them. */
  places?: RunPlaces | undefined;
  /** Traces runs. */
  tracing?: Tracing | undefined;
}

/** How the places for runs of one process are used. */
export interface RunPlaces {
  taken: number;
  /** Runs that were ended while their work had not stopped. They take no place. */
  abandoned: number;
}
export const newPlaces = (): RunPlaces => ({ taken: 0, abandoned: 0 });

const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 4;
export const RUNS_AT_ONCE = 4;
/** After so many interruptions, a run is done alone: if it ends its worker, no other run is interrupted with it. */
const ALONE_AFTER = 3;
/** After so many interruptions, a run fails. */
const MOST_INTERRUPTIONS = 10;
const POLL_MS = 250;
/** How often a run under way asks whether it was cancelled. */
const CANCEL_CHECK_MS = 1_000;
/** A worker that stops waits so long for work that does not heed its signal. */
const STOP_PATIENCE_MS = 5_000;
/** How often a run asks again whether its data is complete. */
const READY_CHECK_MS = 30_000;
const DEFAULT_WAITS = [30, 120, 600] as const;
const DEFAULT_PATIENCE_MS = 30 * 60_000;

const takenRow = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  ownerId: z.number().nullable(),
  input: z.unknown(),
  attempt: z.number(),
  interruptions: z.number(),
  expectedAt: z.date(),
  cancelRequestedAt: z.date().nullable(),
  scheduleId: z.number().nullable(),
  lease: z.string(),
});
type Taken = z.infer<typeof takenRow>;

/** The run was cancelled or taken over: nothing of the attempt may be stored. */
class RunLost extends Error {
  constructor() {
    super('The run no longer belongs to this worker.');
  }
}

/** The work has not reported progress for so long that it stands still. */
class StandsStill extends Error {
  constructor(ms: number) {
    super(`The job made no progress for ${Math.round(ms / 60_000)} minutes, so it was ended.`);
  }
}

/**
 * Takes and does the runs that are due, a few at a time, until none is left. While it works, it keeps taking runs that
 * become due. When the worker stops, runs under way are given back. Returns how many runs it took.
 */
export async function workRuns(deps: RunDeps, kinds: readonly RunKind[], stopping: AbortSignal): Promise<number> {
  const byName = new Map<string, RunKind>(kinds.map((kind) => [kind.name, kind]));
  const active = new Set<Promise<void>>();
  let isAlone = false;
  let count = 0;
  for (;;) {
    if (active.size === 0) isAlone = false;
    const free: number = stopping.aborted || isAlone ? 0 : RUNS_AT_ONCE - active.size;
    let taken: Taken[] = free > 0 ? await takeRuns(deps.db, [...byName.keys()], { limit: free, isAlone: false }) : [];
    if (taken.length === 0 && active.size === 0 && !stopping.aborted) {
      taken = await takeRuns(deps.db, [...byName.keys()], { limit: 1, isAlone: true });
      isAlone = taken.length > 0;
    }
    // The worker asks once more after the last run, which may have planned a run that is due already.
    if (taken.length === 0 && active.size === 0) return count;
    count += taken.length;
    for (const run of taken) {
      const kind = byName.get(run.kind);
      if (kind === undefined) continue;
      const work = doRun(deps, kind, run, stopping).finally(() => {
        active.delete(work);
        if (deps.places !== undefined) deps.places.taken -= 1;
      });
      active.add(work);
      if (deps.places !== undefined) deps.places.taken += 1;
    }
    if (active.size > 0) await Promise.race([...active, delay(POLL_MS)]);
  }
}

/**
 * Takes runs that are due: those that are done beside others, or those that are done alone. A run that still has a lease
 * was interrupted, and goes on with the same attempt (docs/decisions/0150).
 */
async function takeRuns(
  db: Db,
  kinds: readonly string[],
  { limit, isAlone }: { limit: number; isAlone: boolean },
): Promise<Taken[]> {
  return await readRows(
    db,
    takenRow,
    sql`UPDATE runs SET state = 'running', attempt = attempt + (lease IS NULL)::integer,
        interruptions = interruptions + (lease IS NOT NULL)::integer, lease = ${randomUUID()}, started_at = coalesce(started_at, now()),
        next_try_at = now() + make_interval(secs => ${LEASE_MS / 1000}), progressed_at = now(), done = 0, problem = NULL, error_id = NULL
      WHERE id IN (SELECT id FROM runs WHERE next_try_at <= now() AND kind = ANY(${kinds})
          AND (interruptions + (lease IS NOT NULL)::integer >= ${ALONE_AFTER}) = ${isAlone}
        ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, title, owner_id, input, attempt, interruptions, expected_at, cancel_requested_at, schedule_id,
        lease`,
  );
}

/** Does one attempt and stores how it ended. Never rejects for a reason that lies in the run. */
async function doRun(deps: RunDeps, kind: RunKind, run: Taken, stopping: AbortSignal): Promise<void> {
  const { db, log } = deps;
  try {
    const { scheduleId } = run;
    if (scheduleId !== null && run.attempt === 1)
      await db.transaction().execute((trx) => planNextRun(trx, scheduleId, { now: new Date() }));
    if (run.cancelRequestedAt !== null) return await endCancelled(db, kind, run);
    if (run.interruptions >= MOST_INTERRUPTIONS) return await endInterrupted(deps, kind, run);
    const input = kind.input.parse(run.input);
    if (await isRefused(deps, kind, run, input)) return;
    const late = await lateFor(db, run, kind, input);
    if (late === 'wait') return await waitForData(db, run, kind, input);
    const about = { 'signpost.run.id': run.id, 'signpost.run.attempt': run.attempt };
    await traced(deps.tracing, `run ${kind.name}`, about, () => attemptRun(deps, kind, run, { input, late, stopping }));
  } catch (error) {
    if (error instanceof RunLost) return;
    await fail(deps, kind, run, error).catch((err: unknown) => {
      // The lease ends by itself, and the run is taken again.
      log.error({ err, run: run.id }, 'the end of a run could not be stored');
    });
  }
}

const waitsOf = (kind: RunKind): readonly number[] => kind.waits ?? DEFAULT_WAITS;

async function isRefused({ db }: RunDeps, kind: RunKind, run: Taken, input: unknown): Promise<boolean> {
  const { ownerId } = run;
  if (kind.refuse === undefined || ownerId === null) return false;
  return await db.transaction().execute(async (trx) => {
    const reason = await kind.refuse?.(trx, ownerId, input);
    if (reason === null || reason === undefined) return false;
    await storeEnd(trx, kind, run, { state: 'failed', problem: reason });
    if (run.scheduleId !== null) await pauseSchedule(trx, run.scheduleId, reason);
    await tellFailure(trx, run, reason, null);
    return true;
  });
}

/** The sources that are late when the run starts anyway, or `wait` while it can wait for them. */
async function lateFor(db: Db, run: Taken, kind: RunKind, input: unknown): Promise<string[] | 'wait'> {
  const needs = kind.needs?.(input, run) ?? null;
  if (needs === null) return [];
  const late = await lateSources(db, needs.until);
  if (late.length > 0 && Date.now() < needs.latest.getTime()) return 'wait';
  return late;
}

async function waitForData(db: Db, run: Taken, kind: RunKind, input: unknown): Promise<void> {
  const needs = kind.needs?.(input, run) ?? null;
  const late = needs === null ? [] : await lateSources(db, needs.until);
  const next = new Date(Math.min(Date.now() + READY_CHECK_MS, needs?.latest.getTime() ?? Number.POSITIVE_INFINITY));
  await sql`UPDATE runs SET state = 'waiting', lease = NULL, attempt = attempt - 1, next_try_at = ${next}, late_sources = ${late}
    WHERE id = ${run.id} AND lease = ${run.lease}`.execute(db);
}

interface Prepared {
  input: unknown;
  late: string[];
  stopping: AbortSignal;
}

async function attemptRun(
  deps: RunDeps,
  kind: RunKind,
  run: Taken,
  { input, late, stopping }: Prepared,
): Promise<void> {
  const { db, log } = deps;
  const lease = holdLease(deps, kind, run);
  const signal = AbortSignal.any([stopping, lease.lost]);
  let isComplete = false;
  const attempt: Attempt<unknown> = {
    id: run.id,
    ownerId: run.ownerId,
    input,
    attempt: run.attempt,
    expectedAt: run.expectedAt,
    lateSources: late,
    signal,
    progress: (done, total) => lease.progress(done, total),
    async complete(effects) {
      await db.transaction().execute(async (trx) => {
        const outcome = await effects(trx);
        await storeEnd(trx, kind, run, { state: 'succeeded', outcome, late });
      });
      isComplete = true;
      lease.release();
    },
  };
  try {
    const outcome = await untilLost(deps, kind.run(attempt), { lost: lease.lost, stopping });
    if (!isComplete) await endRun(db, kind, run, { state: 'succeeded', outcome: outcome ?? {}, late });
  } catch (error) {
    if (isComplete) log.error({ err: error, run: run.id }, 'a run failed after it was completed');
    else if (stopping.aborted) await giveBack(db, run);
    else if (lease.lost.reason instanceof StandsStill) throw lease.lost.reason;
    else if (lease.lost.aborted || error instanceof RunLost) await endCancelled(db, kind, run);
    else throw error;
  } finally {
    lease.release();
  }
}

/**
 * Keeps the lease of a run under way. `lost` aborts when the run is cancelled, when another worker has taken it over, and
 * when it reports no progress for too long.
 */
function holdLease({ db, log }: RunDeps, kind: RunKind, run: Taken) {
  const controller = new AbortController();
  const patienceMs = kind.patienceMs ?? DEFAULT_PATIENCE_MS;
  let progressedAt = performance.now();
  const keep = (isMine: Promise<boolean>): void => {
    isMine.then(
      (mine) => !mine && controller.abort(new RunLost()),
      (err: unknown) => log.warn({ err, run: run.id }, 'the lease of a run could not be renewed'),
    );
  };
  const renewal = setInterval(() => keep(renew(db, run)), RENEW_MS);
  const check = setInterval(() => {
    if (performance.now() - progressedAt > patienceMs) controller.abort(new StandsStill(patienceMs));
    else keep(isHeld(db, run));
  }, CANCEL_CHECK_MS);
  return {
    lost: controller.signal,
    async progress(done: number, total: number | null): Promise<void> {
      progressedAt = performance.now();
      if (await renew(db, run, { done, total })) return;
      controller.abort(new RunLost());
      throw new RunLost();
    },
    release(): void {
      clearInterval(renewal);
      clearInterval(check);
    },
  };
}

/**
 * Waits for the work, but not for work that does not end although its run does: a cancelled run frees its place at once,
 * whatever its work waits for. Such work can store nothing any more, because every write demands the lease.
 */
async function untilLost<T>(
  { places }: RunDeps,
  work: Promise<T>,
  { lost, stopping }: { lost: AbortSignal; stopping: AbortSignal },
): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const ended = new Promise<never>((_, reject) => {
    const stop = () => setTimeout(() => reject(stopping.reason), STOP_PATIENCE_MS).unref();
    // The worker may have begun to stop after it took the run.
    if (stopping.aborted) stop();
    lost.addEventListener('abort', () => reject(lost.reason), { once: true });
    stopping.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([over, ended]);
  } finally {
    if (!isOver && places !== undefined) {
      places.abandoned += 1;
      const forget = (): void => {
        places.abandoned -= 1;
      };
      over.then(forget, forget);
    }
  }
}

const heldRow = z.object({ cancelRequestedAt: z.date().nullable() });

/** Extends the lease; false if the run was cancelled or belongs to another worker. */
async function renew(db: Db, run: Taken, step?: { done: number; total: number | null }): Promise<boolean> {
  const { done = null, total = null } = step ?? {};
  const [held] = await readRows(
    db,
    heldRow,
    sql`UPDATE runs SET next_try_at = now() + make_interval(secs => ${LEASE_MS / 1000}), done = coalesce(${done}, done),
        total = coalesce(${total}, total), progressed_at = CASE WHEN ${step !== undefined} THEN now() ELSE progressed_at END
      WHERE id = ${run.id} AND lease = ${run.lease} RETURNING cancel_requested_at`,
  );
  return held !== undefined && held.cancelRequestedAt === null;
}

/** Whether the run still belongs to this worker and was not cancelled. */
async function isHeld(db: Db, run: Taken): Promise<boolean> {
  const [held] = await readRows(
    db,
    heldRow,
    sql`SELECT cancel_requested_at FROM runs WHERE id = ${run.id} AND lease = ${run.lease}`,
  );
  return held !== undefined && held.cancelRequestedAt === null;
}

/** How a run ended. */
interface End {
  state: 'succeeded' | 'failed' | 'cancelled';
  outcome?: RunOutcome;
  late?: readonly string[];
  problem?: string;
  errorId?: string;
}

/** Ends the run in the ledger. Rejects when it belongs to another worker, or succeeded after it was cancelled. */
async function storeEnd(trx: Trx, kind: RunKind, run: Taken, end: End): Promise<void> {
  const { state, outcome = {}, late = [], problem, errorId } = end;
  const { rows, bytes, result } = outcome;
  const { numAffectedRows } =
    await sql`UPDATE runs SET state = ${state}, next_try_at = NULL, lease = NULL, finished_at = now(),
      rows = ${rows ?? null}, bytes = ${bytes ?? null}, result = ${result === undefined ? null : JSON.stringify(result)}::jsonb,
      late_sources = ${late}, problem = ${problem ?? null}, error_id = ${errorId ?? null},
      done = CASE WHEN ${state} = 'succeeded' THEN coalesce(total, done) ELSE done END
    WHERE id = ${run.id} AND lease = ${run.lease} AND (${state} <> 'succeeded' OR cancel_requested_at IS NULL)`.execute(
      trx,
    );
  if (numAffectedRows !== 1n) throw new RunLost();
  const input = kind.input.safeParse(run.input);
  if (state !== 'succeeded' && input.success)
    await kind.onFailure?.(trx, input.data, { state, problem: problem ?? 'The job was cancelled.' });
}

async function endRun(db: Db, kind: RunKind, run: Taken, end: End): Promise<void> {
  await db.transaction().execute((trx) => storeEnd(trx, kind, run, end));
}

/** Stores that a cancelled run has ended. A run that was taken over by another worker is left to that worker. */
async function endCancelled(db: Db, kind: RunKind, run: Taken): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [held] = await readRows(
      trx,
      heldRow,
      sql`SELECT cancel_requested_at FROM runs WHERE id = ${run.id} AND lease = ${run.lease} FOR UPDATE`,
    );
    if (held !== undefined && held.cancelRequestedAt !== null) await storeEnd(trx, kind, run, { state: 'cancelled' });
  });
}

/** The worker stops: another one, or this one after its restart, takes the run at once. */
async function giveBack(db: Db, run: Taken): Promise<void> {
  await sql`UPDATE runs SET state = 'waiting', lease = NULL, attempt = attempt - 1, next_try_at = now()
    WHERE id = ${run.id} AND lease = ${run.lease}`.execute(db);
}

/** Gives up a run whose worker ended again and again while it was done. */
async function endInterrupted({ db, log }: RunDeps, kind: RunKind, run: Taken): Promise<void> {
  const problem = `The worker ended ${run.interruptions} times during this job, so it is not tried again.`;
  log.error({ run: run.id, kind: kind.name, interruptions: run.interruptions }, 'a run was interrupted too often');
  await db.transaction().execute(async (trx) => {
    await storeEnd(trx, kind, run, { state: 'failed', problem });
    await tellFailure(trx, run, problem, null);
  });
}

/** A problem that the person can understand. */
const expectedProblem = (error: unknown): string | undefined => {
  if (error instanceof AppError) return error.errors[0]?.message ?? error.message;
  return undefined;
};

/** The problems that may be gone at the next attempt: something was away, or the machine was too busy. */
const PASSING: readonly ErrorCode[] = ['UNAVAILABLE', 'TIMED_OUT', 'RATE_LIMITED'];
const mayPass = (error: unknown): boolean => error instanceof AppError && PASSING.includes(error.code);

/** Stores a failed attempt: the run is tried again later or, after the last attempt, fails and its owner is told. */
async function fail({ db, log }: RunDeps, kind: RunKind, run: Taken, error: unknown): Promise<void> {
  const expected = expectedProblem(error);
  const wait = waitsOf(kind)[run.attempt - 1];
  const errorId = newId();
  const still = error instanceof StandsStill ? error.message : undefined;
  const problem = expected ?? still ?? 'Something went wrong in the background.';
  log[expected === undefined ? 'error' : 'warn']({ err: error, run: run.id, kind: kind.name, errorId }, 'a run failed');
  await db.transaction().execute(async (trx) => {
    await sql`SELECT 1 FROM runs WHERE id = ${run.id} FOR UPDATE`.execute(trx);
    if ((expected === undefined || mayPass(error)) && wait !== undefined) {
      await sql`UPDATE runs SET state = 'waiting', lease = NULL, next_try_at = now() + make_interval(secs => ${wait}),
        problem = ${problem}, error_id = ${errorId} WHERE id = ${run.id} AND lease = ${run.lease}`.execute(trx);
      return;
    }
    await storeEnd(trx, kind, run, { state: 'failed', problem, errorId });
    await tellFailure(trx, run, problem, errorId);
  });
}
