/**
 * Ships the click log of one folder. Only one process may do so, because two would split the log differently and count
 * facts twice.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readIfThere, writeFileAtomic } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { takeAdvisoryLock } from '../../platform/postgres-lock.ts';
import { type FolderLock, FolderTaken, lockDataFolder } from '../embedded/data-folder.ts';

/** After its supervisor was killed, a worker gets this long to notice. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 200;
const LOOK_MS = 300;

export interface ShipAloneOptions {
  clicks: string;
  databaseUrl: string;
  log: Log;
  start: () => { stop(): Promise<void> };
  patienceMs?: number;
}

/**
 * Starts shipping. Two locks are required: the operating system's lock on the folder, and a PostgreSQL lock named after
 * an id inside the folder, for file systems whose locks do not reach other machines. Rejects with a StartError while
 * another worker has the folder. If a lock is lost later, shipping stops at once, and starts again from the files once
 * both locks are held.
 */
export async function shipAlone(options: ShipAloneOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const first = await lockPatiently(options);
  const running = run(options, first, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Undefined if the folder cannot be locked for other reasons, such as a full disk, which must not end the worker. */
async function lockPatiently({
  clicks,
  log,
  patienceMs = PATIENCE_MS,
}: ShipAloneOptions): Promise<FolderLock | undefined> {
  for (const deadline = performance.now() + patienceMs; ; await delay(RETRY_MS)) {
    try {
      return await lockDataFolder(clicks);
    } catch (error) {
      if (!(error instanceof FolderTaken)) {
        log.warn({ err: error }, 'the click log cannot be locked yet: it waits on disk');
        return undefined;
      }
      if (performance.now() > deadline) throw error;
    }
  }
}

async function run(options: ShipAloneOptions, first: FolderLock | undefined, stopping: AbortSignal): Promise<void> {
  const { clicks, log } = options;
  let lock = first;
  let isFailing = false;
  while (!stopping.aborted) {
    try {
      lock ??= await lockDataFolder(clicks);
      await shipUnderLocks(options, lock, stopping);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'the click log cannot be shipped yet: it waits on disk');
      isFailing = true;
    }
    await lock?.release();
    lock = undefined;
    await delay(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  await lock?.release();
}

/** Returns when shipping has ended, because the worker stops or because a lock was lost. */
async function shipUnderLocks(
  { clicks, databaseUrl, log, start }: ShipAloneOptions,
  lock: FolderLock,
  stopping: AbortSignal,
): Promise<void> {
  const shared = await takeAdvisoryLock(databaseUrl, `signpost click log ${await idOf(clicks)}`);
  if (shared === undefined) throw new Error('Another worker ships this click log: PostgreSQL holds its lock.');
  const over = AbortSignal.any([stopping, shared.lost]);
  const shipper = start();
  try {
    while (!over.aborted && (await lock.isOwn()))
      await delay(LOOK_MS, undefined, { signal: over }).catch(() => undefined);
    if (!stopping.aborted) log.error('a lock on the click log was lost: shipping stops until the lock is held again');
  } finally {
    await shipper.stop();
    await shared.release().catch(() => undefined);
  }
}

/**
 * The folder's name in PostgreSQL, which is the same on every machine that mounts it. The folder's lock must be held.
 */
async function idOf(clicks: string): Promise<string> {
  const path = join(clicks, 'folder.id');
  const known = (await readIfThere(path))?.trim();
  if (known !== undefined && known !== '') return known;
  const id = randomUUID();
  await writeFileAtomic(path, `${id}\n`);
  return id;
}
