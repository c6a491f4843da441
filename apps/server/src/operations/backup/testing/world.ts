/** A small company whose clicks and conversions go on arriving, and empty places to restore it into. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, dropTestDatabase } from '@signpost/testkit/postgres.ts';
import { afterAll, inject } from 'vitest';
import { conversionWorld } from '../../../partners/conversions/testing/world.ts';
import { type ClickHouse, openClickHouse } from '../../../platform/clickhouse.ts';
import { newId } from '../../../platform/ids.ts';
import { folderStore } from '../../../platform/store/folder.ts';
import { factLine } from '../../../traffic/clicks/fact-line.ts';
import { clicksFolder } from '../../../traffic/clicks/log/segments.ts';
import { openClickLog } from '../../../traffic/clicks/log/writer.ts';
import { startShipper } from '../../../traffic/clicks/ship/shipper.ts';
import { silent, testFolder, until } from '../../../traffic/clicks/testing/world.ts';
import type { BackupDeps } from '../take.ts';

export const PASSPHRASE = 'a passphrase of the tests';

/** Call once at the top of a test file. */
export async function backupWorld() {
  const world = await conversionWorld();
  const { dataDir } = world.deps.env;
  const clicks = clicksFolder(dataDir);
  // Opening the vault makes its key.
  await world.deps.vault();
  await mkdir(join(dataDir, 'images'), { recursive: true });
  await writeFile(join(dataDir, 'images', 'logo.png'), randomBytes(2_000));
  const deps: BackupDeps = {
    databaseUrl: world.databases.databaseUrl,
    clickhouse: world.databases.clickhouse,
    dataDir,
    files: world.deps.files,
    vaultKey: undefined,
  };
  return { ...world, dataDir, clicks, backupDeps: deps, key: (await world.keyOf(951)).key };
}

/** Clicks that a router logs one after another, and a worker ships, until they are stopped. */
export async function clicksThatArrive({ clicks, clickhouse }: { clicks: string; clickhouse: ClickHouse }) {
  const log = openClickLog({ folder: join(clicks, newId()), log: silent });
  const shipper = startShipper({ clicks, clickhouse, log: silent, roundMs: 5 });
  const acknowledged: string[] = [];
  let isOver = false;
  const arriving = (async () => {
    while (!isOver) {
      const id = newId();
      const at = new Date().toISOString();
      const line = factLine({ factId: id, clickId: id, kind: 'visit', at, visits: 1, campaignBoxId: 901 });
      await new Promise<void>((done) => log.append(line, () => done()));
      acknowledged.push(id);
    }
  })();
  await until(() => acknowledged.length > 50);
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await arriving;
      await log.close();
      await shipper.stop();
    },
  };
}

/** Empty databases and an empty folder, removed after the last test. */
export async function emptyPlace() {
  const name = `restore_${randomBytes(6).toString('hex')}`;
  const databaseUrl = await createTestDatabase(inject('postgresUrl'), 'template0', name);
  const server = openClickHouse({ url: inject('clickhouseUrl') });
  await server.command(`CREATE DATABASE ${name}`);
  const clickhouseUrl = `${inject('clickhouseUrl')}/${name}`;
  const clickhouse = openClickHouse({ url: clickhouseUrl });
  afterAll(async () => {
    await clickhouse.close();
    await server.command(`DROP DATABASE ${name}`);
    await server.close();
    await dropTestDatabase(inject('postgresUrl'), name);
  });
  const dataDir = await testFolder();
  return {
    dataDir,
    files: folderStore(dataDir),
    databaseUrl,
    clickhouseUrl,
    clickhouse,
    clickhouseCluster: undefined,
    vaultKey: undefined,
  };
}
