import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hasCode, readIfThere } from '../../platform/files.ts';

/** A running PostgreSQL, known by its pid file. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** The content of `postmaster.pid`, or undefined if there is none. */
export async function readPidFile(folder: string): Promise<Postmaster | undefined> {
  const lines = (await readIfThere(join(folder, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (Number.isInteger(pid) && pid > 0) return { pid, port };
  return undefined;
}

/** The line of `postmaster.pid` with its status: `ready`, `stopping` … */
const STATUS_LINE = 7;
const LOOK_MS = 500;

/**
 * Speeds up the shutdown of a postmaster that received a SIGTERM from elsewhere. On its own it would accept no
 * connections but wait for the open ones, which the product's own processes keep open, so it would neither serve nor
 * end. Resolves when it has ended.
 */
export async function hurryWhenStopping(folder: string, pid: number): Promise<void> {
  while (isAlive(pid)) {
    const lines = (await readIfThere(join(folder, 'postmaster.pid')))?.split('\n') ?? [];
    if (Number(lines[0]) === pid && lines[STATUS_LINE]?.trim() === 'stopping') {
      await stopPostmaster(pid);
      return;
    }
    await delay(LOOK_MS, undefined, { ref: false });
  }
}

/** Whether there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Whether PostgreSQL answers at `url` and serves `folder`. A pid alone may belong to another program after a restart. */
export async function serves(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory === folder;
  } catch {
    // The server is starting, stopping, refusing connections or a different one; it cannot be used yet.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops a postmaster, first in an orderly way, then by force; its data is safe either way. Resolves when it is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [['SIGINT', 10_000] as const, ['SIGQUIT', 5_000] as const]) {
    if (!signalIfAlive(pid, signal)) return;
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await delay(10);
    }
  }
  signalIfAlive(pid, 'SIGKILL');
}

/** Removes a pid file whose process is no longer PostgreSQL, because PostgreSQL would refuse to start with it. */
export async function removePidFile(folder: string): Promise<void> {
  await rm(join(folder, 'postmaster.pid'), { force: true });
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    throw error;
  }
}
