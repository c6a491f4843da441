/** No role works with another key than the database's. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { expect, it } from 'vitest';
import type { Database } from '../../database.ts';
import { childEnv } from '../../platform/child-env.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { openVault } from '../../platform/vault.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';

const { databaseUrl, clickhouseUrl } = await testDatabases();

it.each(['web', 'worker', 'click'])('%s ends with a message when its key does not match the database', async (role) => {
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'test', max: 1 });
  const key = randomBytes(32);
  await openVault({ db, dataDir: await testFolder(), key }).catch(() => undefined);
  await db.destroy();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), role], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnv({
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouseUrl,
      DATA_DIR: await testFolder(),
      VAULT_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
      CLICK_PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toBe(
    'VAULT_KEY is not the key of this database, so nothing that is sealed in it could be opened: restore the key that belongs to it from the backup or from another machine of this installation.\n',
  );
});
