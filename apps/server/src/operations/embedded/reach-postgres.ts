import { join } from 'node:path';
import { readIfThere } from '../../platform/files.ts';
import { StartError } from '../../platform/start-error.ts';
import { FolderTaken, lockDataFolder } from './data-folder.ts';
import { startPostgres } from './postgres.ts';

/**
 * Calls `use` with the embedded PostgreSQL of a data folder. It uses the server of a running product, or starts one and
 * stops it afterwards. Refuses a folder without a database.
 */
export async function withEmbeddedPostgres<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  if ((await readIfThere(join(dataDir, 'postgres', 'PG_VERSION'))) === undefined)
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR to the product's folder, or DATABASE_URL.`);
  const lock = await lockDataFolder(dataDir).catch((error: unknown) => {
    // A running product holds the folder, so its PostgreSQL is used and left running.
    if (error instanceof FolderTaken) return null;
    throw error;
  });
  const postgres = await startPostgres({ dataDir });
  try {
    return await use(postgres.url);
  } finally {
    if (lock !== null) {
      await postgres.stop();
      await lock.release();
    }
  }
}
