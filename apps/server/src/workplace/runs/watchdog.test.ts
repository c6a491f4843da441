import { listServices, retireWorker } from '@signpost/contract/calls/runs.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withBeats } from './beats.ts';
import { lateSources } from './readiness.ts';
import { runWorld } from './testing/world.ts';
import { watch } from './watchdog.ts';

const { admin, ask, bell, db, deps, never, other, owner, seen, workOff } = await runWorld();

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
    const all: { worker: string; problem: string | null; failingSince: string | null }[] = await call(
      admin,
      listServices,
      {},
    );
    return all.find(({ worker }) => worker === 'machine 11');
  };
  await expect(job.run(never)).rejects.toThrow('No route to host.');
  expect(await service()).toMatchObject({ problem: 'No route to host.', failingSince: expect.any(String) });
  works = true;
  await job.run(never);
  expect(await service()).toMatchObject({ problem: null, failingSince: null });
});

it('an Admin takes a worker out of service that has ended, so that nobody waits for its data; one that works is refused', async () => {
  const worker = 'vm:/var/lib/signpost-2';
  const beat = (name: string) =>
    withBeats(
      { ...deps, worker },
      { name, everyMs: 1_000, longestMs: 1_000, watermark: () => new Date('2026-11-20T00:00:00Z'), run: async () => 1 },
    ).run(never);
  await beat('click log');
  const retire = (by: typeof admin) => attempt(by, retireWorker, { body: { worker } });
  expect((await retire(owner)).status).toBe(403);
  const refused = await retire(admin);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'worker', message: `${worker} gives signs of life. Stop it first.` }],
  ]);
  expect(await lateSources(db, new Date('2026-11-21T00:00:00Z'))).toEqual([`click log (${worker})`]);
  await sql`UPDATE job_beats SET beat_at = now() - interval '1 minute' WHERE worker = ${worker}`.execute(db);
  expect((await retire(admin)).status).toBe(200);
  expect(await lateSources(db, new Date('2026-11-21T00:00:00Z'))).toEqual([]);
  expect((await retire(admin)).status).toBe(404);
});
