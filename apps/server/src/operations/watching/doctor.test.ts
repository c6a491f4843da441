/** `npm run doctor` as a process, against real engines: what is well, what is not, and what to do about it. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECK_NAMES, type Check, type CheckName, checkSchema } from '@signpost/contract/operations/checks.ts';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../database.ts';
import { childEnv } from '../../platform/child-env.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { newId } from '../../platform/ids.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { openPostgres, runOnce } from '../../platform/postgres.ts';
import { folderStore } from '../../platform/store/folder.ts';
import { compareKeyAtStart, lazyVault } from '../../platform/vault.ts';
import { factLine } from '../../traffic/clicks/fact-line.ts';
import { frameOf } from '../../traffic/clicks/log/frames.ts';
import { clicksFolder } from '../../traffic/clicks/log/segments.ts';
import { silent, testFolder } from '../../traffic/clicks/testing/world.ts';
import { runChecks } from './checks/run.ts';
import type { Patient } from './checks/verdict.ts';

const { databaseUrl, clickhouse, clickhouseUrl } = await testDatabases();
const dataDir = await testFolder();
const db = openPostgres<Database>(databaseUrl, { applicationName: 'test', max: 4 });
const vault = lazyVault({ db, dataDir, key: undefined });
afterAll(() => db.destroy());

const settings = {
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  DATA_DIR: dataDir,
  CLICK_PORT: '0',
  DEMO: '0',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

const doctor = (more: Record<string, string> = {}, args = ['--json']) => run('doctor.ts', more, args);

/** Runs a command of the server as a process. */
async function run(command: string, more: Record<string, string>, args: string[] = []) {
  return await new Promise<{ code: number; text: string }>((resolve) => {
    const env = childEnv({ ...settings, ...more });
    execFile(process.execPath, [join(import.meta.dirname, '../..', command), ...args], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout }),
    );
  });
}

/** The product as the status screen looks at it, without a process of its own. */
const patient: Patient = {
  db,
  clickhouse,
  vault,
  files: folderStore(dataDir),
  send: outgoing({ allowPrivate: true }),
  hasMail: true,
  env: {
    clickPort: 0,
    dataDir,
    demo: false,
    healthSecret: undefined,
    host: '127.0.0.1',
    publicUrl: undefined,
    trustedProxies: { hops: 0 },
  },
  now: () => new Date(),
};

const answer = z.object({ checkedAt: z.iso.datetime(), checks: z.array(checkSchema) });
const checksIn = (text: string): Check[] => answer.parse(JSON.parse(text)).checks;
const named = (checks: readonly Check[], name: CheckName) => checks.find((check) => check.name === name);
const problems = (checks: readonly Check[]) =>
  checks.filter(({ state }) => state === 'problem').map(({ name }) => name);

const beat = (job: string, ago: string, watermark = 'now()') =>
  `INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
   VALUES ('${job}', 'machine 1', 60000, now(), now() - interval '${ago}', ${watermark})
   ON CONFLICT (job, worker) DO UPDATE SET beat_at = excluded.beat_at, watermark = excluded.watermark`;

beforeAll(async () => {
  await compareKeyAtStart(vault, silent);
  await runOnce(databaseUrl, `INSERT INTO users (name, email, grade) VALUES ('Ada', 'ada@example.test', 'Admin')`);
  await runOnce(databaseUrl, beat('click log', '1 second'));
});

