import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, readIfThere } from '../platform/files.ts';
import { StartError } from '../platform/start-error.ts';
import { startOf } from './command-of.ts';

/** With less free disk, the engines would stop during their first writes. */
const leastFreeBytes = 64 * 1024 * 1024;

/** Another process uses the folder. */
export class FolderTaken extends StartError {}

/**
 * Locks the data folder for this process until `release`. Errors: FolderTaken while another process has it. The lock of a
 * process that is gone is taken over, even if the system has given its pid to another program.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who must be able to enter this folder; each secret file is 0600.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes) throw new StartError(`The disk is full: there is no room in ${folder}.`);

  const path = join(folder, 'signpost.lock');
  const mine = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) });
  while (!(await create(path, mine))) {
    const theirs = await readIfThere(path);
    if (theirs === undefined) continue;
    const holder = parse(theirs);
    if (holder !== undefined && (await startOf(holder.pid)) === holder.started) {
      throw new FolderTaken(
        `Signpost is running on ${folder} already (process ${holder.pid}): stop that one, or set DATA_DIR to another folder.`,
      );
    }
    await takeAway(path, theirs);
  }
  return { release: () => rm(path, { force: true }) };
}

/** Creates the lock atomically, so that nobody reads a half-written one. Returns false if there is one already. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { flag: 'wx' });
  try {
    return await linkUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a stale lock. If another process has replaced it in between, that lock is restored. */
async function takeAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readIfThere(aside)) !== stale) await linkUnlessThere(aside, path);
  await rm(aside, { force: true });
}

async function linkUnlessThere(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function parse(text: string): { pid: number; started: string } | undefined {
  const match = /"pid":(\d+),"started":"([^"]+)"/.exec(text);
  return match?.[1] && match[2] ? { pid: Number(match[1]), started: match[2] } : undefined;
}
