/** Backups in a folder. */
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode, writeFileAtomic } from '../../platform/files.ts';
import type { BackupStore } from './store.ts';

/** Opens a folder as a store. It is created with the first object; only this user may read it. */
export function folderStore(folder: string): BackupStore {
  const pathOf = (name: string): string => join(folder, ...name.split('/'));
  return {
    place: folder,
    put: (name, bytes) => writeFileAtomic(pathOf(name), bytes, 0o600),
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
        throw error;
      }
    },
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort();
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

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}
