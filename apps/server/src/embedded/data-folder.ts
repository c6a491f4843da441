import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readlink, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { hasCode, readIfThere } from '../platform/files.ts';
import { StartError } from '../platform/start-error.ts';

/** With less free disk, the engines would stop during their first writes. */
const leastFreeBytes = 64 * 1024 * 1024;
/** An empty file that carries the operating system's lock. It is never removed, because a lock belongs to the file and not to its name. */
const LOCK_FILE = 'running.lock';
/** Who has the lock, for people and for the holder itself. */
const HOLDER_FILE = 'running.json';
const SQLITE_BUSY = 5;

/** Another process uses the folder. */
export class FolderTaken extends StartError {}

export interface FolderLock {
  /** Whether the lock still guards this folder: false once its file was removed or replaced under the holder. */
  isOwn(): Promise<boolean>;
  /** Releases the folder without touching files of another holder. */
  release(): Promise<void>;
}

const holderSchema = z.object({ token: z.string(), pid: z.number(), host: z.string(), pidNamespace: z.string() });
type Holder = z.infer<typeof holderSchema>;

/**
 * Makes a folder this process's own until `release` or until the process ends, however it ends. Refused with a sentence
 * while another process has it, also one in another container or, where the file system shares its locks, on another
 * machine (docs/decisions/0061).
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who must be able to enter this folder; each secret file is 0600.
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
    // Readers take a half-written one for none, which it is only for a moment.
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
 * SQLite, which is part of Node, is what takes the operating system's lock (a POSIX record lock; LockFileEx on Windows):
 * Node has no call for it. The lock lives as long as this transaction, which nothing else is done with.
 */
async function lockFile(folder: string, path: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal file beside it, since nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) throw new FolderTaken(await takenSentence(folder), { cause: error });
    throw new StartError(`${path} cannot be locked: DATA_DIR has to lie on a file system that can lock files.`, {
      cause: error,
    });
  }
}

async function takenSentence(folder: string): Promise<string> {
  const holder = await readHolder(folder);
  const advice = 'stop that one, or set DATA_DIR to another folder.';
  return `Signpost is running on ${folder} already${holder === undefined ? '' : ` (${await whereIs(holder)})`}: ${advice}`;
}

async function whereIs({ pid, host, pidNamespace: theirs }: Holder): Promise<string> {
  if (host !== hostname()) return `process ${pid} on ${host}`;
  return theirs === (await pidNamespace()) ? `process ${pid}` : `process ${pid} of another container`;
}

async function readHolder(folder: string): Promise<Holder | undefined> {
  const text = await readIfThere(join(folder, HOLDER_FILE));
  try {
    return holderSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    // Somebody is just writing it.
    return undefined;
  }
}

/** Names the process table that a pid counts in; '' where the system has no such thing. */
async function pidNamespace(): Promise<string> {
  return await readlink('/proc/self/ns/pid').catch(() => '');
}

/** Device and number of a file, which stay the same while it is the same file; undefined when it is gone. */
async function inodeOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
