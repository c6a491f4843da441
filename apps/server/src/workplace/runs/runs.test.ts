import { setTimeout as delay } from 'node:timers/promises';
import { cancelRun, listRuns, listServices, readRun, runAgain } from '@signpost/contract/calls/runs.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Run } from '@signpost/contract/workplace/jobs/runs.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { enqueueRun } from './store.ts';
import { kindOf, runWorld, type Work } from './testing/world.ts';
import { watch } from './watchdog.ts';
import { newPlaces, RUNS_AT_ONCE, workRuns } from './work.ts';

const { admin, ask, bell, db, deps, effect, endLease, other, owner, seen, workOff } = await runWorld();

/** Leaves a run as if its worker had just died, after `before` earlier workers had died during it. */
const interrupt = (id: number, before: number) =>
  sql`UPDATE runs SET state = 'running', lease = gen_random_uuid(), attempt = 1, interruptions = ${before},
    next_try_at = now() WHERE id = ${id}`.execute(db);

describe('a run', () => {
  it('is in the ledger before it is due, and is done when it is', async () => {
    const soon = await ask({ expectedAt: new Date(Date.now() + 3_600_000) });
    expect(await seen(soon.id)).toMatchObject({ state: 'waiting', attempt: 0, startedAt: null });
    const now = await ask();
    await workOff(async ({ progress }) => {
      await progress(3, 10);
      return { rows: 10, bytes: 99 };
    });
    expect(await seen(now.id)).toMatchObject({
      state: 'succeeded',
      attempt: 1,
      done: 10,
      total: 10,
      rows: 10,
      bytes: 99,
    });
    expect((await seen(soon.id)).state).toBe('waiting');
  });

  it('is made once however often it is asked for', async () => {
    const first = await ask();
    const second = await enqueueRun(db, new Date(), {
      kind: 'partnerFigures',
      key: first.name,
      title: 'Other',
      ownerId: other.userId,
      input: { name: 'other' },
      expectedAt: new Date(),
    });
    expect(second).toBe(first.id);
    await workOff(async () => undefined);
  });

  it('has its effects once when its worker dies half-way and another takes it over', async () => {
    const { id, name } = await ask();
    const { store, count } = effect(name);
    let release = () => {};
    const stalled = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isStalled = () => {};
    const reached = new Promise<void>((resolve) => {
      isStalled = resolve;
    });
    const slow = workOff(async ({ complete }) => {
      await complete(async (trx) => {
        await store(trx);
        isStalled();
        await stalled;
        return {};
      });
      return undefined;
    });
    await reached;
    await endLease(id);
    await workOff(async ({ complete }) => {
      await complete(async (trx) => {
        await store(trx);
        return { rows: 1 };
      });
      return undefined;
    });
    release();
    await slow;
    expect(await count()).toBe(1);
    expect(await seen(id)).toMatchObject({ state: 'succeeded', attempt: 1, interruptions: 1, rows: 1 });
  });

  it('is tried again after an unexpected failure, and tells its owner once when the last attempt failed', async () => {
    const { id, name } = await ask();
    const fails: Work = async () => {
      throw new Error('The disk is on fire.');
    };
    await workOff(fails, { waits: [30] });
    expect(await seen(id)).toMatchObject({
      state: 'waiting',
      attempt: 1,
      problem: 'Something went wrong in the background.',
    });
    await endLease(id);
    await workOff(fails, { waits: [30] });
    const failed = await seen(id);
    expect(failed).toMatchObject({ state: 'failed', attempt: 2, mayRunAgain: true });
    expect(failed.errorId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await bell(owner.userId)).filter(({ title }) => title === `Failed: Check ${name}`)).toHaveLength(1);
    expect(JSON.stringify(failed)).not.toContain('fire');
  });

  it.each([
    ['UNAVAILABLE', 'waiting'],
    ['TIMED_OUT', 'waiting'],
    ['RATE_LIMITED', 'waiting'],
    ['VALIDATION', 'failed'],
    ['ITEM_NOT_FOUND', 'failed'],
  ] as const)('that ends with %s is %s afterwards, and says why in the words of the problem', async (code, state) => {
    const { id } = await ask();
    const ends: Work = async () => {
      throw new AppError(code, { message: 'The disk is being cleaned.' });
    };
    await workOff(ends, { waits: [30] });
    expect(await seen(id)).toMatchObject({ state, problem: 'The disk is being cleaned.' });
    if (state === 'failed') return;
    await endLease(id);
    await workOff(ends, { waits: [30] });
    expect(await seen(id)).toMatchObject({ state: 'failed', problem: 'The disk is being cleaned.' });
  });

  it('keeps all its attempts when workers die, so that a later failure is repeated as if they had not', async () => {
    const { id } = await ask();
    await interrupt(id, 4);
    await workOff(
      async () => {
        throw new Error('The disk is on fire.');
      },
      { waits: [30] },
    );
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 1, interruptions: 5 });
    await endLease(id);
    await workOff(async () => undefined, { waits: [30] });
    expect(await seen(id)).toMatchObject({ state: 'succeeded', attempt: 2, interruptions: 5 });
  });

  it('is done alone once three workers have died during it, so that no other run ends with it', async () => {
    const suspect = await ask();
    await interrupt(suspect.id, 2);
    const others = [await ask(), await ask()];
    const names = [...others.map(({ name }) => name), suspect.name];
    const beside = new Map<string, number>();
    let underWay = 0;
    await workOff(async ({ input }) => {
      underWay += 1;
      // One of the others ends long after the worker has asked for further runs.
      await delay(input.name === others[1]?.name ? 600 : 0);
      beside.set(input.name, underWay);
      underWay -= 1;
      return undefined;
    });
    expect([...beside.keys()]).toEqual(names);
    expect(beside.get(suspect.name)).toBe(1);
    expect(await seen(suspect.id)).toMatchObject({ state: 'succeeded', attempt: 1, interruptions: 3 });
  });

  it('fails at last when every worker that takes it dies, and its owner learns why', async () => {
    const { id, name } = await ask();
    await interrupt(id, 9);
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work);
    expect(work).not.toHaveBeenCalled();
    expect(await seen(id)).toMatchObject({
      state: 'failed',
      interruptions: 10,
      problem: 'The worker ended 10 times during this job, so it is not tried again.',
    });
    expect((await bell(owner.userId)).filter(({ title }) => title === `Failed: Check ${name}`)).toHaveLength(1);
  });

  it('can be run again once by its owner after it failed, and not after it succeeded', async () => {
    const { id } = await ask();
    await sql`UPDATE runs SET state = 'failed', next_try_at = NULL WHERE id = ${id}`.execute(db);
    const [first, second] = await Promise.all([
      attempt(owner, runAgain, { params: { id } }),
      attempt(owner, runAgain, { params: { id } }),
    ]);
    const again: Run = first.body.data;
    expect(again.id).toBe(second.body.data.id);
    expect(again.repeats).toBe(id);
    expect((await seen(id)).repeatedBy).toBe(again.id);
    await workOff(async () => undefined);
    expect(await seen(again.id)).toMatchObject({ state: 'succeeded', mayRunAgain: false });
    expect((await seen(id)).mayRunAgain).toBe(false);
    expect((await refusal(owner, runAgain, { params: { id: again.id } })).status).toBe(400);
  });
});

