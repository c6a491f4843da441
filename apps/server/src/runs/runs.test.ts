import type { Run } from '@signpost/contract/jobs/runs.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { withBeats } from './beats.ts';
import { type Attempt, defineRun, type RunKind } from './kinds.ts';
import { planMissingRuns, removeSchedule, setSchedule } from './schedules.ts';
import { enqueueRun, type NewRun } from './store.ts';
import { watch } from './watchdog.ts';
import { workRuns } from './work.ts';

const world = await testApp();
const { db } = world;
const owner = await world.signIn('Default User');
const other = await world.signIn('Default User');
const admin = await world.signIn('Admin');
const deps = { db, log: createLog({ level: 'silent', name: 'test' }) };
const never = new AbortController().signal;

const inputSchema = z.object({ name: z.string() });
type Work = (attempt: Attempt<z.output<typeof inputSchema>>) => ReturnType<RunKind['run']>;

/** A kind whose work is given by the test. */
const kindOf = (run: Work, more: Partial<RunKind<typeof inputSchema>> = {}) => [
  defineRun({ name: 'partnerFigures', input: inputSchema, run, ...more }),
];
const workOff = (run: Work, more: Partial<RunKind<typeof inputSchema>> = {}) =>
  workRuns(deps, kindOf(run, more), never);

async function ask(more: Partial<NewRun> = {}): Promise<{ id: number; name: string }> {
  const name = newId();
  const id = await enqueueRun(db, new Date(), {
    kind: 'partnerFigures',
    key: name,
    title: `Check ${name}`,
    ownerId: owner.userId,
    input: { name },
    expectedAt: new Date(),
    ...more,
  });
  return { id, name };
}

const seen = async (id: number, by = owner): Promise<Run> => (await by('GET', `/api/runs/${id}`)).body.data;
const bell = (userId: number) =>
  db
    .selectFrom('notices')
    .innerJoin('notifications', 'notifications.id', 'notices.notificationId')
    .select(['title', 'threadKey', 'dedupeKey'])
    .where('userId', '=', userId)
    .orderBy('notifications.id')
    .execute();
/** Counts the effects of runs in a real table: one preference per effect. */
const effect = (name: string) => ({
  store: (trx: typeof db) =>
    sql`INSERT INTO preferences (user_id, key, value) VALUES (${owner.userId}, ${`${name} ${newId()}`}, '1')`.execute(
      trx,
    ),
  count: async () => {
    const { rows } = await sql`SELECT 1 FROM preferences WHERE key LIKE ${`${name} %`}`.execute(db);
    return rows.length;
  },
});
/** Ends the lease of a run as time would. */
const endLease = (id: number) =>
  sql`UPDATE runs SET next_try_at = now() - interval '1 second' WHERE id = ${id}`.execute(db);

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
    expect(await seen(id)).toMatchObject({ state: 'succeeded', attempt: 2, rows: 1 });
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

  it('fails at last when every worker that takes it dies', async () => {
    const { id } = await ask();
    await sql`UPDATE runs SET state = 'running', lease = gen_random_uuid(), attempt = 2, next_try_at = now() WHERE id = ${id}`.execute(
      db,
    );
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work, { waits: [30] });
    expect(work).not.toHaveBeenCalled();
    expect((await seen(id)).state).toBe('failed');
  });

  it('can be run again once by its owner after it failed, and not after it succeeded', async () => {
    const { id } = await ask();
    await sql`UPDATE runs SET state = 'failed', next_try_at = NULL WHERE id = ${id}`.execute(db);
    const [first, second] = await Promise.all([
      owner('POST', `/api/runs/${id}/run-again`),
      owner('POST', `/api/runs/${id}/run-again`),
    ]);
    const again: Run = first.body.data;
    expect(again.id).toBe((second.body.data as Run).id);
    expect(again.repeats).toBe(id);
    expect((await seen(id)).repeatedBy).toBe(again.id);
    await workOff(async () => undefined);
    expect(await seen(again.id)).toMatchObject({ state: 'succeeded', mayRunAgain: false });
    expect((await seen(id)).mayRunAgain).toBe(false);
    expect((await owner('POST', `/api/runs/${again.id}/run-again`)).status).toBe(400);
  });
});

