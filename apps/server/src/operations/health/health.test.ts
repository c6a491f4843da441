import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readHealth } from '@signpost/contract/calls/health.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildJobBeat } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const said = {
  up: true,
  log: { writable: false, recorded: 7, unrecorded: 3, problem: 'ENOSPC' },
  disk: { freeBytes: 0, nearlyFull: true },
};
const router = createServer((_request, response) => response.end(JSON.stringify(said)));
await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve));
const { port: clickPort } = router.address() as AddressInfo;
const world = await testApp({ env: { clickPort } });

it('shows the router’s report about its log, and that the router does not answer', async () => {
  const well = await attempt(world.anonymous, readHealth, {});
  expect(well).toMatchObject({
    status: 200,
    body: { data: { up: true, postgres: true, vault: true, clickhouse: true, router: said } },
  });
  await new Promise((resolve) => router.close(resolve));
  const away = await attempt(world.anonymous, readHealth, {});
  expect(away).toMatchObject({ status: 200, body: { data: { up: true, router: { up: false } } } });
});

it('tells strangers only whether it is up', async () => {
  const answer = await world.app.inject({ url: '/api/health', headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect(answer.json().data).toEqual({ up: true });
});

it('reports background work only while a worker is alive and nothing is overdue', async () => {
  const jobs = async () => {
    const answer = await attempt(world.anonymous, readHealth, {});
    expect(answer.status).toBe(200);
    return answer.body.data.jobs;
  };
  expect(await jobs()).toBe(false);
  await buildJobBeat(world.db, { job: 'runs', worker: 'machine 1' });
  expect(await jobs()).toBe(true);
  await sql`INSERT INTO runs (kind, key, title, input, input_hash, expected_at, next_try_at, created_at)
    VALUES ('partnerFigures', 'late', 'Late', '{}', '', now() - interval '1 hour', now(), now())`.execute(world.db);
  expect(await jobs()).toBe(false);
});

it('says that runs wait for a place, and that a run stands still', async () => {
  await sql`DELETE FROM runs`.execute(world.db);
  await sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at)
    VALUES ('runs', 'machine 1', 60000, now(), now()) ON CONFLICT (job, worker) DO UPDATE SET beat_at = now()`.execute(
    world.db,
  );
  const runs = async () => await call(world.anonymous, readHealth, {});
  const add = (key: string, state: string, ago: string) =>
    sql`INSERT INTO runs (kind, key, title, state, input, input_hash, expected_at, next_try_at, started_at, progressed_at, created_at, lease)
      VALUES ('partnerFigures', ${key}, 'One', ${state}, '{}', '', now(), now() - ${ago}::interval, now(), now() - ${ago}::interval, now(),
        CASE WHEN ${state} = 'running' THEN gen_random_uuid() END)`.execute(world.db);
  for (const key of ['a', 'b', 'c', 'd']) await add(key, 'running', '1 minute');
  expect(await runs()).toMatchObject({ jobs: true, runs: { running: 4, places: 4, standing: 0, waiting: 0 } });
  await add('e', 'waiting', '2 minutes');
  expect(await runs()).toMatchObject({ jobs: false, runs: { running: 4, places: 4, standing: 0, waiting: 1 } });
  await sql`DELETE FROM runs WHERE key IN ('d', 'e')`.execute(world.db);
  expect(await runs()).toMatchObject({ jobs: true });
  await sql`UPDATE runs SET progressed_at = now() - interval '11 minutes' WHERE key = 'a'`.execute(world.db);
  expect(await runs()).toMatchObject({ jobs: false, runs: { standing: 1 } });
  await sql`DELETE FROM runs`.execute(world.db);
});

it('reports a problem while the database belongs to another vault key', async () => {
  await world.deps.vault();
  await sql`UPDATE vault_key SET fingerprint = ${Buffer.alloc(32)}`.execute(world.db);
  expect(await attempt(world.anonymous, readHealth, {})).toMatchObject({
    status: 503,
    body: { data: { up: false, postgres: true, vault: false } },
  });
});
