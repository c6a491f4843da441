/** The figures of real servers, compared with what was done to them, and who may not read them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { childEnv } from '../../platform/child-env.ts';
import { freePort } from '../../platform/ports.ts';
import { runOnce } from '../../platform/postgres.ts';
import { CHROME, until, visit, WORLD_SQL } from '../../traffic/clicks/testing/world.ts';
import * as click from './click.ts';
import { roleVariables } from './testing/variables.ts';
import * as web from './web.ts';

const databases = await testDatabases();
const { databaseUrl } = databases;
const TOKEN = 'a-long-token-for-prometheus';
await runOnce(databaseUrl, WORLD_SQL);
const workerPort = await freePort();
const lonelyPort = await freePort();
const lonelyMetrics = await freePort();
const variables = await roleVariables(databases);
const { PORT: port, CLICK_PORT: clickPort } = variables;
const env = readEnv({ ...variables, METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' });
const app = await web.run(env);
const router = await click.run(env);
let worker: ChildProcess | undefined;
afterAll(async () => {
  worker?.kill('SIGKILL');
  await router.stop();
  await app.stop();
});

const ROUNDS = 'signpost_job_rounds_total{job="runs",outcome="succeeded"}';
const asPrometheus = { authorization: `Bearer ${TOKEN}` };

/** The figures of a server by their names and labels, as Prometheus would write them. */
async function figures(at: number | undefined, headers: Record<string, string> = asPrometheus) {
  const { status, body, headers: head } = await visit(at ?? 0, '/metrics', headers);
  expect([status, head['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('The figures of a router', () => {
  it('are the requests, redirects, decisions and postbacks that happened, and the state of its log', async () => {
    const before = await figures(Number(clickPort));
    for (let times = 0; times < 5; times += 1) await visit(Number(clickPort), '/box_901');
    for (let times = 0; times < 3; times += 1) await visit(Number(clickPort), '/box_902');
    await visit(Number(clickPort), '/box_901', { 'user-agent': 'Googlebot/2.1', 'x-forwarded-for': '9.9.9.9' });
    await visit(Number(clickPort), '/d_sale', { 'user-agent': CHROME });
    await visit(Number(clickPort), '/box_999999');
    await visit(Number(clickPort), `/postback/${'x'.repeat(24)}?status=lead`);
    const after = await figures(Number(clickPort));
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect({
      requests: grown('signpost_click_requests_total'),
      redirects: grown('signpost_redirects_total'),
      allocation: grown('signpost_decisions_total{outcome="allocation"}'),
      paused: grown('signpost_decisions_total{outcome="box_paused"}'),
      direct: grown('signpost_decisions_total{outcome="direct_link"}'),
      bot: grown('signpost_decisions_total{outcome="bot"}'),
      unknown: grown('signpost_decisions_total{outcome="unknown_box"}'),
      postbacks: grown('signpost_postbacks_total{status="404"}'),
      recorded: grown('signpost_log_recorded_total'),
    }).toEqual({
      // The twelve requests and the second scrape; postbacks of unknown keys are refused.
      requests: 13,
      redirects: 10,
      allocation: 5,
      paused: 3,
      direct: 1,
      bot: 1,
      unknown: 0,
      postbacks: 1,
      recorded: 10,
    });
    expect(after.get('signpost_log_writable')).toBe(1);
    expect(after.get('signpost_click_log_unshipped_bytes')).toBeGreaterThan(1_000);
    expect(after.get('signpost_disk_free_bytes')).toBeGreaterThan(1_000_000);
    expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(after.get('signpost_pool_connections{pool="signpost postbacks",state="idle"}')).toBeGreaterThan(0);
  });
});

describe('The figures of the app', () => {
  it('are the answers it gave, its statements in both engines, and what waits in the database', async () => {
    const before = await figures(Number(port));
    for (const path of ['/api/health', '/api/health', '/api/profile', '/api/nothing-here'])
      await visit(Number(port), path);
    await runOnce(
      databaseUrl,
      `INSERT INTO dead_letters (source, chunk_id, place, refused_at, code, problem, line)
         VALUES ('click', 'c', '1', now(), 27, 'bad', '{}');
       INSERT INTO runs (kind, key, title, input, input_hash, expected_at, next_try_at, created_at)
         VALUES ('report', 'late', 'Late', '{}', '', now(), now() - interval '1 hour', now());
       INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
         VALUES ('click log', 'machine 1', 60000, now(), now(), '2026-11-21T10:00:00Z')`,
    );
    const after = await figures(Number(port));
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    // The first scrape is a request as well.
    expect(grown('signpost_requests_total{status="2xx"}')).toBe(3);
    expect(grown('signpost_requests_total{status="4xx"}')).toBe(2);
    expect(grown('signpost_request_seconds_count')).toBe(5);
    const statements = 'signpost_engine_seconds_count{engine="postgres",work="statement",outcome="succeeded"}';
    expect(grown(statements)).toBeGreaterThan(3);
    expect(after.get('signpost_queue_depth{queue="deadLetters"}')).toBe(1);
    expect(after.get('signpost_queue_depth{queue="runs"}')).toBe(1);
    expect(after.get('signpost_queue_overdue_seconds{queue="runs"}')).toBeGreaterThan(3_500);
    expect(after.get('signpost_runs{kind="report",state="waiting"}')).toBe(1);
    const watermark = 'signpost_source_watermark_seconds{source="click log",worker="machine 1"}';
    expect(after.get(watermark)).toBe(Date.parse('2026-11-21T10:00:00Z') / 1000);
    expect(after.get('signpost_services{state="silent"}')).toBe(0);
    for (const [name, value] of after)
      if (name.startsWith('signpost_scrape_failed')) expect([name, value]).toEqual([name, 0]);
  });
});

describe('The figures of a worker', () => {
  it('are on a port of their own, and show that the click log was shipped', async () => {
    const values = { ...variables, METRICS_PORT: String(workerPort) };
    worker = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), 'worker'], {
      stdio: 'ignore',
      env: childEnv(values),
    });
    const answers = () =>
      visit(Number(workerPort), '/metrics', {}).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(answers);
    await until(async () => (await figures(workerPort, {})).get('signpost_click_log_unshipped_bytes') === 0);
    const shipped = await figures(workerPort, {});
    expect(shipped.get('signpost_click_log_unshipped_seconds')).toBe(0);
    expect(shipped.get('signpost_shipping_lag_seconds')).toBeLessThan(60);
    const inserts = 'signpost_engine_seconds_count{engine="clickhouse",work="insert",outcome="succeeded"}';
    expect(shipped.get(inserts)).toBeGreaterThan(0);
    await until(async () => ((await figures(workerPort, {})).get(ROUNDS) ?? 0) > 0);
    const other = await visit(Number(workerPort), '/api/health', asPrometheus);
    expect(other.status).toBe(404);
  });
});

