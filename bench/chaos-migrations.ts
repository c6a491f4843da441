/**
 * `npm run chaos:migrations`: kills the migration of an empty installation at every statement of every file, and starts it
 * again each time, until all files are applied. The last output is one line of JSON: how often it was killed, and whether
 * both schemas equal those of an installation that was migrated in one go.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openClickHouse } from '../apps/server/src/platform/clickhouse.ts';
import { runOnce } from '../apps/server/src/platform/postgres.ts';
import { schemaHash } from '../apps/server/src/platform/testing/schema-hash.ts';
import { startEngines } from './support/engines.ts';

const PROGRAM = join(import.meta.dirname, 'support/migrate-killed.ts');

interface Urls {
  databaseUrl: string;
  clickhouseUrl: string;
}

const engines = await startEngines();
const clean: Urls = engines;
const at = (url: string): string => url.replace(/\/signpost$/, '/killed');
const killed: Urls = { databaseUrl: at(clean.databaseUrl), clickhouseUrl: at(clean.clickhouseUrl) };
await runOnce(clean.databaseUrl, 'CREATE DATABASE killed');
await engines.clickhouse.command('CREATE DATABASE killed');

/** The number of applied files, according to the notes of both engines. */
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
const [interrupted, whole] = [await schemaHash(killed), await schemaHash(clean)];
await engines.stop();
const isSame = JSON.stringify(interrupted) === JSON.stringify(whole);
process.stdout.write(`${JSON.stringify({ kills, files, isSame, interrupted, whole })}\n`);
process.exitCode = isSame ? 0 : 1;