describe('cancelling a run', () => {
  it('ends a waiting run at once, without any worker, so that it is never told as not started', async () => {
    const { id } = await ask({ expectedAt: new Date(Date.now() - 3_600_000) });
    const data = await call(owner, cancelRun, { params: { id } });
    expect(data).toMatchObject({ state: 'cancelled', mayCancel: false, mayRunAgain: true, startedAt: null });
    await watch(db, new Date());
    expect((await bell(owner.userId)).filter(({ dedupeKey }) => dedupeKey === `run ${id} overdue`)).toEqual([]);
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work);
    expect(work).not.toHaveBeenCalled();
    expect((await attempt(owner, runAgain, { params: { id } })).status).toBe(200);
    await workOff(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it('tells the owner who cancelled it, once, and nobody who cancels their own', async () => {
    const own = await ask();
    await call(owner, cancelRun, { params: { id: own.id } });
    const { id, name } = await ask();
    await call(admin, cancelRun, { params: { id } });
    expect((await refusal(admin, cancelRun, { params: { id } })).status).toBe(409);
    await workOff(async () => undefined);
    const told = (await bell(owner.userId)).filter(({ dedupeKey }) => dedupeKey.endsWith('cancelled'));
    expect(told.map(({ title }) => title)).toEqual([`Cancelled: Check ${name}`]);
  });

  it('that has ended is refused with how it ended', async () => {
    const { id } = await ask();
    await workOff(async () => undefined);
    const answer = await attempt(owner, cancelRun, { params: { id } });
    expect([answer.status, answer.body.errorCode, answer.body.errors]).toEqual([
      409,
      'CONFLICT',
      [{ path: '', message: 'This job has already finished, so there is nothing to cancel.' }],
    ]);
  });

  it('stops a run under way at its next step and leaves nothing behind', async () => {
    const { id, name } = await ask();
    const { store, count } = effect(name);
    await workOff(async ({ progress, complete }) => {
      await complete(async (trx) => {
        await store(trx);
        await call(owner, cancelRun, { params: { id } });
        await progress(1, 2);
        return {};
      });
      return undefined;
    });
    expect(await seen(id)).toMatchObject({ state: 'cancelled' });
    expect(await count()).toBe(0);
  });
});

describe('a run whose work never ends', () => {
  const hangs: Work = () => new Promise(() => undefined);

  it('frees its place within seconds when it is cancelled, and the next run starts', async () => {
    const places = newPlaces();
    const runs = await Promise.all(Array.from({ length: RUNS_AT_ONCE }, () => ask()));
    const hanging = workRuns({ ...deps, places }, kindOf(hangs), new AbortController().signal);
    await vi.waitFor(() => expect(places).toEqual({ taken: RUNS_AT_ONCE, abandoned: 0 }), { timeout: 300_000 });
    for (const { id } of runs) await call(owner, cancelRun, { params: { id } });
    await hanging;
    for (const { id } of runs) expect((await seen(id)).state).toBe('cancelled');
    expect(places).toEqual({ taken: 0, abandoned: RUNS_AT_ONCE });
    const next = await ask();
    await workOff(async () => undefined);
    expect((await seen(next.id)).state).toBe('succeeded');
  });

  it('is ended and reported when it makes no progress, and a run that reports progress is not', async () => {
    const { id, name } = await ask();
    await workOff(hangs, { patienceMs: 500, waits: [] });
    expect(await seen(id)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/made no progress/) });
    expect((await bell(owner.userId)).filter(({ title }) => title === `Failed: Check ${name}`)).toHaveLength(1);
    const busy = await ask();
    await workOff(
      async ({ progress }) => {
        for (let done = 0; done < 20; done += 1) {
          await progress(done, null);
          await delay(100);
        }
        return undefined;
      },
      { patienceMs: 1_500, waits: [] },
    );
    expect((await seen(busy.id)).state).toBe('succeeded');
  });

  it('is given back by a worker that began to stop between taking the run and doing it', async () => {
    const { id } = await ask();
    const stopping = new AbortController();
    const kinds = kindOf(hangs, {
      refuse: async () => {
        stopping.abort();
        return null;
      },
    });
    await workRuns(deps, kinds, stopping.signal);
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 0 });
    await workOff(async () => undefined);
  });

  it('is given back by a worker that stops', async () => {
    const { id } = await ask();
    const stopping = new AbortController();
    const working = workRuns(deps, kindOf(hangs), stopping.signal);
    await vi.waitFor(async () => expect((await seen(id)).state).toBe('running'), { timeout: 300_000 });
    stopping.abort();
    await working;
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 0 });
    await workOff(async () => undefined);
  });
});

