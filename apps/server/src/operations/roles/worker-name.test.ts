import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { forgetFormerWork, listServices, withBeats } from '../../workplace/runs/beats.ts';
import { CLICK_LOG, completeUntil, lateSources } from '../../workplace/runs/readiness.ts';
import { runWorld } from '../../workplace/runs/testing/world.ts';
import { watch } from '../../workplace/runs/watchdog.ts';
import { takePlaceOfFormer } from './worker-name.ts';

const { admin, bell, db, deps, never } = await runWorld();
const clicks = await mkdtemp(join(tmpdir(), 'signpost-worker-'));
afterAll(() => rm(clicks, { recursive: true }));
beforeEach(() => sql`DELETE FROM job_beats`.execute(db));

const [EARLIER, LATER] = [new Date('2026-11-01T08:00:00Z'), new Date('2026-11-01T09:00:00Z')];
const NOW = new Date();

/** A worker gives signs of life of one job, with what it has brought until `watermark`. */
const beat = async (worker: string, name: string, watermark: Date) => {
  const job = { name, everyMs: 1_000, longestMs: 1_000, watermark: () => watermark, run: async () => 1 };
  await withBeats({ ...deps, worker }, job).run(never);
};
const start = (worker: string) => takePlaceOfFormer({ db, log: deps.log, clicks }, worker);
const workers = async () => [...new Set((await listServices(db, NOW)).map(({ worker }) => worker))];

it('A worker that goes on with a click log takes the place of the one before, which does not count as stopped', async () => {
  await start('container 1');
  await beat('container 1', CLICK_LOG, EARLIER);
  await start('container 2');
  // Until it has shipped something itself, the data is as complete as the former left it.
  expect(await completeUntil(db, NOW)).toEqual(EARLIER);
  await beat('container 2', CLICK_LOG, LATER);
  expect([await completeUntil(db, NOW), await workers()]).toEqual([LATER, ['container 2']]);
  await watch(db, NOW);
  expect((await bell(admin.userId)).filter(({ title }) => title.includes('container 1'))).toEqual([]);
  // A start under the same name, or in a folder that nobody has shipped, changes nothing.
  await start('container 2');
  expect(await workers()).toEqual(['container 2']);
});

it('The data is as complete as the slowest click log, and as the furthest worker of what all workers do together', async () => {
  await beat('a', CLICK_LOG, LATER);
  await beat('a', 'facts of conversions', EARLIER);
  expect([await completeUntil(db, NOW), await lateSources(db, LATER)]).toEqual([EARLIER, ['facts of conversions (a)']]);
  await beat('b', 'facts of conversions', LATER);
  expect([await completeUntil(db, NOW), await lateSources(db, LATER)]).toEqual([LATER, []]);
  await beat('b', CLICK_LOG, EARLIER);
  expect([await completeUntil(db, NOW), await lateSources(db, LATER)]).toEqual([EARLIER, ['click log (b)']]);
});

it('Work that a worker did under an earlier configuration is forgotten at its next start, and nothing of others', async () => {
  for (const worker of ['a', 'b']) for (const name of ['days of backups', CLICK_LOG]) await beat(worker, name, LATER);
  await forgetFormerWork({ ...deps, worker: 'a' }, [{ name: CLICK_LOG, everyMs: 1_000, run: async () => 1 }]);
  const services = await listServices(db, NOW);
  expect(services.map(({ worker, job }) => `${worker}: ${job}`).sort()).toEqual([
    `a: ${CLICK_LOG}`,
    `b: ${CLICK_LOG}`,
    'b: days of backups',
  ]);
});
