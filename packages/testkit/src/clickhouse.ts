import { randomBytes } from 'node:crypto';
import { startAnalytics } from '../../../apps/server/src/embedded/analytics.ts';
import type { RunningEngine } from '../../../apps/server/src/embedded/supervised.ts';
import { type ClickHouse, openClickHouse } from '../../../apps/server/src/platform/clickhouse.ts';

/** Starts the embedded statistics engine for tests. */
export async function startClickHouse(folder: string): Promise<RunningEngine> {
  return await startAnalytics({ dataDir: folder, secret: randomBytes(24).toString('hex') });
}

/** The migrated database that others are copied from. */
const TEMPLATE = 'template';

/** Creates an empty database that will be migrated and copied from; returns its URL. */
export async function createClickHouseTemplate(url: string): Promise<string> {
  const server = openClickHouse({ url });
  await server.command(`CREATE DATABASE ${TEMPLATE}`);
  await server.close();
  return `${url}/${TEMPLATE}`;
}

/**
 * Copies the template's tables with their indices and projections, which takes a twentieth of the time of migrating.
 */
export async function createTestTables(server: ClickHouse, name: string): Promise<void> {
  await server.command(`CREATE DATABASE ${name}`);
  const tables = await server.query(
    'SELECT name FROM system.tables WHERE database = {template:String}',
    { template: TEMPLATE },
    { parse: (row) => String(row.name) },
  );
  for (const table of tables) await server.command(`CREATE TABLE ${name}.${table} AS ${TEMPLATE}.${table}`);
  await server.command(`INSERT INTO ${name}.schema_migrations SELECT * FROM ${TEMPLATE}.schema_migrations`);
}