describe('cancelling a run', () => {
  it('ends a waiting run at once, without any worker, so that it is never told as not started', async () => {
    const { id } = await ask({ expectedAt: new Date(Date.now() - 3_600_000) });
    const { body } = await owner('POST', `/api/runs/${id}/cancel`);
    expect(body.data).toMatchObject({ state: 'cancelled', mayCancel: false, mayRunAgain: true, startedAt: null });
    await watch(db, new Date());
    expect((await bell(owner.userId)).filter(({ dedupeKey }) => dedupeKey === `run ${id} overdue`)).toEqual([]);
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work);
    expect(work).not.toHaveBeenCalled();
    expect((await owner('POST', `/api/runs/${id}/run-again`)).status).toBe(200);
    await workOff(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it('tells the owner who cancelled it, once, and nobody who cancels their own', async () => {
    const own = await ask();
    await owner('POST', `/api/runs/${own.id}/cancel`);
    const { id, name } = await ask();
    await admin('POST', `/api/runs/${id}/cancel`);
    await admin('POST', `/api/runs/${id}/cancel`);
    await workOff(async () => undefined);
    const told = (await bell(owner.userId)).filter(({ dedupeKey }) => dedupeKey.endsWith('cancelled'));
    expect(told.map(({ title }) => title)).toEqual([`Cancelled: Check ${name}`]);
  });

  it('that has ended is refused with how it ended', async () => {
    const { id } = await ask();
    await workOff(async () => undefined);
    const answer = await owner('POST', `/api/runs/${id}/cancel`);
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
        await owner('POST', `/api/runs/${id}/cancel`);
        await progress(1, 2);
        return {};
      });
      return undefined;
    });
    expect(await seen(id)).toMatchObject({ state: 'cancelled' });
    expect(await count()).toBe(0);
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
    expect((await other('GET', `/api/runs/${id}`)).status).toBe(404);
    expect((await other('POST', `/api/runs/${id}/cancel`)).status).toBe(404);
    expect((await other('POST', `/api/runs/${id}/run-again`)).status).toBe(404);
    expect((await owner('GET', '/api/runs?whose=all')).status).toBe(403);
    expect((await owner('GET', '/api/runs/services')).status).toBe(403);
    const all: Run[] = (await admin('GET', '/api/runs?whose=all')).body.data;
    expect(all.find((run) => run.id === id)?.owner?.id).toBe(owner.userId);
    const mine: Run[] = (await other('GET', '/api/runs')).body.data;
    expect(mine).toEqual([]);
    await workOff(async () => undefined);
  });
});