describe('a worker that stops', () => {
  it('gives its runs back, and the next worker does them as a first attempt', async () => {
    const { id } = await ask();
    const stopping = new AbortController();
    await workRuns(
      deps,
      kindOf(async ({ signal }) => {
        stopping.abort();
        signal.throwIfAborted();
        return undefined;
      }),
      stopping.signal,
    );
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 0 });
    await workOff(async () => undefined);
    expect(await seen(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
  });
});

describe('the ledger of runs', () => {
  it('shows people their own runs, and all runs to Admins only', async () => {
    const { id } = await ask();
    expect((await refusal(other, readRun, { params: { id } })).status).toBe(404);
    expect((await refusal(other, cancelRun, { params: { id } })).status).toBe(404);
    expect((await refusal(other, runAgain, { params: { id } })).status).toBe(404);
    expect((await refusal(owner, listRuns, { query: { whose: 'all' } })).status).toBe(403);
    expect((await refusal(owner, listServices, {})).status).toBe(403);
    const all: Run[] = await call(admin, listRuns, { query: { whose: 'all' } });
    expect(all.find((run) => run.id === id)?.owner?.id).toBe(owner.userId);
    const mine: Run[] = await call(other, listRuns, { query: {} });
    expect(mine).toEqual([]);
    await workOff(async () => undefined);
  });
});
