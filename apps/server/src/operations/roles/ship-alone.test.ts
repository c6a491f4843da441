/** A click log has only one shipper, even with rivals in this process or another container, and when a lock is lost. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childEnv } from '../../platform/child-env.ts';
import { newId } from '../../platform/ids.ts';
import { runOnce } from '../../platform/postgres.ts';
import { factLine } from '../../traffic/clicks/fact-line.ts';
import { clicksFolder } from '../../traffic/clicks/log/segments.ts';
import { openClickLog } from '../../traffic/clicks/log/writer.ts';
import { silent, testFolder, until } from '../../traffic/clicks/testing/world.ts';
import { shipAlone } from './ship-alone.ts';

const { databaseUrl, clickhouse, clickhouseUrl } = await testDatabases();
const children: ChildProcess[] = [];
const stops: (() => Promise<void>)[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

let clicks = '';
/** The current and the highest number of shippers, and how often one was started. */
let shipping: { now: number; most: number; starts: number };
beforeEach(async () => {
  clicks = await testFolder();
  shipping = { now: 0, most: 0, starts: 0 };
});

const start = (): { stop(): Promise<void> } => {
  shipping.starts += 1;
  shipping.now += 1;
  shipping.most = Math.max(shipping.most, shipping.now);
  return {
    async stop() {
      shipping.now -= 1;
    },
  };
};
async function begin(patienceMs = 300): Promise<void> {
  const { stop } = await shipAlone({ clicks, databaseUrl, log: silent, start, patienceMs });
  stops.push(stop);
}

describe('Shipping a click log', () => {
  it('is refused with a message while another process does it, and possible after that stops', async () => {
    await begin();
    await until(async () => shipping.now === 1);
    await expect(begin()).rejects.toThrow(`Signpost is running on ${clicks} already (process ${process.pid})`);
    await stops.pop()?.();
    expect(shipping.now).toBe(0);
    await begin();
    await until(async () => shipping.now === 1);
    expect(shipping.most).toBe(1);
  });

  it('stops when it loses the folder’s lock, and the next process starts only then', async () => {
    await begin();
    await until(async () => shipping.now === 1);
    await rm(join(clicks, 'running.lock'));
    await begin();
    await until(async () => shipping.starts >= 2 && shipping.now === 1);
    expect(shipping.most).toBe(1);
  });

  it('stops when it loses its lock in PostgreSQL, and starts again once it holds it', async () => {
    await begin();
    await until(async () => shipping.now === 1);
    await runOnce(
      databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'signpost lock' AND datname = current_database()`,
    );
    await until(async () => shipping.starts === 2 && shipping.now === 1);
    expect(shipping.most).toBe(1);
  });
});

/** A process table of its own, as a container has one; root alone may make one, and not everywhere. */
const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0;
if (!canUnshare)
  console.warn(
    'No process table can be made here (unshare): two workers are tested in one table, NOT between containers.',
  );

interface Worker {
  child: ChildProcess;
  said: () => string;
}

function startWorker(dataDir: string, apart: boolean): Worker {
  const [program = '', ...rest] = [
    ...(apart ? unshare : []),
    process.execPath,
    join(import.meta.dirname, '../../main.ts'),
    'worker',
  ];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnv({
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouseUrl,
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      VAULT_KEY: '7'.repeat(64),
    }),
  });
  children.push(child);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { child, said: () => text };
}

const CLICKS = 4_000;

describe(`two workers on one folder${canUnshare ? ', in two process tables' : ''}`, () => {
  it('store each click once, because the second one ends with a message', async () => {
    const dataDir = await testFolder();
    clicks = clicksFolder(dataDir);
    const first = startWorker(dataDir, false);
    await until(async () => (await runOnce(databaseUrl, ADVISORY)).length > 0);
    const second = startWorker(dataDir, canUnshare);
    const ended = once(second.child, 'close');
    const log = openClickLog({ folder: join(clicks, newId()), log: silent, segmentMs: 500 });
    const sent: string[] = [];
    while (sent.length < CLICKS || second.child.exitCode === null) {
      await Promise.all(Array.from({ length: 40 }, () => recordClick()));
      await new Promise((resolve) => setImmediate(resolve));
    }
    async function recordClick(): Promise<void> {
      const id = newId();
      const line = factLine({ factId: id, clickId: id, kind: 'visit', at: new Date().toISOString(), visits: 1 });
      if (await new Promise<boolean>((resolve) => log.append(line, resolve))) sent.push(id);
    }
    await log.close();
    const [code] = await ended;
    expect([code, second.said()]).toEqual([
      1,
      expect.stringMatching(/^Signpost is running on .* already \(process \d+.*\): stop that one, or set DATA_DIR/),
    ]);
    await until(async () => (await counts()).ids >= sent.length);
    expect(await counts()).toEqual({ rows: sent.length, ids: sent.length });
    expect(first.child.exitCode).toBeNull();
  });
});

const ADVISORY = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'signpost lock' AND a.datname = current_database()`;

async function counts(): Promise<{ rows: number; ids: number }> {
  const [row] = await clickhouse.query(
    "SELECT count() AS rows, uniqExact(click_id) AS ids FROM facts WHERE kind = 'visit'",
    {},
    { parse: (found) => ({ rows: Number(found.rows), ids: Number(found.ids) }) },
  );
  return row ?? { rows: 0, ids: 0 };
}
