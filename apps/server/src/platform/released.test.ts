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

type Rows = Map<string, Record<string, unknown>[]>;

/** Every row of every table. */
async function rowsOf(databaseUrl: string): Promise<Rows> {
  const tables = await runOnce(
    databaseUrl,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname <> 'schema_migrations' ORDER BY relname`,
  );
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, to_jsonb(t) AS row FROM "${name}" t`);
  const found = await runOnce(databaseUrl, each.join(' UNION ALL '));
  const rows: Rows = new Map(tables.map(({ name }) => [String(name), []]));
  for (const { name, row } of found) rows.get(String(name))?.push(row as Record<string, unknown>);
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

describe('An installation that lived through every release', () => {
  it('gets the schema of today, and keeps every row and every fact of each release at each upgrade', async () => {
    const { databaseUrl, clickhouse, clickhouseUrl } = await emptyInstallation();
    const steps = [...RELEASES.map((release) => ({ ...release, schema: schemaOf(release) })), null];
    let before: { rows: Rows; facts: Awaited<ReturnType<typeof totals>>; schema: Schema } | null = null;
    for (const step of steps) {
      const schema = step?.schema ?? own;
      const applied = await migrate({ databaseUrl, clickhouse, schema });
      expect(applied).toEqual(
        (['postgres', 'clickhouse'] as const).flatMap((engine) =>
          schema[engine].slice(before?.schema[engine].length ?? 0).map(({ name }) => `${engine}/${name}`),
        ),
      );
      if (before !== null) {
        const since = before.schema.postgres.at(-1)?.name.slice(0, 4) ?? '';
        const rows = await rowsOf(databaseUrl);
        const renamed = 'preferences ["table-global-deals",{"columns":["partnerTypeId","deal"]},901]';
        const changed = changedBetween(before.rows, rows).filter(
          (row) => step !== null || !row.startsWith('campaigns '),
        );
        expect(changed).toEqual(since < '0011' ? [renamed] : []);
        // Since 0050 the setting has an effect. Every campaign can still be in every box, so all are common.
        const common = before.rows.get('campaigns')?.map((row) => ({ ...row, common: true })) ?? [];
        if (step === null) expect(rows.get('campaigns')).toMatchObject(common);
        expect(await totals(clickhouse)).toEqual(before.facts);
        expect(before.facts[0]?.visitors).toBe(3);
        // The column of a deal's amount, and where a person chose it, have another name since 0011.
        expect(rows.get('preferences')).toMatchObject([{ value: { columns: ['partnerTypeId', 'fixedAmount'] } }]);
        const amounts = rows.get('deals')?.map((deal) => Number(deal.fixed_amount));
        expect(amounts?.sort((a, b) => a - b)).toEqual(since < '0017' ? [40, 100.123456] : [40, 101]);
      }
      if (step === null) break;
      await runOnce(databaseUrl, await readFile(join(folder, `${step.postgres}.sql`), 'utf8'));
      await clickhouse.command(
        `INSERT INTO facts (fact_id, chunk_id, kind, at, visitor_id, partner_id, visits, first_deposits, revenue)
         SELECT generateUUIDv4(), 'old.${step.postgres}', 'visit', '2025-03-30 00:59:59.999', number, 901, 1, 1, 12.345678 FROM numbers(3)`,
      );
      before = { rows: await rowsOf(databaseUrl), facts: await totals(clickhouse), schema };
    }
    expect(await schemaHash({ databaseUrl, clickhouseUrl })).toEqual(await schemaHash(today));
  });
});

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