describe('The doctor', () => {
  it('makes every check, finds an installation that is well without problems, and ends with 0', async () => {
    const { code, text } = await doctor();
    const checks = checksIn(text);
    expect(checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
    expect(checks.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(code).toBe(0);
    expect(named(checks, 'postgres')?.message).toMatch(/^PostgreSQL \d+.* answers; the database has \d+ MB\.$/);
    expect(named(checks, 'clickhouse')?.message).toMatch(/^ClickHouse 2\d\.\d+.* answers\.$/);
    for (const name of ['postgresSchema', 'clickhouseSchema'] as const)
      expect(named(checks, name)?.message).toBe('All migrations of this version are applied.');
    expect(named(checks, 'replicas')?.message).toBe('The tables are not replicated.');
    expect(named(checks, 'publicUrl')).toMatchObject({
      state: 'warning',
      next: 'Set PUBLIC_URL=https://… and restart.',
    });
  });

  it('names the zones of people for which the engine has other rules, and the day from which they differ', async () => {
    const zonesCheck = async () => named(await runChecks(patient), 'timeZones');
    await runOnce(databaseUrl, `UPDATE users SET time_zone = 'Europe/Berlin' WHERE name = 'Ada'`);
    expect((await zonesCheck())?.state).toBe('good');
    // An engine whose clocks are an hour ahead.
    const late: typeof clickhouse = {
      ...clickhouse,
      query: async (text, parameters, options) =>
        clickhouse.query(text.replace('toDateTime64(at, 0,', 'toDateTime64(at + 3600, 0,'), parameters, options),
    };
    const found = named(
      await runChecks({ ...patient, clickhouse: late, now: () => new Date('2026-11-27T12:00:00Z') }),
      'timeZones',
    );
    expect(found).toMatchObject({ state: 'warning' });
    expect(found?.message).toContain('Europe/Berlin from 2026-01-01 on');
    await runOnce(databaseUrl, `UPDATE users SET time_zone = 'UTC' WHERE name = 'Ada'`);
  });

  it('names each problem with what to do next, in words and as JSON, and ends with 1', async () => {
    const router = join(clicksFolder(dataDir), newId());
    await mkdir(router, { recursive: true });
    const id = newId();
    const line = factLine({ factId: id, clickId: id, kind: 'visit', at: '2026-11-21T10:00:00.000Z', visits: 1 });
    await writeFile(join(router, '00000001.log'), frameOf(line));
    await runOnce(databaseUrl, `UPDATE users SET archived_at = now()`);
    await runOnce(databaseUrl, beat('click log', '1 hour', "now() - interval '2 hours'"));
    await runOnce(databaseUrl, `DELETE FROM schema_migrations WHERE name = '0035-billing-begins.sql'`);
    await runOnce(
      databaseUrl,
      `INSERT INTO dead_letters (source, chunk_id, place, refused_at, code, problem, line)
         VALUES ('click', 'c', '1', now(), 27, 'bad', '{}');
       INSERT INTO runs (kind, key, title, input, input_hash, expected_at, next_try_at, created_at)
         VALUES ('report', 'late', 'Late', '{}', '', now() - interval '2 hours', now() - interval '2 hours', now())`,
    );
    const broken = { VAULT_KEY: '7'.repeat(64), FILES_TARGET: join(dataDir, 'not-mounted') };
    const { code, text } = await doctor(broken);
    const checks = checksIn(text);
    expect(code).toBe(1);
    expect(problems(checks).sort()).toEqual(
      ['admin', 'clickLog', 'files', 'postgresSchema', 'queues', 'runs', 'services', 'sources', 'vaultKey'].sort(),
    );
    for (const { state, next } of checks) expect(next === null).toBe(state === 'good' || state === 'skipped');
    expect(named(checks, 'admin')?.next).toBe('npm run make-admin -- you@company.example');
    expect(named(checks, 'services')?.message).toBe('‘click log’ on machine 1 has given no sign of life for 1 hour.');
    expect(named(checks, 'postgresSchema')?.message).toBe('The migration 0035-billing-begins.sql is missing.');
    expect(named(checks, 'deadLetters')?.state).toBe('warning');
    expect(named(checks, 'files')?.message).toMatch(/not-mounted does not exist: mount it/);
    const said = await doctor(broken, []);
    expect(said.code).toBe(1);
    expect(said.text).toContain(
      '  ✗ An Admin: There is no Admin, so nobody can let others in.\n      → npm run make-admin',
    );
    expect(said.text).toMatch(/\n9 problems and \d warnings?\.\n$/);
    await rm(router, { recursive: true });
  });

  it('finds files that only this machine has, until they are copied to where all machines see them', async () => {
    const share = await testFolder();
    await mkdir(join(dataDir, 'images'));
    await writeFile(join(dataDir, 'images', 'logo.png'), 'bytes');
    const place = { FILES_TARGET: share };
    const { text } = await doctor(place);
    expect(named(checksIn(text), 'files')).toEqual({
      name: 'files',
      state: 'warning',
      message: `1 file of this machine is not in ${share}, so other machines do not see them.`,
      next: 'npm run copy-files',
    });
    const copied = await run('copy-files.ts', place);
    expect(copied.text).toBe(`Copied 1 file from ${dataDir} to ${share}; 0 were there already.\n`);
    expect(await readFile(join(share, 'images', 'logo.png'), 'utf8')).toBe('bytes');
    expect((await run('copy-files.ts', place)).text).toContain('Copied 0 files');
    expect(named(checksIn((await doctor(place)).text), 'files')?.state).toBe('good');
    await rm(join(share, 'installation'));
    expect(named(checksIn((await doctor(place)).text), 'files')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining(`${share} is not mounted, or was emptied`),
    });
    expect(named(checksIn((await doctor()).text), 'files')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('FILES_TARGET is not set here'),
    });
    await runOnce(databaseUrl, 'UPDATE installation SET files_place = NULL');
  });

  it('says how old the last daily backup is, and whether the next one is planned', async () => {
    const backups = async () => named(await runChecks(patient), 'backups');
    expect(await backups()).toMatchObject({ state: 'warning', message: 'No daily backup is set up.' });
    const run = (state: string, ago: string) =>
      runOnce(
        databaseUrl,
        `INSERT INTO runs (kind, key, title, state, input, input_hash, created_at, expected_at, next_try_at, finished_at)
         VALUES ('backup', gen_random_uuid()::text, 'Backup', '${state}', '{}', '', now(), now() - interval '${ago}',
           CASE WHEN '${state}' = 'waiting' THEN now() END, CASE WHEN '${state}' <> 'waiting' THEN now() - interval '${ago}' END)`,
      );
    await run('waiting', '-1 hour');
    expect(await backups()).toMatchObject({ state: 'good', message: expect.stringContaining('still to come') });
    await run('succeeded', '40 hours');
    expect(await backups()).toMatchObject({ state: 'problem', message: 'The last daily backup is 2 days old.' });
    await run('succeeded', '3 hours');
    expect(await backups()).toMatchObject({ state: 'good', message: 'The last daily backup is 3 hours old.' });
    await run('failed', '1 hour');
    expect(await backups()).toMatchObject({ state: 'problem', message: 'The last daily backup failed.' });
    const backupProblem = async () => 'The backup 20261126T051500Z-abcdef has no seal.';
    expect(named(await runChecks({ ...patient, backupProblem }), 'backups')).toMatchObject({
      state: 'problem',
      message: 'The backup 20261126T051500Z-abcdef has no seal.',
    });
    await runOnce(databaseUrl, "DELETE FROM runs WHERE kind = 'backup'");
  });

  it('names report files that are missing in the store, but not those of answers that have expired', async () => {
    const files = folderStore(await testFolder());
    const fileState = async () => named(await runChecks({ ...patient, files }), 'reportFiles');
    await runOnce(
      databaseUrl,
      `INSERT INTO reports (name, owner_id, visibility, format, definition)
         SELECT 'Weekly', id, 'own', 'csv', '{}' FROM users LIMIT 1;
       INSERT INTO report_downloads
         (id, report_id, user_id, title, format, definition, due_at, is_scheduled, is_sent, created_at, expires_at, removed_at)
         SELECT n, id, owner_id, 'Weekly', 'csv', '{}', now(), false, false, now(), now() + interval '1 day' * (n - 1),
           CASE WHEN n = 1 THEN now() END FROM reports, generate_series(1, 3) n;
       INSERT INTO report_files (download_id, name, path, rows, bytes, sheets, sha256, table_sha256)
         SELECT n, 'weekly.csv', 'reports/' || n || '/a/weekly.csv', 1, 1, 1, '', '' FROM generate_series(1, 3) n`,
    );
    await files.put('reports/3/a/weekly.csv', Buffer.from('x'));
    expect(await fileState()).toMatchObject({
      state: 'problem',
      message: `1 file of a report is missing in ${files.place}: reports/2/a/weekly.csv (Weekly).`,
    });
    await files.put('reports/2/a/weekly.csv', Buffer.from('x'));
    expect(await fileState()).toMatchObject({ state: 'good' });
  });

  it('tells a database that does not answer, and a variable that cannot be used, from everything else', async () => {
    const gone = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const checks = checksIn(gone.text);
    expect(gone.code).toBe(1);
    expect(problems(checks)).toEqual(['postgres']);
    expect(named(checks, 'postgres')?.message).toBe('There is no usable answer: ECONNREFUSED.');
    expect(named(checks, 'locks')).toMatchObject({ state: 'skipped', message: 'PostgreSQL does not answer.' });
    expect(named(checks, 'clickhouse')?.state).toBe('good');
    const wrong = await doctor({ LOG_LEVEL: 'loud' });
    expect(wrong.code).toBe(1);
    expect(checksIn(wrong.text)).toMatchObject([{ name: 'configuration', state: 'problem' }]);
    expect(wrong.text).toContain('LOG_LEVEL cannot be used');
  });
});

