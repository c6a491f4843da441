/** Opens the target of backups, and the store of the files that all machines share. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasCode } from '../files.ts';
import { StartError } from '../start-error.ts';
import { folderStore } from './folder.ts';
import { guarded } from './guarded.ts';
import type { ObjectStore, S3Access } from './store.ts';

/**
 * Opens a target: a folder, or `s3://bucket/prefix`. The folder has to exist whenever it is used. Errors: StartError for
 * another scheme, and where S3 lacks its access.
 */
export async function openStore(target: string, access: S3Access): Promise<ObjectStore> {
  if (!target.startsWith('s3://')) return existingFolder(target, 'mount or make it, or name another target');
  const { accessKeyId, secretAccessKey, endpoint, region } = access;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartError(`${target} is in S3, so it needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  // Loaded only where it is used: its libraries take time at the start of every process.
  const { s3Store } = await import('./s3.ts');
  return s3Store(target, {
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
  });
}

/** Opens the store of images and of report files: `FILES_TARGET`, or the data folder. Errors: as `openStore`. */
export async function openFiles(
  dataDir: string,
  { target, s3 }: { target: string | undefined; s3: S3Access },
): Promise<ObjectStore> {
  if (target === undefined) return folderStore(dataDir);
  if (target.startsWith('s3://')) return await openStore(target, s3);
  return existingFolder(target, 'mount it, or set FILES_TARGET to another place');
}

/**
 * A folder that is never created. A missing folder is usually not mounted, and its files would go to the disk of this
 * machine. Errors: StartError if `path` is an address, or if the folder does not exist; then `next` says what to do.
 */
function existingFolder(path: string, next: string): ObjectStore {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path))
    throw new StartError(`${path} is no place for files: give a folder, or s3://bucket/prefix.`);
  const folder = resolve(path);
  const store = folderStore(folder);
  const present = async <T>(work: () => Promise<T>): Promise<T> => {
    await stat(folder).catch((cause: unknown) => {
      if (!hasCode(cause, 'ENOENT')) throw cause;
      throw new StartError(`${folder} does not exist: ${next}.`, { cause });
    });
    return await work();
  };
  return guarded(store, present);
}
