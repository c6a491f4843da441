import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOf } from './command-of.ts';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('has one holder at a time and says which', async () => {
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`);
  await lock.release();
  await (await lockDataFolder(folder)).release();
});

it('is won by one of several that start at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

it('is taken over from a process that is gone, and from one whose pid now belongs to another', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const gone = { pid: child.pid, started: await startOf(child.pid ?? 0) };
  await once(child, 'exit');
  for (const stale of [gone, { pid: process.pid, started: 'another time' }]) {
    await writeFile(join(folder, 'signpost.lock'), JSON.stringify(stale));
    const lock = await lockDataFolder(folder);
    expect(JSON.parse(await readFile(join(folder, 'signpost.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
  }
});
