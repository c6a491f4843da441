/** Restores a backup aside, on engines of its own, and compares it (docs/operations.md#drill). */

import { openClickHouse } from '../../platform/clickhouse.ts';
import { createLog } from '../../platform/log.ts';
import { folderStore } from '../../platform/store/folder.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { type EngineUrls, withEngines } from '../embedded/reach-engines.ts';
import { type Comparison, compareCopy } from './compare.ts';
import { checkBackup, inEmptyFolder, restoreInto, type WantedBackup } from './restore.ts';

/** Restores into an empty folder and returns every comparison, equal or not. Errors: StartError as for a restore. */
export async function drill(
  store: ObjectStore,
  { folder, ...wanted }: WantedBackup & { folder: string },
): Promise<Comparison[]> {
  const backup = await checkBackup(store, wanted);
  const compare = async (urls: EngineUrls): Promise<Comparison[]> => {
    await restoreInto(
      backup,
      { dataDir: folder, files: folderStore(folder), ...urls, clickhouseCluster: undefined, vaultKey: undefined },
      'This is a drill.',
    );
    const clickhouse = openClickHouse({ url: urls.clickhouseUrl });
    // Facts that are missing in the copy are shipped again, which is expected here and not worth a line in the log.
    const log = createLog({ level: 'error', name: 'drill' });
    try {
      const { databaseUrl } = urls;
      return await compareCopy({ databaseUrl, clickhouse, dataDir: folder, vaultKey: undefined, log }, backup.manifest);
    } finally {
      await clickhouse.close();
    }
  };
  return await inEmptyFolder(folder, () => withEngines(folder, {}, compare, { isTemporary: true }));
}
