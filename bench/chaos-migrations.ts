/**
 * `npm run chaos:migrations`: kills the migration of an empty installation at every statement of every file, and starts it
 * again each time, until all files are applied. The last output is one line of JSON: how often it was killed, and whether
 * both schemas equal those of an installation that was migrated in one go.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { openClickHouse } from '../apps/server/src/platform/clickhouse.ts';
import { runOnce } from '../apps/server/src/platform/postgres.ts';
import { startEngines } from './support/engines.ts';

const PROGRAM = join(import.meta.dirname, 'support/migrate-killed.ts');

/** Everything that migrations make in PostgreSQL, as text. Names of NOT NULL constraints are the server's own. */
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

async function schemaOf({ databaseUrl, clickhouseUrl }: Urls): Promise<{ postgres: string; clickhouse: string }> {
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

const engines = await startEngines();
const clean: Urls = engines;
const at = (url: string): string => url.replace(/\/signpost$/, '/killed');
const killed: Urls = { databaseUrl: at(clean.databaseUrl), clickhouseUrl: at(clean.clickhouseUrl) };
await runOnce(clean.databaseUrl, 'CREATE DATABASE killed');
await engines.clickhouse.command('CREATE DATABASE killed');

/** How many files are applied, by what both engines have noted. */
async function applied(): Promise<number> {
  const count = 'SELECT count(*) AS files FROM schema_migrations';
  const [postgres] = await runOnce(killed.databaseUrl, count).catch(() => []);
  const clickhouse = openClickHouse({ url: killed.clickhouseUrl });
  const rows = await clickhouse.query(count, {}, { parse: ({ files }) => Number(files) }).catch(() => [0]);
  await clickhouse.close();
  return Number(postgres?.files ?? 0) + (rows[0] ?? 0);
}

let kills = 0;
let files = await applied();
for (let statement = 1; ; ) {
  const child = spawn(process.execPath, [PROGRAM, killed.databaseUrl, killed.clickhouseUrl, String(statement)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') {
    files = await applied();
    if (code !== 0) throw new Error(`The migration ended with ${code} after ${kills} kills.`);
    break;
  }
  kills += 1;
  const now = await applied();
  // Each file begins with its first statement again; a start that repeats its first files skips them.
  statement = now > files ? 1 : statement + 1;
  if (now > files) process.stderr.write(`${now} files after ${kills} kills\n`);
  files = now;
}
const [interrupted, whole] = [await schemaOf(killed), await schemaOf(clean)];
await engines.stop();
const isSame = JSON.stringify(interrupted) === JSON.stringify(whole);
process.stdout.write(`${JSON.stringify({ kills, files, isSame, interrupted, whole })}\n`);
process.exitCode = isSame ? 0 : 1;
