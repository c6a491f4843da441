import { join } from 'node:path';
import type { Database, Db } from '../../database.ts';
import type { Env } from '../../env.ts';
import { readIfThere } from '../../platform/files.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { reaching, StartError } from '../../platform/start-error.ts';
import { FolderTaken, lockDataFolder } from './data-folder.ts';
import { startPostgres } from './postgres.ts';

/**
 * Calls `use` with the embedded PostgreSQL of a data folder. It uses the server of a running product, or starts one and
 * stops it afterwards. Refuses a folder without a database.
 */
async function withEmbeddedPostgres<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
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

type Place = Pick<Env, 'databaseUrl' | 'dataDir'>;

/** Calls `use` with the database of a command: that of DATABASE_URL, or the embedded one. */
export async function withPostgres<T>({ databaseUrl, dataDir }: Place, use: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl === undefined) return await withEmbeddedPostgres(dataDir, use);
  return await use(databaseUrl);
}

/**
 * Like `withPostgres`, with the opened database, where `use` reaches nothing else. Errors: StartError with what to correct
 * if it cannot be reached.
 */
export async function withDatabase<T>(
  place: Place,
  options: Omit<Parameters<typeof openPostgres>[1], 'max'>,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const open = async (url: string): Promise<T> => {
    const db = openPostgres<Database>(url, { ...options, max: 1 });
    try {
      return await use(db);
    } finally {
      await db.destroy();
    }
  };
  const { databaseUrl } = place;
  if (databaseUrl === undefined) return await withPostgres(place, open);
  return await reaching('DATABASE_URL', () => open(databaseUrl));
}
