import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openClickHouse } from '../../platform/clickhouse.ts';
import { readIfThere, writeFileAtomic } from '../../platform/files.ts';
import { StartError } from '../../platform/start-error.ts';
import { startAnalytics } from './analytics.ts';
import { FolderTaken, lockDataFolder } from './data-folder.ts';
import { startPostgres } from './postgres.ts';

/** The addresses of both engines. */
export interface EngineUrls {
  databaseUrl: string;
  clickhouseUrl: string;
}

/** Where the statistics engine of a running product answers, with its secret; like `postgres.password`, for this user only. */
const addressPath = (dataDir: string): string => join(dataDir, 'analytics.url');

/** Lets commands of the same user reach the statistics engine, whose folder only one process may open. */
export const announceAnalytics = (dataDir: string, url: string): Promise<void> =>
  writeFileAtomic(addressPath(dataDir), `${url}\n`, 0o600);

export const retractAnalytics = (dataDir: string): Promise<void> => rm(addressPath(dataDir), { force: true });

/**
 * Calls `use` with the engines of a data folder: those of a running product, or ones that are started for it and stopped
 * afterwards. An address that is given is used as it is. Errors: StartError where a running product's engine does not
 * answer.
 */
export async function withEngines<T>(
  dataDir: string,
  given: { [Name in keyof EngineUrls]?: EngineUrls[Name] | undefined },
  use: (urls: EngineUrls) => Promise<T>,
  /**
   * `isTemporary`: the folder is thrown away afterwards, so PostgreSQL need not sync. `mustExist`: no engine is made;
   * where the folder has none, a variable is missing that the product has (StartError).
   */
  { isTemporary = false, mustExist = false } = {},
): Promise<T> {
  const { databaseUrl, clickhouseUrl } = given;
  if (databaseUrl !== undefined && clickhouseUrl !== undefined) return await use({ databaseUrl, clickhouseUrl });
  if (mustExist) await refuseEmptyFolder(dataDir, given);
  const lock = await lockDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderTaken) return null;
    throw error;
  });
  const undo: (() => Promise<void>)[] = [];
  if (lock !== null) undo.push(() => lock.release());
  const isRunning = lock === null;
  try {
    return await use({
      databaseUrl: databaseUrl ?? (await postgresOf({ dataDir, isRunning, isTemporary }, undo)),
      clickhouseUrl: clickhouseUrl ?? (isRunning ? await runningAnalytics(dataDir) : await ownAnalytics(dataDir, undo)),
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Refuses a folder without engines. A command would otherwise create empty ones there, which have none of the product's data. */
async function refuseEmptyFolder(
  dataDir: string,
  { databaseUrl, clickhouseUrl }: { [Name in keyof EngineUrls]?: EngineUrls[Name] | undefined },
): Promise<void> {
  const refuse = (what: string, variable: string): never => {
    throw new StartError(`There is no ${what} in ${dataDir}: set DATA_DIR and ${variable} as the product has them.`);
  };
  if (databaseUrl === undefined && (await readIfThere(join(dataDir, 'postgres', 'PG_VERSION'))) === undefined)
    refuse('database', 'DATABASE_URL');
  const isThere = await stat(join(dataDir, 'analytics')).catch(() => undefined);
  if (clickhouseUrl === undefined && isThere === undefined) refuse('statistics engine', 'CLICKHOUSE_URL');
}

async function postgresOf(
  { dataDir, isRunning, isTemporary }: { dataDir: string; isRunning: boolean; isTemporary: boolean },
  undo: (() => Promise<void>)[],
): Promise<string> {
  const postgres = await startPostgres({ dataDir, unsafe: isTemporary });
  if (!isRunning) undo.push(() => postgres.stop());
  return postgres.url;
}

/** The address of the engine of the product that runs on a folder. Errors: StartError where it does not answer. */
export async function runningAnalytics(dataDir: string): Promise<string> {
  const url = (await readIfThere(addressPath(dataDir)))?.trim();
  const server = url === undefined ? undefined : openClickHouse({ url });
  try {
    if (url !== undefined && (await server?.ping()) === true) return url;
  } finally {
    await server?.close();
  }
  throw new StartError(
    `The product that runs on ${dataDir} has a statistics engine that does not answer: try again, or stop the product first.`,
  );
}

async function ownAnalytics(dataDir: string, undo: (() => Promise<void>)[]): Promise<string> {
  const engine = await startAnalytics({ dataDir, secret: randomBytes(24).toString('hex') });
  undo.push(() => engine.stop());
  return await createAnalyticsDatabase(engine.url);
}

/** Creates the product's database in an embedded statistics engine. Returns its URL. */
export async function createAnalyticsDatabase(url: string): Promise<string> {
  const server = openClickHouse({ url });
  try {
    await server.command('CREATE DATABASE IF NOT EXISTS signpost');
  } finally {
    await server.close();
  }
  return `${url}/signpost`;
}
