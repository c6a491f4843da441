import { afterAll, expect, inject, it } from 'vitest';
import { createTestTables } from '../../../../packages/testkit/src/clickhouse.ts';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { migrateBoth } from './migrate.ts';
import { runOnce } from './postgres.ts';
import { StartError } from './start-error.ts';

const { databaseUrl, clickhouseUrl, clickhouse } = await testDatabases();
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

it('a new database refuses an engine with facts, which belong to another one; a restored one has people and takes it', async () => {
  await runOnce(databaseUrl, 'TRUNCATE statistics_engine');
  await clickhouse.command(`INSERT INTO facts (fact_id, kind, at, recorded_at, visits)
    VALUES ('01a21500-0000-7000-8000-000000000001', 'visit', now64(3), now64(3), 1)`);
  // It is refused again and again, not only by the start that made the tables.
  for (const _ of [1, 2])
    await expect(start(clickhouseUrl)).rejects.toThrow(
      'The statistics engine holds facts already, but this database is new: set DATABASE_URL to the database that belongs to them.',
    );
  expect(await runOnce(databaseUrl, 'SELECT 1 FROM statistics_engine')).toEqual([]);
  await runOnce(databaseUrl, "INSERT INTO users (name, email, grade) VALUES ('A', 'a@company.example', 'Admin')");
  expect(await start(clickhouseUrl)).toEqual([]);
  expect(await runOnce(databaseUrl, 'SELECT count(*)::integer AS known FROM statistics_engine')).toEqual([
    { known: 1 },
  ]);
});
