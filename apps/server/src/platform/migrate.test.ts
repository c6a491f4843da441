import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { migrate } from './migrate.ts';
import { runOnce } from './postgres.ts';

const ONE = 'CREATE TABLE one (id int); INSERT INTO one VALUES (1);';
const databases = await testDatabases();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-migrations-'));
  // The databases of a test file have the migrations of the product.
  await cp(join(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  await writeFile(join(folder, 'postgres/9001-one.sql'), ONE);
  await writeFile(
    join(folder, 'clickhouse/9001-one.sql'),
    'CREATE TABLE IF NOT EXISTS one /*on cluster*/ (id UInt8) ENGINE = /*replicated*/MergeTree ORDER BY id; -- done;',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const run = (): Promise<string[]> => migrate({ ...databases, folder });

it('applies each file once even when several processes start at the same time', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, run));
  expect(results.flat()).toEqual(['postgres/9001-one.sql', 'clickhouse/9001-one.sql']);
  expect(await runOnce(databases.databaseUrl, 'SELECT id FROM one')).toEqual([{ id: 1 }]);
  expect(await run()).toEqual([]);
});

it('rolls back a file that fails half-way', async () => {
  const bad = join(folder, 'postgres/9002-bad.sql');
  await writeFile(bad, 'CREATE TABLE two (id int); SELECT 1 / 0;');
  await expect(run()).rejects.toThrow(/division by zero/);
  await writeFile(bad, 'CREATE TABLE two (id int);');
  expect(await run()).toEqual(['postgres/9002-bad.sql']);
});

it('repeats a ClickHouse file whose migration entry was lost in a power cut', async () => {
  await databases.clickhouse.command("DELETE FROM schema_migrations WHERE name = '9001-one.sql'");
  expect(await run()).toEqual(['clickhouse/9001-one.sql']);
});

it('refuses an applied file that has changed since', async () => {
  await writeFile(join(folder, 'postgres/9001-one.sql'), 'CREATE TABLE one (id bigint);');
  await expect(run()).rejects.toThrow(/postgres\/9001-one\.sql was changed after it was applied/);
  await writeFile(join(folder, 'postgres/9001-one.sql'), ONE);
});

it('refuses a database to which a newer version has applied a migration that this version does not have', async () => {
  for (const engine of ['clickhouse', 'postgres']) {
    const file = join(folder, engine, '9001-one.sql');
    const aside = `${file}.aside`;
    await rename(file, aside);
    await expect(run()).rejects.toThrow(
      `newer version of Signpost, which applied the migration ${engine}/9001-one.sql`,
    );
    await rename(aside, file);
  }
  expect(await run()).toEqual([]);
});

it.each(['postgres', 'clickhouse'])(
  'finds the %s migrations of the product numbered 1, 2, 3 … without gaps',
  async (engine) => {
    const names = (await readdir(join(import.meta.dirname, '../../migrations', engine))).sort();
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_name, index) => index + 1));
  },
);
