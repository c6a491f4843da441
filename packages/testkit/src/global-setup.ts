import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../apps/server/src/platform/migrate.ts';
import { createClickHouseTemplate, openTestClickHouse, startClickHouse } from './clickhouse.ts';
import { databaseOf, startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run, removed with it. */
    folder: string;
    /** The URL of the server's maintenance database; `testDatabases` creates one database for each test file. */
    postgresUrl: string;
    /** Migrated once; `testDatabases` copies it. */
    postgresTemplate: string;
    clickhouseUrl: string;
  }
}

/** Starts one PostgreSQL and one analytics engine for a whole test run, in a folder that is removed afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-test-'));
  const started: (() => Promise<void>)[] = [];
  const teardown = async (): Promise<void> => {
    await Promise.all(started.map((stop) => stop()));
    // Processes that tests have ended may still write their last bytes.
    await rm(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
  };
  try {
    const [postgres, clickhouse] = await Promise.allSettled([
      startTestPostgres(folder).then((engine) => {
        started.push(engine.stop);
        return engine;
      }),
      startClickHouse(folder).then((engine) => {
        started.push(engine.stop);
        return engine;
      }),
    ]);
    if (postgres.status === 'rejected') throw postgres.reason;
    if (clickhouse.status === 'rejected') throw clickhouse.reason;
    await migrateTemplates(postgres.value, clickhouse.value.url);
    project.provide('folder', folder);
    project.provide('postgresUrl', postgres.value.url);
    project.provide('postgresTemplate', postgres.value.template);
    project.provide('clickhouseUrl', clickhouse.value.url);
    return async () => {
      await teardown().catch(async (error: unknown) => {
        await nameAtEnd(error);
        throw error;
      });
    };
  } catch (error) {
    await teardown();
    throw error;
  }
}

/**
 * Adds an error to those that `npm test` names at its end. Vitest fails a run for an error of this kind, but has written
 * all its reports before (`scripts/unhandled-errors.mjs`).
 */
async function nameAtEnd(error: unknown): Promise<void> {
  const file = process.env.UNHANDLED_ERRORS_FILE;
  if (file === undefined) return;
  const known: unknown = JSON.parse((await readFile(file, 'utf8').catch(() => '')) || '[]');
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const own = { file: import.meta.filename, name: 'while the engines were stopped', message };
  await writeFile(file, JSON.stringify([...(Array.isArray(known) ? known : []), own]));
}

/** Migrated once for all test files, each of which gets copies. */
async function migrateTemplates(postgres: { url: string; template: string }, clickhouseUrl: string): Promise<void> {
  const clickhouse = openTestClickHouse(await createClickHouseTemplate(clickhouseUrl));
  await migrate({ databaseUrl: databaseOf(postgres.url, postgres.template), clickhouse });
  await clickhouse.close();
}
