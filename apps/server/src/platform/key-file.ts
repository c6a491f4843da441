/** The file that holds the key of a data folder's vault, and the one that waits beside it while the key is changed. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, syncFolder } from './files.ts';

export const KEY_BYTES = 32;

/** Where a key comes from. */
export interface KeySource {
  dataDir: string;
  /** The key from `VAULT_KEY`, used in place of the file in the data folder. */
  key?: Buffer | undefined;
}

/** Where the key of a data folder is. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secrets', 'vault.key');

/** Where the next key waits until everything is sealed with it. */
export const nextKeyPath = (dataDir: string): string => `${keyPath(dataDir)}.next`;

export const readNextKey = (dataDir: string): Promise<Buffer | undefined> => readKey(nextKeyPath(dataDir));

/** Puts the next key into the place of the present one, after the database was changed to it. */
export async function adoptNextKey(dataDir: string): Promise<void> {
  const path = keyPath(dataDir);
  await rename(nextKeyPath(dataDir), path);
  await syncFolder(dirname(path));
}

/** Makes a key's file. If several processes start at once, they all use the file that was linked first. */
export async function createKey(path: string): Promise<{ key: Buffer; isNew: boolean }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(mine, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  let isNew = true;
  try {
    await link(mine, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    isNew = false;
  } finally {
    await rm(mine, { force: true });
  }
  return { key: await readFile(path), isNew };
}

/** Reads the key without comparing it with the database. Returns undefined if there is no key yet. */
export const readVaultKey = async ({ dataDir, key }: KeySource): Promise<Buffer | undefined> =>
  key ?? (await readKey(keyPath(dataDir)));

/** The key in a file; undefined if there is none. */
export async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
