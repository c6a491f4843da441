/** The environment of a role in tests. */
import type { TestDatabases } from '@signpost/testkit/database.ts';
import { freePort } from '../../../platform/ports.ts';
import { testFolder } from '../../../traffic/clicks/testing/world.ts';

/** The variables of a machine: a new data folder, free ports, and the key that all machines of a test share. */
export async function roleVariables({ databaseUrl, clickhouseUrl }: TestDatabases) {
  return {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    DATA_DIR: await testFolder(),
    DEMO: '0',
    LOG_LEVEL: 'silent',
    VAULT_KEY: '7'.repeat(64),
    PORT: String(await freePort()),
    CLICK_PORT: String(await freePort()),
  };
}
