import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readlink, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { hasCode, readIfThere } from '../../platform/files.ts';
import { StartError } from '../../platform/start-error.ts';

/** With less free disk space, the engines would stop during their first writes. */
const leastFreeBytes = 64 * 1024 * 1024;
/**
 * An empty file that the operating system locks. It is never removed, because a lock belongs to the file and not to its
 * name.
 */
const LOCK_FILE = 'running.lock';
/** Names the holder of the lock, for people and for the holder itself. */
const HOLDER_FILE = 'running.json';
const SQLITE_BUSY = 5;

/** Stands in a folder while a backup is restored into it. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** Another process uses the folder. */
export class FolderTaken extends StartError {}

export interface FolderLock {
  /** Whether the lock still protects this folder; false if its file was removed or replaced in the meantime. */
  isOwn(): Promise<boolean>;
  /** Releases the folder without touching files of another holder. */
  release(): Promise<void>;
}

const holderSchema = z.object({ token: z.string(), pid: z.number(), host: z.string(), pidNamespace: z.string() });
type Holder = z.infer<typeof holderSchema>;

/**
 * Locks a folder for this process until `release` is called or the process ends for any reason. Throws a StartError
 * while another process has the folder, also a process in another container or, if the file system shares its locks, on
 * another machine (docs/decisions/0061).
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  // If the product runs as root, PostgreSQL runs as another user, who must be able to enter this folder. Each secret
  // file is 0600.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes) throw new StartError(`The disk is full: there is no room in ${folder}.`);

  const path = join(folder, LOCK_FILE);
  const held = await lockFile(folder, path);
  const mine: Holder = {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    pidNamespace: await pidNamespace(),
  };
  const holderPath = join(folder, HOLDER_FILE);
  try {
    // The file is half-written only for a moment, in which readers ignore it.
    await writeFile(holderPath, JSON.stringify(mine));
  } catch (error) {
    held.close();
    throw error;
  }
  const inode = await inodeOf(path);
  const isOwn = async (): Promise<boolean> =>
    inode !== undefined && (await inodeOf(path)) === inode && (await readHolder(folder))?.token === mine.token;
  let isReleased = false;
  return {
    isOwn: async () => !isReleased && (await isOwn()),
    async release() {
      if (isReleased) return;
      isReleased = true;
      if (await isOwn()) await rm(holderPath, { force: true });
      held.close();
    },
  };
}

/**
 * Locks the file through SQLite, which is part of Node, because Node has no call for the operating system's locks (a
 * POSIX record lock, or LockFileEx on Windows). The lock lasts as long as this transaction, which is used for nothing
 * else.
 */
async function lockFile(folder: string, path: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // No journal file is needed, because nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) throw new FolderTaken(await takenSentence(folder), { cause: error });
    throw new StartError(`${path} cannot be locked: DATA_DIR must be on a file system that supports file locks.`, {
      cause: error,
    });
  }
}

async function takenSentence(folder: string): Promise<string> {
  const holder = await readHolder(folder);
  const advice = 'stop that one, or set DATA_DIR to another folder.';
  if (holder === undefined) return `Signpost is running on ${folder} already: ${advice}`;
  return `Signpost is running on ${folder} already (${await whereIs(holder)}): ${advice}`;
}

async function whereIs({ pid, host, pidNamespace: theirs }: Holder): Promise<string> {
  if (host !== hostname()) return `process ${pid} on ${host}`;
  if (theirs === (await pidNamespace())) return `process ${pid}`;
  return `process ${pid} of another container`;
}

async function readHolder(folder: string): Promise<Holder | undefined> {
  const text = await readIfThere(join(folder, HOLDER_FILE));
  try {
    return holderSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    // Another process is writing the file right now.
    return undefined;
  }
}

/** Identifies the process table that a pid belongs to; '' if the system does not provide this. */
async function pidNamespace(): Promise<string> {
  return await readlink('/proc/self/ns/pid').catch(() => '');
}

/** Device and number of a file, which identify it for as long as it exists; undefined if it does not exist. */
async function inodeOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
