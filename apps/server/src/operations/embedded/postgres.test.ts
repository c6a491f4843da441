import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runOnce } from '../../platform/postgres.ts';
import { startPostgres } from './postgres.ts';
import { readPidFile } from './postmaster.ts';

let dataDir: string;
let started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signpost-postgres-'));
  await chmod(dataDir, 0o711);
  started = [];
});
afterEach(async () => {
  for (const engine of started) await engine.stop();
  await rm(dataDir, { recursive: true });
});

async function start() {
  const engine = await startPostgres({ dataDir, unsafe: true });
  started.push(engine);
  return engine;
}

it('keeps its data and does not reveal its password', async () => {
  const first = await start();
  await runOnce(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
  await first.stop();
  const again = await start();
  expect(await runOnce(again.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  const stranger = new URL(again.url);
  stranger.password = 'wrong';
  await expect(runOnce(stranger.href, 'SELECT 1')).rejects.toThrow(/authentication failed/);
});

it('starts although other users were given access to its folder meanwhile', async () => {
  const first = await start();
  await first.stop();
  await chmod(join(dataDir, 'postgres'), 0o705);
  const again = await start();
  expect(await runOnce(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
});

it('leaves its folder to a group that may read it, and to nobody who may write it', async () => {
  const modes: [number, number][] = [
    [0o750, 0o750],
    [0o770, 0o700],
  ];
  for (const [given, kept] of modes) {
    const one = await start();
    await one.stop();
    await chmod(join(dataDir, 'postgres'), given);
    const again = await start();
    expect(await runOnce(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(kept);
    await again.stop();
  }
});

it('keeps the values of rows and statements out of its log', async () => {
  const { url, stop } = await start();
  await runOnce(url, 'CREATE TABLE people (email text PRIMARY KEY, age int)');
  await runOnce(url, "INSERT INTO people VALUES ('somebody@site.example', 1)");
  for (const bad of ["('somebody@site.example', 2)", "('other@site.example', 'somebody@site.example')"])
    await expect(runOnce(url, `INSERT INTO people VALUES ${bad}`)).rejects.toThrow();
  await stop();
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain('site.example');
});

it('adopts a postmaster that a killed run left behind', async () => {
  const orphan = await start();
  const adopted = await start();
  expect(adopted.url).toBe(orphan.url);
  await adopted.stop();
  await adopted.ended;
  expect(await readPidFile(join(dataDir, 'postgres'))).toBeUndefined();
});

it('stops on an external request even with open connections, and starts again', async () => {
  const first = await start();
  const client = new pg.Client(first.url);
  // Its last word, and then that the connection is gone.
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  const { pid } = (await readPidFile(join(dataDir, 'postgres'))) ?? {};
  process.kill(pid ?? 0, 'SIGTERM');
  await first.ended;
  expect(await lost).toMatchObject({ code: '57P01' });
  const again = await start();
  expect(await runOnce(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

it('starts despite a pid file whose pid belongs to another program', async () => {
  const first = await start();
  await first.stop();
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n`);
  const again = await start();
  expect(await runOnce(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});