describe('Figures are refused', () => {
  it('to callers without the token or with another one, on both ports', async () => {
    for (const at of [port, clickPort])
      for (const authorization of ['', 'Bearer another-long-token', `Basic ${TOKEN}`]) {
        const { status, body } = await visit(Number(at), '/metrics', { authorization });
        expect([at, status, body]).toEqual([at, 401, 'Send METRICS_TOKEN as the bearer token.\n']);
      }
    const { status } = await visit(Number(port), '/metrics', asPrometheus, 'POST');
    expect(status).toBe(405);
  });

  it('to everybody while neither a port nor a token is set, and on METRICS_PORT without its token', async () => {
    const silent = await web.run(readEnv({ ...variables, PORT: String(lonelyPort) }));
    const { status } = await visit(Number(lonelyPort), '/metrics', asPrometheus);
    await silent.stop();
    expect(status).toBe(404);
    const both = { ...variables, PORT: String(lonelyPort), METRICS_PORT: String(lonelyMetrics), METRICS_TOKEN: TOKEN };
    const guarded = await web.run(readEnv(both));
    const refused = await visit(Number(lonelyMetrics), '/metrics', {});
    const allowed = await visit(Number(lonelyMetrics), '/metrics', asPrometheus);
    await guarded.stop();
    expect([refused.status, allowed.status]).toEqual([401, 200]);
    expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/);
  });
});
