import { afterAll, expect, inject, it } from 'vitest';
import { createTestTables } from '../../../../packages/testkit/src/clickhouse.ts';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { migrateBoth } from './migrate.ts';
import { StartError } from './start-error.ts';

const { databaseUrl, clickhouseUrl } = await testDatabases();
const OTHER = `${new URL(clickhouseUrl).pathname.slice(1)}_other`;
const server = openClickHouse({ url: inject('clickhouseUrl') });
afterAll(async () => {
  await server.command(`DROP DATABASE IF EXISTS ${OTHER}`);
  await server.close();
});

const start = (url: string) => migrateBoth({ databaseUrl, clickhouseUrl: url, clickhouseCluster: undefined });

it.skipIf(process.env.CLICKHOUSE_SHAPE === 'cluster')(
  'a database starts on the statistics engine that has its facts, again and again, and on no other',
  async () => {
    await createTestTables(server, OTHER);
    await Promise.all([start(clickhouseUrl), start(clickhouseUrl)]);
    const refused = start(`${inject('clickhouseUrl')}/${OTHER}`);
    await expect(refused).rejects.toThrow(/facts of this database are in another statistics engine/);
    await expect(refused).rejects.toBeInstanceOf(StartError);
    expect(await start(clickhouseUrl)).toEqual([]);
  },
);
