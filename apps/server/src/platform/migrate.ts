import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type ClickHouse, openClickHouse } from './clickhouse.ts';
import { checkShape, statementsFor } from './cluster.ts';
import { consistentRead } from './cluster-settings.ts';
import { LOCKS } from './locks.ts';
import { refuseOtherEngine } from './own-engine.ts';
import { newClient } from './postgres.ts';
import { reaching, StartError } from './start-error.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
}

/** The migrations of a database by engine. */
export interface Schema {
  postgres: AppliedMigration[];
  clickhouse: AppliedMigration[];
}

const migrationsFolder = join(import.meta.dirname, '../../migrations');

/**
 * Applies the numbered SQL files of `migrations/postgres` and `migrations/clickhouse` that are not applied yet, in
 * order, and returns their names. Several processes can run it at once: an advisory lock in PostgreSQL covers both
 * engines. It refuses to run if an applied file has changed since, or is missing because this code is older than the
 * database. Each engine keeps its own list. A PostgreSQL file
 * and its entry are one transaction. ClickHouse has no transactions, so after a crash between a statement and the entry
 * the file runs again, and its statements must be repeatable (`IF NOT EXISTS`).
 */
export async function migrate(options: {
  databaseUrl: string;
  clickhouse?: ClickHouse;
  folder?: string;
  /** Applies only these, so that an empty database gets the schema of a backup. */
  schema?: Schema;
}): Promise<string[]> {
  const folder = options.folder ?? migrationsFolder;
  const only = (engine: keyof Schema) => options.schema?.[engine].map(({ name }) => name);
  const client = newClient(options.databaseUrl, { applicationName: 'migrate', statementTimeoutMs: 0 });
  await reaching('DATABASE_URL', () => client.connect());
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations]);
    const applied = await migratePostgres(client, await readMigrations(join(folder, 'postgres'), only('postgres')));
    if (options.clickhouse === undefined) return applied;
    const migrations = await readMigrations(join(folder, 'clickhouse'), only('clickhouse'));
    return [...applied, ...(await migrateClickHouse(options.clickhouse, migrations))];
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/**
 * Like `migrate`, for both engines by their URLs. Errors: StartError where the facts of this database are in another
 * statistics engine, or where the facts there belong to another database (docs/decisions/0002).
 */
export async function migrateBoth(urls: {
  databaseUrl: string;
  clickhouseUrl: string;
  clickhouseCluster: string | undefined;
}): Promise<string[]> {
  const clickhouse = openClickHouse({
    url: urls.clickhouseUrl,
    cluster: urls.clickhouseCluster,
  });
  try {
    const applied = await migrate({ databaseUrl: urls.databaseUrl, clickhouse });
    await refuseOtherEngine(urls.databaseUrl, clickhouse);
    return applied;
  } finally {
    await clickhouse.close();
  }
}

async function migratePostgres(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  return await applyMissing(migrations, rows, 'postgres', async (migration) => {
    await client.query('BEGIN');
    try {
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

const OWN_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations /*on cluster*/ (
    name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = /*replicated*/MergeTree ORDER BY name`;

async function migrateClickHouse(clickhouse: ClickHouse, migrations: Migration[]): Promise<string[]> {
  await reaching('CLICKHOUSE_URL', () => checkShape(clickhouse));
  const apply = async (sql: string): Promise<void> => {
    for (const statement of statementsFor(sql, clickhouse.cluster)) await clickhouse.command(statement);
  };
  await apply(OWN_TABLE);
  const rows = await clickhouse.query(
    'SELECT name, checksum FROM schema_migrations',
    {},
    { parse: toApplied, settings: consistentRead(clickhouse) },
  );
  return await applyMissing(migrations, rows, 'clickhouse', async (migration) => {
    await apply(migration.sql);
    await clickhouse.insert('schema_migrations', [{ name: migration.name, checksum: migration.checksum }]);
  });
}

/** The migrations that this program has. */
export const readSchema = async (): Promise<Schema> => ({
  postgres: await readMigrations(join(migrationsFolder, 'postgres')),
  clickhouse: await readMigrations(join(migrationsFolder, 'clickhouse')),
});

/** The migrations that a database has. */
export async function readAppliedSchema(client: pg.Client, clickhouse: ClickHouse): Promise<Schema> {
  const question = 'SELECT name, checksum FROM schema_migrations ORDER BY name';
  const { rows } = await client.query<AppliedMigration>(question);
  return { postgres: rows, clickhouse: await clickhouse.query(question, {}, { parse: toApplied }) };
}

const toApplied = (row: Record<string, unknown>): AppliedMigration => ({
  name: String(row.name),
  checksum: String(row.checksum),
});

async function readMigrations(folder: string, only?: readonly string[]): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name) && (only?.includes(name) ?? true))
    .sort();
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Compares the names of applied migrations with the files of this version. */
export async function missingMigrations(
  engine: 'postgres' | 'clickhouse',
  applied: readonly string[],
): Promise<{ missing: string[]; unknown: string[] }> {
  const names = (await readMigrations(join(migrationsFolder, engine))).map(({ name }) => name);
  return {
    missing: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

async function applyMissing(
  migrations: Migration[],
  applied: { name: string; checksum: string }[],
  engine: string,
  apply: (migration: Migration) => Promise<void>,
): Promise<string[]> {
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find(({ name }) => !names.has(name));
  if (unknown !== undefined) {
    throw new StartError(
      `This database was used by a newer version of Signpost, which applied the migration ${engine}/${unknown.name}: ` +
        'start that version or a later one, or restore a backup from before the upgrade.',
    );
  }
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = checksums.get(migration.name);
    if (checksum === undefined) {
      await apply(migration);
      done.push(`${engine}/${migration.name}`);
    } else if (checksum !== migration.checksum) {
      throw new StartError(
        `The migration ${engine}/${migration.name} was changed after it was applied to this database; ` +
          'put the file back as it was and write the change as a new migration.',
      );
    }
  }
  return done;
}
