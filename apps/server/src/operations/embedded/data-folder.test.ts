import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const holder = join(import.meta.dirname, 'testing/hold-folder.ts');
/** A separate process that tries to take the lock, reports the result, and keeps the lock. */
async function hold(command: readonly string[] = []): Promise<{ said: string; child: ChildProcess }> {
  const [program = process.execPath, ...rest] = [...command, process.execPath, holder, folder];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { said: String(said).trim(), child };
}

describe('The lock of a folder', () => {
  it('has one holder at a time and names it', async () => {
    const lock = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`);
    expect((await hold()).said).toContain(`(process ${process.pid}): stop that one`);
    expect(await lock.isOwn()).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['running.json', 'running.lock']);
    await lock.release();
    expect(await lock.isOwn()).toBe(false);
    await (await lockDataFolder(folder)).release();
  });

  it('is acquired by exactly one of several processes that start at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const others = await Promise.all([hold(), hold(), hold()]);
    expect(others.filter(({ said }) => said === 'held')).toHaveLength(0);
  });

  it('is free again when its holder is killed, with any content in the folder', async () => {
    const { said, child } = await hold();
    expect(said).toBe('held');
    await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${child.pid})`);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await writeFile(join(folder, 'running.json'), '{"half');
    const lock = await lockDataFolder(folder);
    expect(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
  });

  it('is reported as lost when its file is replaced, and its release does not affect the new holder', async () => {
    const lost = await lockDataFolder(folder);
    await rm(join(folder, 'running.lock'));
    expect(await lost.isOwn()).toBe(false);
    const { said, child } = await hold();
    expect(said).toBe('held');
    expect(await lost.isOwn()).toBe(false);
    await lost.release();
    expect(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))).toMatchObject({ pid: child.pid });
    await expect(lockDataFolder(folder)).rejects.toThrow('already');
  });

  it('names the machine of a remote holder', async () => {
    const lock = await lockDataFolder(folder);
    const elsewhere = { token: 'x', pid: 7, host: `not-${hostname()}`, pidNamespace: '' };
    await writeFile(join(folder, 'running.json'), JSON.stringify(elsewhere));
    await expect(lockDataFolder(folder)).rejects.toThrow(`(process 7 on not-${hostname()})`);
    await lock.release();
  });
});

/** A process table of its own, as a container has one; root alone may make one, and not everywhere. */
const APART = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...APART.slice(1), 'true']).status === 0;
if (!canUnshare)
  console.warn('No process table can be made here (unshare): the lock between containers is NOT tested.');

describe.runIf(canUnshare)('The lock between two process tables', () => {
  it('works in both directions, and its message says where the holder is', async () => {
    const outside = await lockDataFolder(folder);
    expect((await hold(APART)).said).toContain(`(process ${process.pid} of another container)`);
    await outside.release();
    const { said, child } = await hold(APART);
    expect(said).toBe('held');
    await expect(lockDataFolder(folder)).rejects.toThrow('of another container');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // The last process of a table ends a moment after the one that made it.
    await expect.poll(() => lockDataFolder(folder).then((lock) => lock.release())).toBeUndefined();
  });
});
