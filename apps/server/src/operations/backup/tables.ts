/**
 * The tables of PostgreSQL as text of COPY. The schema is not saved: it is the migrations, which the manifest names. So a
 * backup fits every server and every later version (docs/decisions/0276).
 */
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { PostgresSession } from '../../platform/postgres.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Manifest, Part } from './manifest.ts';

/**
 * Tables that are not saved: the migrations fill one, and the others hold what a restored copy must not share with the
 * original: its id, its statistics engine, and the signs of life of its workers.
 */
const OWN_TABLES = ['schema_migrations', 'installation', 'statistics_engine', 'job_beats'];

type Table = Manifest['tables'][number];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listOf = (names: readonly string[]): string => names.map(quoted).join(', ');

/** The tables with the columns that can be written; generated ones are computed again. */
export async function listTables(client: PostgresSession): Promise<Pick<Table, 'table' | 'columns'>[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [OWN_TABLES],
  );
  return rows;
}

/** Begins a transaction that sees one state of all tables. */
export async function beginSnapshot(client: PostgresSession): Promise<void> {
  // Every copy begins at the first row, so that a restored table gives the same text.
  await client.query('SET synchronize_seqscans = off; SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** Saves every table that has rows, and the sequences. */
export async function saveTables(
  client: PostgresSession,
  save: (table: string, content: AsyncIterable<Buffer>) => Promise<Part>,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const tables: Table[] = [];
  for (const { table, columns } of await listTables(client)) {
    const rows = await countRows(client, table);
    const part = rows === 0 ? null : await save(table, copyOut(client, { table, columns }));
    tables.push({ table, columns, rows, part });
  }
  const { rows: sequences } = await client.query<{ name: string; value: string | null; first: string }>(
    `SELECT sequencename AS name, last_value::text AS value, start_value::text AS first FROM pg_sequences
     WHERE schemaname = current_schema() ORDER BY sequencename`,
  );
  return {
    tables,
    sequences: sequences.map(({ name, value, first }) => ({ name, value: value ?? first, isCalled: value !== null })),
  };
}

/** The rows of a table as text of COPY. */
export const copyOut = (
  client: PostgresSession,
  { table, columns }: Pick<Table, 'table' | 'columns'>,
): AsyncIterable<Buffer> => client.query(copyTo(`COPY ${quoted(table)} (${listOf(columns)}) TO STDOUT`));

export async function countRows(client: PostgresSession, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${quoted(table)}`);
  return rows[0]?.count ?? 0;
}

/** Refuses a database that has something in it. Errors: StartError. */
export async function refuseUsed(client: PostgresSession): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v') LIMIT 1`,
  );
  if (rows[0] !== undefined)
    throw new StartError(
      `The database is not empty (it has a table ${rows[0].name}): a backup is only restored into an empty one.`,
    );
}

/**
 * Fills the tables of a database that has just been migrated, in one transaction. References and triggers are out of the
 * way meanwhile; adding the references again checks them all. Needs the owner of the tables, not a superuser.
 */
export async function loadTables(
  client: PostgresSession,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  read: (part: Part) => AsyncIterable<Buffer>,
  finish: () => Promise<void>,
): Promise<void> {
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN');
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  const names = (await listTables(client)).map(({ table }) => table);
  for (const name of names) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  // Migrations write starting data, which the backup has in its own state.
  await client.query(`TRUNCATE ${listOf(names)}`);
  for (const { table, columns, part } of tables)
    if (part !== null)
      await pipeline(read(part), client.query(copyFrom(`COPY ${quoted(table)} (${listOf(columns)}) FROM STDIN`)));
  for (const { name, value, isCalled } of sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), value, isCalled]);
  await finish();
  for (const name of names) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of references)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}
