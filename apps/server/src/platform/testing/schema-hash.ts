/** Hashes of everything that migrations have made, so that two installations can be compared. */
import { createHash } from 'node:crypto';
import { openClickHouse } from '../clickhouse.ts';
import { runOnce } from '../postgres.ts';

/** Everything that migrations make in PostgreSQL. Names of NOT NULL constraints are the server's own. */
const POSTGRES_SCHEMA = `
  SELECT 'column', table_name, column_name, data_type, is_nullable, coalesce(column_default, '') FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'index', tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), '', '' FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'function', proname, '', prosrc, '', '' FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT 'view', viewname, '', definition, '', '' FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT 'file', name, '', checksum, '', '' FROM schema_migrations
  ORDER BY 1, 2, 3, 4, 5, 6`;

interface Urls {
  databaseUrl: string;
  clickhouseUrl: string;
}

const hashOf = (rows: unknown): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);

/** A hash of the schema of each engine, with the migrations that it has noted. */
export async function schemaHash({
  databaseUrl,
  clickhouseUrl,
}: Urls): Promise<{ postgres: string; clickhouse: string }> {
  const clickhouse = openClickHouse({ url: clickhouseUrl });
  try {
    const tables = await clickhouse.query(
      `SELECT name, replaceAll(create_table_query, concat(currentDatabase(), '.'), '') AS made FROM system.tables
       WHERE database = currentDatabase() ORDER BY name`,
      {},
      { parse: (row) => row },
    );
    const files = await clickhouse.query(
      'SELECT DISTINCT name, checksum FROM schema_migrations ORDER BY name',
      {},
      { parse: (row) => row },
    );
    const postgres = (await runOnce(databaseUrl, POSTGRES_SCHEMA)).map((row) => JSON.stringify(row));
    return { postgres: hashOf(postgres), clickhouse: hashOf([tables, files]) };
  } finally {
    await clickhouse.close();
  }
}
