import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { type ClickHouse, openClickHouse } from '../../../apps/server/src/platform/clickhouse.ts';
import { createTestTables, openTestClickHouse } from './clickhouse.ts';
import { createTestDatabase, dropTestDatabase } from './postgres.ts';

export interface TestDatabases {
  databaseUrl: string;
  clickhouseUrl: string;
  /** Opened on this file's database. */
  clickhouse: ClickHouse;
}

/**
 * A PostgreSQL and a ClickHouse database of this test file's own, migrated and empty, dropped after its last test.
 * Call it once at the top of the file: `const databases = await testDatabases()`.
 */
export async function testDatabases(): Promise<TestDatabases> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const postgresUrl = inject('postgresUrl');
  const databaseUrl = await createTestDatabase(postgresUrl, inject('postgresTemplate'), name);
  const clickhouseUrl = `${inject('clickhouseUrl')}/${name}`;
  const server = openClickHouse({ url: inject('clickhouseUrl') });
  const clickhouse = openTestClickHouse(clickhouseUrl);
  afterAll(async () => {
    await clickhouse.close();
    await server.command(`DROP DATABASE IF EXISTS ${name}`);
    await server.close();
    await dropTestDatabase(postgresUrl, name);
  });
  await createTestTables(server, name);
  return { databaseUrl, clickhouseUrl, clickhouse };
}
