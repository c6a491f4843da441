/**
 * A disk whose power can be cut: an image mounted over a loop device. A copy of the image that is made while every
 * process is stopped holds what had reached the disk, and nothing that was only in memory.
 */
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE = '10G';
const REST = 64 * 1024 * 1024;
const UMOUNT_PATIENCE = 200;

export interface Disk {
  /** Where the product keeps its data. */
  readonly folder: string;
  /** Goes back to what was on the disk when this was called; whoever writes must stand still before, and be gone when `gone` resolves. */
  cutPower(gone: () => Promise<void>): Promise<void>;
  /** Takes all room but a few blocks; the answer gives it back. */
  fill(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** Only root may mount, and not everywhere. */
export async function mayMount(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const there = ['/dev/loop-control', '/usr/sbin/mkfs.ext4'].map((path) => access(path).then(() => true));
  return await Promise.all(there).then(
    () => true,
    () => false,
  );
}

/** Makes and mounts a disk inside `base`. */
export async function openDisk(base: string): Promise<Disk> {
  const folder = join(base, 'disk');
  let image = join(base, 'image-0');
  let cuts = 0;
  // The database's own user has to get there.
  await chmod(base, 0o755);
  await mkdir(folder);
  await run('truncate', ['-s', SIZE, image]);
  await run('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  await run('mount', ['-o', 'loop', image, folder]);
  const unmount = async () => {
    for (let attempt = 0; ; attempt += 1)
      try {
        await run('umount', [folder]);
        return;
      } catch (error) {
        // Processes that were just killed still hold files for a moment.
        if (attempt === UMOUNT_PATIENCE) throw error;
        await delay(50);
      }
  };
  return {
    folder,
    async cutPower(gone) {
      cuts += 1;
      const copy = join(base, `image-${cuts}`);
      await run('cp', ['--sparse=always', image, copy]);
      await gone();
      await unmount();
      await rm(image);
      image = copy;
      await run('mount', ['-o', 'loop', image, folder]);
    },
    async fill() {
      const filler = join(folder, 'filler');
      const room = Number((await run('df', ['--output=avail', '-B1', folder])).stdout.split('\n')[1]);
      await run('fallocate', ['-l', String(room - REST), filler]);
      // The rest block by block, since what fallocate needs for itself cannot be told.
      await run('dd', ['if=/dev/zero', `of=${filler}.rest`, 'bs=4k', 'status=none']).catch(() => undefined);
      return async () => {
        await Promise.all([rm(filler), rm(`${filler}.rest`)]);
      };
    },
    async remove() {
      await unmount();
      await rm(base, { recursive: true, force: true });
    },
  };
}
