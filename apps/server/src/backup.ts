/** `npm run backup -- <target>`: takes a backup of the product, which may be running, into a folder or into S3. */

import { parseArgs } from 'node:util';
import type { Database } from './database.ts';
import { type Env, readEnv } from './env.ts';
import { summaryOf, takeBackup } from './operations/backup/take.ts';
import { type EngineUrls, withEngines } from './operations/embedded/reach-engines.ts';
import { openClickHouse } from './platform/clickhouse.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { createLog } from './platform/log.ts';
import { openOwnFiles } from './platform/own-files.ts';
import { openPostgres } from './platform/postgres.ts';
import { reaching, StartError } from './platform/start-error.ts';
import { openStore } from './platform/store/open.ts';
import type { ObjectStore } from './platform/store/store.ts';

async function takeFrom({ databaseUrl, clickhouseUrl }: EngineUrls, env: Env, store: ObjectStore): Promise<void> {
  const { dataDir, vaultKey, clickhouseCluster, backup } = env;
  const clickhouse = openClickHouse({ url: clickhouseUrl, cluster: clickhouseCluster });
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'signpost backup', max: 1 });
  try {
    const log = createLog({ level: env.logLevel, name: 'backup' });
    const files = await reaching('DATABASE_URL', () => openOwnFiles(db, env, log));
    const manifest = await takeBackup(
      { databaseUrl, clickhouse, dataDir, files, vaultKey },
      { store, passphrase: backup.passphrase },
    );
    process.stdout.write(`${summaryOf(manifest, store.place)}\n`);
  } finally {
    await db.destroy();
    await clickhouse.close();
  }
}

const USAGE = `Usage: npm run backup -- [TARGET]

Takes a backup of the product, which may be running.

  TARGET   a folder, or s3://bucket/prefix; otherwise BACKUP_TARGET

It needs the variables of the product and BACKUP_PASSPHRASE.`;

await runCommand(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const env = readEnv();
  const target = onlyArgument(positionals) ?? env.backup.target;
  if (target === undefined)
    throw new StartError('Name the target: npm run backup -- /path/of/a/folder, or -- s3://bucket/prefix');
  const store = await openStore(target, env.backup.s3);
  await withEngines(env.dataDir, env, (urls) => takeFrom(urls, env, store), { mustExist: true });
});