describe('a run that needs complete data', () => {
  const source = (watermark: Date) =>
    sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
      VALUES ('clicks', 'machine 7', 1000, now(), now(), ${watermark})
      ON CONFLICT (job, worker) DO UPDATE SET watermark = excluded.watermark, beat_at = now()`.execute(db);
  const until = new Date(Date.now() - 60_000);

  it('waits for the late source, starts when it has delivered, and says so', async () => {
    const { id } = await ask();
    const needs = () => ({ until, latest: new Date(Date.now() + 3_600_000) });
    await source(new Date(until.getTime() - 1));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work, { needs });
    expect(work).not.toHaveBeenCalled();
    expect(await seen(id)).toMatchObject({ state: 'waiting', attempt: 0, lateSources: ['clicks (machine 7)'] });
    await source(until);
    await endLease(id);
    await workOff(work, { needs });
    expect(await seen(id)).toMatchObject({ state: 'succeeded', lateSources: [] });
  });

  it('starts at the latest time anyway and names what is late', async () => {
    const { id } = await ask();
    await source(new Date(until.getTime() - 1));
    const late = vi.fn();
    await workOff(
      async ({ lateSources }) => {
        late(lateSources);
        return undefined;
      },
      { needs: () => ({ until, latest: new Date() }) },
    );
    expect(late).toHaveBeenCalledWith(['clicks (machine 7)']);
    expect(await seen(id)).toMatchObject({ state: 'succeeded', lateSources: ['clicks (machine 7)'] });
    await sql`DELETE FROM job_beats`.execute(db);
  });
});

describe('a schedule', () => {
  const rule = { time: '08:00', zone: 'Europe/Berlin', days: { every: 'day' as const } };
  const runsOf = (id: number) =>
    db
      .selectFrom('runs')
      .select(['localDate', 'state', 'expectedAt', 'id'])
      .where('scheduleId', '=', id)
      .orderBy('localDate')
      .execute();
  const make = (now: Date, more = {}) =>
    db.transaction().execute((trx) =>
      setSchedule(trx, now, {
        kind: 'partnerFigures',
        subject: newId(),
        title: 'Daily check',
        ownerId: owner.userId,
        rule,
        input: { name: 'daily' },
        ...more,
      }),
    );

  it('has the row of its next run before the run is due', async () => {
    const id = await make(new Date('2026-03-28T07:00:01Z'));
    expect(await runsOf(id)).toMatchObject([
      { localDate: '2026-03-29', state: 'waiting', expectedAt: new Date('2026-03-29T06:00:00Z') },
    ]);
    await sql`DELETE FROM runs WHERE schedule_id = ${id}`.execute(db);
    await sql`DELETE FROM schedules WHERE id = ${id}`.execute(db);
  });

  it('catches up every day that passed while nothing ran, each once', async () => {
    const day = 86_400_000;
    const id = await make(new Date(Date.now() - 5 * day));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work);
    const runs = await runsOf(id);
    expect(runs.filter(({ state }) => state === 'succeeded')).toHaveLength(5);
    expect(runs.at(-1)?.state).toBe('waiting');
    expect(new Set(runs.map(({ localDate }) => localDate)).size).toBe(runs.length);
    expect(work).toHaveBeenCalledTimes(5);
  });

  it('gets its next run back when the row was lost, and only one', async () => {
    const id = await make(new Date());
    await sql`DELETE FROM runs WHERE schedule_id = ${id}`.execute(db);
    await Promise.all([planMissingRuns(db), planMissingRuns(db)]);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('leaves no run behind when it is removed', async () => {
    const subject = newId();
    const id = await make(new Date(), { subject });
    await db.transaction().execute((trx) => removeSchedule(trx, 'partnerFigures', subject));
    expect(await db.selectFrom('runs').select('id').where('key', 'like', `schedule ${id} %`).execute()).toEqual([]);
    await planMissingRuns(db);
    expect(await db.selectFrom('schedules').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  it('pauses and tells its owner when the owner has lost the right', async () => {
    const id = await make(new Date(Date.now() - 86_400_000));
    const work = vi.fn<Work>(async () => undefined);
    await workOff(work, { refuse: async () => 'You can no longer open this report.' });
    expect(work).not.toHaveBeenCalled();
    const schedule = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(schedule.pausedBecause).toBe('You can no longer open this report.');
    expect((await runsOf(id)).map(({ state }) => state)).toEqual(['failed']);
    expect((await bell(owner.userId)).filter(({ threadKey }) => threadKey === `schedule ${id}`)).toHaveLength(1);
  });
});

describe('the watchdog', () => {
  it('tells the owner once of a run that was due and never started', async () => {
    const { id, name } = await ask({ expectedAt: new Date(Date.now() - 4 * 60_000) });
    const fresh = await ask();
    await Promise.all([watch(db, new Date()), watch(db, new Date())]);
    await watch(db, new Date());
    const told = (await bell(owner.userId)).filter(({ title }) => title.startsWith('Not started'));
    expect(told).toEqual([
      { title: `Not started: Check ${name}`, threadKey: `run ${id}`, dedupeKey: `run ${id} overdue` },
    ]);
    await workOff(async () => undefined);
    expect((await seen(fresh.id)).state).toBe('succeeded');
  });

  it('tells the Admins once when the work of a worker stops, and once when it is back', async () => {
    const job = withBeats(
      { ...deps, worker: 'machine 9' },
      { name: 'clicks', everyMs: 1_000, longestMs: 1_000, run: async () => 1 },
    );
    await job.run(never);
    const later = new Date(Date.now() + 60_000);
    await watch(db, later);
    await watch(db, later);
    await watch(db, new Date());
    const titles = (await bell(admin.userId)).map(({ title }) => title).filter((title) => title.includes('machine 9'));
    expect(titles).toEqual(['Background work stopped on machine 9', 'Background work runs again on machine 9']);
    expect(await bell(other.userId)).toEqual([]);
  });

  it('names work that is late while the worker itself runs', async () => {
    const beat = (name: string, longestMs: number) =>
      withBeats({ ...deps, worker: 'machine 12' }, { name, everyMs: 1_000, longestMs, run: async () => 1 }).run(never);
    await beat('host checks', 1_000);
    await sql`UPDATE job_beats SET beat_at = now() - interval '1 minute' WHERE worker = 'machine 12'`.execute(db);
    await beat('clicks', 300_000);
    await watch(db, new Date());
    const titles = (await bell(admin.userId)).map(({ title }) => title).filter((title) => title.includes('machine 12'));
    expect(titles).toEqual(['Late on machine 12: host checks']);
  });

  it('says that a worker stands still when nothing of it gives a sign of life, although some work may be silent for hours', async () => {
    const beat = (name: string, longestMs: number) =>
      withBeats({ ...deps, worker: 'machine 13' }, { name, everyMs: 1_000, longestMs, run: async () => 1 }).run(never);
    await beat('clicks', 1_000);
    await beat('expired report files', 3_600_000);
    await watch(db, new Date(Date.now() + 60_000));
    const titles = (await bell(admin.userId)).map(({ title }) => title).filter((title) => title.includes('machine 13'));
    expect(titles).toEqual(['Background work stopped on machine 13']);
  });
});

it('shows a failing job with its problem until it works again', async () => {
  let works = false;
  const job = withBeats(
    { ...deps, worker: 'machine 11' },
    {
      name: 'rates',
      everyMs: 1_000,
      async run() {
        if (!works) throw new Error('No route to host.');
      },
    },
  );
  const service = async () => {
    const all: { worker: string; problem: string | null; failingSince: string | null }[] = (
      await admin('GET', '/api/runs/services')
    ).body.data;
    return all.find(({ worker }) => worker === 'machine 11');
  };
  await expect(job.run(never)).rejects.toThrow('No route to host.');
  expect(await service()).toMatchObject({ problem: 'No route to host.', failingSince: expect.any(String) });
  works = true;
  await job.run(never);
  expect(await service()).toMatchObject({ problem: null, failingSince: null });
});
