/** Opens the target of backups. */
import { resolve } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';
import type { BackupStore, S3Access } from './store.ts';

/** Opens a target: a folder, or `s3://bucket/prefix`. Errors: StartError where S3 lacks its access. */
export function openStore(target: string, access: S3Access): BackupStore {
  if (!target.startsWith('s3://')) return folderStore(resolve(target));
  const { accessKeyId, secretAccessKey, endpoint, region } = access;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartError('A target in S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return s3Store(target, {
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
  });
}
