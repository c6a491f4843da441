import { chmod } from 'node:fs/promises';
import { startPostgres } from '../../../apps/server/src/embedded/postgres.ts';
import { runOnce } from '../../../apps/server/src/platform/postgres.ts';

const template = 'signpost';

/** Starts PostgreSQL for tests (nothing synced to disk) with one empty database that is to be migrated and copied from. */
export async function startTestPostgres(
  folder: string,
): Promise<{ url: string; template: string; stop: () => Promise<void> }> {
  // As root, PostgreSQL runs as another user, who has to get through the folder.
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

/** The same server's other database. */
export function databaseOf(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