describe('A replicated ClickHouse', () => {
  /** The engine of the tests has no replicas, so their state is given; every other statement runs in the engine. */
  const withReplicas = (rows: object[]): ClickHouse => ({
    ...clickhouse,
    query: async (sql, params, options) =>
      sql.includes('system.replicas')
        ? rows.map((row) => options.parse({ ...row }))
        : await clickhouse.query(sql, params, options),
  });
  const well = { table: 'facts', is_readonly: 0, is_session_expired: 0, delay: '0', active: 2, total: 2 };
  const stateOf = async (row: object) => {
    const checks = await runChecks({ ...patient, clickhouse: withReplicas([{ ...well, ...row }]) });
    const { state, message } = named(checks, 'replicas') ?? {};
    return `${state}: ${message}`;
  };

  it('has a problem while a table is read-only, a replica is behind or a replica is gone', async () => {
    expect(await stateOf({})).toBe('good: All replicas of all tables are alive and up to date.');
    expect(await stateOf({ is_readonly: 1 })).toBe(
      'problem: The table facts accepts no writes: its replica has lost Keeper.',
    );
    expect(await stateOf({ delay: '900' })).toBe('problem: The table facts is 900 seconds behind its other replicas.');
    expect(await stateOf({ active: 1 })).toBe('problem: Only 1 of 2 replicas of facts are alive.');
  });
});
