/** Objects in a folder. */
import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode, syncFolder, writeFileAtomic } from '../files.ts';
import type { ObjectStore, StoredObject } from './store.ts';

/** Opens a folder as a store. It is created with the first object; only this user may read it. */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string): string => join(folder, ...name.split('/'));
  return {
    place: folder,
    put: (name, bytes) => writeFileAtomic(pathOf(name), bytes, 0o600),
    putFile: (name, path) => copyAtomic(path, pathOf(name)),
    get: (name) => orNothing(readFile(pathOf(name))),
    async read(name) {
      const file = await orNothing(open(pathOf(name), 'r'));
      return file?.createReadStream();
    },
    async list(prefix) {
      // Only the folder that the prefix names is read, because there may be much beside it.
      const root = pathOf(prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = (await orNothing(readdir(root, { recursive: true, withFileTypes: true }))) ?? [];
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort();
      const objects: StoredObject[] = [];
      for (const name of names) {
        // It may have been removed meanwhile.
        const found = await orNothing(stat(pathOf(name)));
        if (found !== undefined) objects.push({ name, changedAt: found.mtime });
      }
      return objects;
    },
    async remove(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      // Folders that have become empty go with their last object.
      for (let above = dirname(path); above !== folder; above = dirname(above))
        if (!(await removeIfEmpty(above))) return;
    },
  };
}

async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    // EISDIR: there is a folder of this name, and folders are not objects.
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}

/** A link instead of a copy where both are on one file system. */
async function copyAtomic(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  await mkdir(folder, { recursive: true });
  const temporary = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await link(from, temporary).catch(async (error: unknown) => {
      if (!hasCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK')) throw error;
      await copyFile(from, temporary);
    });
    const file = await open(temporary, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, to);
  } finally {
    // Renaming does nothing where both names are already the same file.
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}
