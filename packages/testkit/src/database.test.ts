import { expect, inject, it } from 'vitest';
import { openClickHouse } from '../../../apps/server/src/platform/clickhouse.ts';
import { migrate } from '../../../apps/server/src/platform/migrate.ts';
import { runOnce } from '../../../apps/server/src/platform/postgres.ts';
import { testDatabases } from './database.ts';
import { createTestDatabase, dropTestDatabase } from './postgres.ts';

const databases = await testDatabases();

it('gives each test file its own migrated databases in both engines', async () => {
  const applied = await runOnce(databases.databaseUrl, 'SELECT name FROM schema_migrations');
  expect(applied.length).toBeGreaterThan(0);
  const [row] = await databases.clickhouse.query('SELECT currentDatabase() AS name', {}, { parse: (found) => found });
  expect(row?.name).toBe(new URL(databases.clickhouseUrl).pathname.slice(1));
});

it('creates the same tables as the migrations do', async () => {
  const name = new URL(databases.clickhouseUrl).pathname.slice(1);
  const server = openClickHouse({ url: inject('clickhouseUrl') });
  const tables = await server.query(
    `SELECT replaceAll(create_table_query, {name:String}, 'template') AS statement FROM system.tables
     WHERE database IN ({name:String}, 'template') ORDER BY system.tables.name, database`,
    { name },
    { parse: (row) => String(row.statement) },
  );
  await server.close();
  expect(tables.length).toBeGreaterThan(2);
  expect(tables.filter((_, at) => at % 2 === 0)).toEqual(tables.filter((_, at) => at % 2 === 1));
  expect(tables.join()).toContain('PROJECTION');
  expect(await migrate(databases)).toEqual([]);
});

it('copies the template, so that test files do not see each other’s data', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), inject('postgresTemplate'), 'test_copy');
  expect(url).not.toBe(databases.databaseUrl);
  await dropTestDatabase(inject('postgresUrl'), 'test_copy');
});
