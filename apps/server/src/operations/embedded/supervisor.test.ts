import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { childEnv } from '../../platform/child-env.ts';
import { isAlive, readPidFile, stopPostmaster } from './postmaster.ts';

let dataDir: string;
let ports: { PORT: string; CLICK_PORT: string };
const running: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signpost-main-'));
  await chmod(dataDir, 0o711);
});
beforeEach(async () => {
  ports = { PORT: await ownPort(), CLICK_PORT: await ownPort() };
});
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGTERM');
});
afterAll(async () => {
  const orphan = await readPidFile(join(dataDir, 'postgres'));
  if (orphan !== undefined) await stopPostmaster(orphan.pid);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * A free port below those that the system gives to whoever opens a connection: the files beside this one open many, and
 * one of them could have it before the product does.
 */
async function ownPort(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return String(port);
  }
}

/** Runs main.ts until it says that it is ready or ends. */
async function main(values: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: childEnv({
      DATABASE_URL: '',
      CLICKHOUSE_URL: '',
      ...ports,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DEMO: '0',
      ...values,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready')) resolve();
    });
  });
  const code = await Promise.race([ready.then(() => undefined), once(child, 'close').then(([exit]) => Number(exit))]);
  return { child, code, output, errors: () => errors };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function answers(port: string): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/`).then(
    async (response) => (await response.arrayBuffer()).byteLength >= 0,
    () => false,
  );
}

it('starts everything, refuses a second start, and stops everything in order', async () => {
  const first = await main();
  expect(first.errors()).toBe('');
  expect(first.output).toMatch(new RegExp(`^Signpost is ready: http://localhost:${ports.PORT} \\(\\d+\\.\\d s\\)\\n$`));
  expect(await answers(ports.PORT)).toBe(true);
  expect(await answers(ports.CLICK_PORT)).toBe(true);

  const second = await main();
  expect(second.code).toBe(1);
  expect(second.errors()).toBe(
    `Signpost is running on ${dataDir} already (process ${first.child.pid}): stop that one, or set DATA_DIR to another folder.\n`,
  );

  const postmaster = await readPidFile(join(dataDir, 'postgres'));
  await end(first.child, 'SIGTERM');
  expect(first.child.exitCode).toBe(0);
  expect(await answers(ports.PORT)).toBe(false);
  expect(isAlive(postmaster?.pid ?? 0)).toBe(false);
});

it('recovers after kill -9 of the supervisor: its children end and its PostgreSQL is adopted', async () => {
  const first = await main();
  expect(first.errors()).toBe('');
  const postmaster = await readPidFile(join(dataDir, 'postgres'));
  await end(first.child, 'SIGKILL');
  while ((await answers(ports.PORT)) || (await answers(ports.CLICK_PORT))) await delay(10);
  const second = await main();
  expect(second.errors()).toBe('');
  expect(second.code).toBeUndefined();
  expect(await readPidFile(join(dataDir, 'postgres'))).toEqual(postmaster);
});

it('reports in one sentence that a port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const taken = String(address !== null && typeof address === 'object' ? address.port : 0);
  const refused = await main({ CLICK_PORT: taken });
  expect(refused.code).toBe(1);
  expect(refused.errors()).toMatch(new RegExp(`^Port ${taken} is taken by another program: [^\\n]+\\n$`));
  other.close();
});

it('reports in one sentence that the data folder cannot be used', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  const refused = await main({ DATA_DIR: join(file, 'data') });
  expect(refused.code).toBe(1);
  expect(refused.errors()).toMatch(/^\S+a-file\S* is no folder: set DATA_DIR to one\.\n$/);
});

it('reports in one sentence that a restore into the data folder was interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-main-'));
  await writeFile(join(folder, 'restore.unfinished'), '');
  const { code, errors } = await main({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(errors()).toBe(
    `The restore into ${folder} was interrupted: empty the folder (and the databases, if they are elsewhere) and restore again.\n`,
  );
  await rm(folder, { recursive: true });
});
