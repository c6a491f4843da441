import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, readIfThere } from '../platform/files.ts';
import { StartError } from '../platform/start-error.ts';
import { startOf } from './command-of.ts';

/** Less than this and the engines would stop in the middle of their first writes. */
const leastFreeBytes = 64 * 1024 * 1024;

/** Somebody else has the folder. */
export class FolderTaken extends StartError {}

/**
 * Makes the data folder this process's own until `release`. Refused while another process has it; the lock of a
 * process that is gone is taken over, also when the system has given its pid to another program since.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who has to get through here; each secret file is 0600 by itself.
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

/** Puts the lock there whole, so that nobody ever reads a half-written one, or returns false when there is one. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { flag: 'wx' });
  try {
    return await linkUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a stale lock; if another starter replaced it in between, that one is put back. */
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
