import { chmod } from 'node:fs/promises';
import { startPostgres } from '../../../apps/server/src/operations/embedded/postgres.ts';
import { runOnce } from '../../../apps/server/src/platform/postgres.ts';

const template = 'signpost';

/**
 * Starts PostgreSQL for tests (nothing is synced to disk) with one empty database that will be migrated and copied
 * from.
 */
export async function startTestPostgres(
  folder: string,
): Promise<{ url: string; template: string; stop: () => Promise<void> }> {
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const engine = await startPostgres({ dataDir: folder, unsafe: true });
  return { url: databaseOf(engine.url, 'postgres'), template, stop: engine.stop };
}

/** Copies the template. */
export async function createTestDatabase(url: string, from: string, name: string): Promise<string> {
  await runOnce(url, `CREATE DATABASE ${name} TEMPLATE ${from}`);
  return databaseOf(url, name);
}

export async function dropTestDatabase(url: string, name: string): Promise<void> {
  await runOnce(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** The URL of another database on the same server. */
export function databaseOf(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
