import { expect, inject, it } from 'vitest';
import { runOnce } from '../../../apps/server/src/platform/postgres.ts';
import { testDatabases } from './database.ts';
import { createTestDatabase, dropTestDatabase } from './postgres.ts';

const databases = await testDatabases();

it('gives a test file migrated databases of its own in both engines', async () => {
  const applied = await runOnce(databases.databaseUrl, 'SELECT name FROM schema_migrations');
  expect(applied.length).toBeGreaterThan(0);
  const [row] = await databases.clickhouse.query('SELECT currentDatabase() AS name', {}, { parse: (found) => found });
  expect(row?.name).toBe(new URL(databases.clickhouseUrl).pathname.slice(1));
});

it('copies the template, so that another test file sees none of this one', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), inject('postgresTemplate'), 'test_copy');
  expect(url).not.toBe(databases.databaseUrl);
  await dropTestDatabase(inject('postgresUrl'), 'test_copy');
});
