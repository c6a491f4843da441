/** Installations of earlier releases, upgraded to this program (testing/released: rows as they were written then). */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { createTestDatabase, dropTestDatabase } from '@signpost/testkit/postgres.ts';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { type ClickHouse, openClickHouse } from './clickhouse.ts';
import { migrate, readSchema, type Schema } from './migrate.ts';
import { runOnce } from './postgres.ts';
import released from './testing/released/checksums.json' with { type: 'json' };
import { schemaHash } from './testing/schema-hash.ts';

const today = await testDatabases();
const own = await readSchema();
const server = openClickHouse({ url: inject('clickhouseUrl') });
afterAll(() => server.close());

const folder = join(import.meta.dirname, 'testing/released');
/** The last migration of each engine in a release; its rows stand in the file of PostgreSQL's. */
const RELEASES = [
  { postgres: '0009', clickhouse: '0001' },
  { postgres: '0017', clickhouse: '0003' },
  { postgres: '0028', clickhouse: '0003' },
  { postgres: '0036', clickhouse: '0004' },
] as const;
type Release = (typeof RELEASES)[number];

const schemaOf = (release: Release): Schema => ({
  postgres: own.postgres.filter(({ name }) => name.slice(0, 4) <= release.postgres),
  clickhouse: own.clickhouse.filter(({ name }) => name.slice(0, 4) <= release.clickhouse),
});

async function emptyInstallation() {
  const name = `released_${randomBytes(6).toString('hex')}`;
  const databaseUrl = await createTestDatabase(inject('postgresUrl'), 'template0', name);
  await server.command(`CREATE DATABASE ${name}`);
  const clickhouseUrl = `${inject('clickhouseUrl')}/${name}`;
  const clickhouse = openClickHouse({ url: clickhouseUrl });
  afterAll(async () => {
    await clickhouse.close();
    await server.command(`DROP DATABASE ${name}`);
    await dropTestDatabase(inject('postgresUrl'), name);
  });
  return { databaseUrl, clickhouseUrl, clickhouse };
}

type Installation = Awaited<ReturnType<typeof emptyInstallation>>;

/** Lives through every release up to this one and writes its rows in each. */
async function installationOf(release: Release): Promise<Installation> {
  const installation = await emptyInstallation();
  const { databaseUrl, clickhouse } = installation;
  for (const step of RELEASES.filter(({ postgres }) => postgres <= release.postgres)) {
    await migrate({ databaseUrl, clickhouse, schema: schemaOf(step) });
    await runOnce(databaseUrl, await readFile(join(folder, `${step.postgres}.sql`), 'utf8'));
    await clickhouse.command(
      `INSERT INTO facts (fact_id, chunk_id, kind, at, visitor_id, partner_id, visits, first_deposits, revenue)
       SELECT generateUUIDv4(), 'old.${step.postgres}', 'visit', '2025-03-30 00:59:59.999', number, 901, 1, 1, 12.345678 FROM numbers(3)`,
    );
  }
  return installation;
}

type Rows = Map<string, Record<string, unknown>[]>;

/** Every row of every table. */
async function rowsOf(databaseUrl: string): Promise<Rows> {
  const tables = await runOnce(
    databaseUrl,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname <> 'schema_migrations' ORDER BY relname`,
  );
  const rows: Rows = new Map();
  for (const { name } of tables) {
    const found = await runOnce(databaseUrl, `SELECT to_jsonb(t) AS row FROM "${name}" t`);
    rows.set(
      String(name),
      found.map(({ row }) => row as Record<string, unknown>),
    );
  }
  return rows;
}

/** The rows before the upgrade, in the columns that are still there, for which there is no equal row afterwards. */
function changedBetween(before: Rows, after: Rows): string[] {
  const changed: string[] = [];
  for (const [table, rows] of before) {
    const now = after.get(table) ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}));
    const textOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]));
    const texts = new Set(now.map(textOf));
    changed.push(
      ...rows
        .map(textOf)
        .filter((text) => !texts.has(text))
        .map((text) => `${table} ${text}`),
    );
  }
  return changed;
}

const totals = (clickhouse: ClickHouse) =>
  clickhouse.query(
    `SELECT toString(sum(visits)) AS all_visits, toString(sum(first_deposits)) AS deposits, toString(sum(revenue)) AS money,
       uniqCombined64If(15)(visitor_id, visits > 0) AS visitors FROM facts WHERE toStartOfDay(at) = '2025-03-30'`,
    {},
    { parse: (row) => row },
  );

describe.each(RELEASES)(
  'An installation of the release with PostgreSQL $postgres and ClickHouse $clickhouse',
  (release) => {
    it('gets the schema of today and keeps every row and every fact', async () => {
      const { databaseUrl, clickhouse, clickhouseUrl } = await installationOf(release);
      const [before, factsBefore] = [await rowsOf(databaseUrl), await totals(clickhouse)];
      const applied = await migrate({ databaseUrl, clickhouse });
      const old = schemaOf(release);
      expect(applied).toEqual(
        (['postgres', 'clickhouse'] as const).flatMap((engine) =>
          own[engine].slice(old[engine].length).map(({ name }) => `${engine}/${name}`),
        ),
      );
      expect(await schemaHash({ databaseUrl, clickhouseUrl })).toEqual(await schemaHash(today));
      const after = await rowsOf(databaseUrl);
      // A column of a table has had another name since 0011, also where a person chose columns.
      const renamed = 'preferences ["table-global-deals",{"columns":["partnerTypeId","deal"]},901]';
      expect(changedBetween(before, after)).toEqual(release.postgres < '0011' ? [renamed] : []);
      expect(after.get('preferences')).toMatchObject([{ value: { columns: ['partnerTypeId', 'fixedAmount'] } }]);
      const amounts = after
        .get('deals')
        ?.map((deal) => Number(deal.fixed_amount))
        .sort((a, b) => a - b);
      expect(amounts).toEqual(release.postgres < '0017' ? [40, 100.123456] : [40, 101]);
      expect(await totals(clickhouse)).toEqual(factsBefore);
      expect(factsBefore[0]?.visitors).toBe(3);
    }, 60_000);
  },
);

describe('Released migrations', () => {
  it('are the files that they were', () => {
    for (const engine of ['postgres', 'clickhouse'] as const)
      expect(Object.fromEntries(own[engine].map(({ name, checksum }) => [name, checksum]))).toMatchObject(
        released[engine],
      );
  });

  it('have rows for every release and no other', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    expect(files).toEqual(RELEASES.map(({ postgres }) => `${postgres}.sql`));
  });
});
