/**
 * A disk whose power can be cut: an image mounted over a loop device. A copy of the image that is made while every
 * process is stopped contains what had reached the disk, and nothing that was only in memory.
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
  /** The folder in which the product stores its data. */
  readonly folder: string;
  /**
   * Returns the disk to its state at the time of this call. Processes that write must be stopped before the call, and
   * must have ended when `gone` resolves.
   */
  cutPower(gone: () => Promise<void>): Promise<void>;
  /** Fills the disk except for a few blocks. The returned function frees the space again. */
  fill(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** Only root may mount, and not on every machine. */
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
  // The database's own user must be able to enter the folder.
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
      // The rest is filled block by block, because the space that fallocate itself needs is unknown.
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
