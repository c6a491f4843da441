import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { testFolder } from '../traffic/clicks/testing/world.ts';
import { openPostgres } from './postgres.ts';
import { StartError } from './start-error.ts';
import { isVaultOf, openVault } from './vault.ts';

const { databaseUrl } = await testDatabases();
const db = openPostgres<Database>(databaseUrl, { applicationName: 'test', max: 4 });
afterAll(() => db.destroy());

beforeEach(async () => {
  await sql`TRUNCATE vault_key, partner_postbacks`.execute(db);
});

const fileOf = (dataDir: string): string => join(dataDir, 'secrets', 'vault.key');
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
async function folderWith(key: Buffer): Promise<string> {
  const dataDir = await testFolder();
  await mkdir(join(dataDir, 'secrets'));
  await writeFile(fileOf(dataDir), key);
  return dataDir;
}

it('creates one key for a new database, even when several processes start at once, and keeps using it', async () => {
  const dataDir = await testFolder();
  const opened = await Promise.all(Array.from({ length: 5 }, () => openVault({ db, dataDir })));
  const sealed = opened[0]?.seal('somebody', 'test') ?? Buffer.alloc(0);
  for (const vault of [...opened, await openVault({ db, dataDir })])
    expect(vault.open(sealed, 'test')).toBe('somebody');
});

it('refuses the wrong key, says where it is, and does not change it', async () => {
  const right = await openVault({ db, dataDir: await testFolder() });
  const wrong = randomBytes(32);
  const dataDir = await folderWith(wrong);
  const opening = openVault({ db, dataDir });
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(`${fileOf(dataDir)} is not the key of this database`);
  expect(await readFile(fileOf(dataDir))).toEqual(wrong);
  await expect(openVault({ db, dataDir: await testFolder(), key: wrong })).rejects.toThrow('VAULT_KEY is not the key');
  expect(await isVaultOf(db, right)).toBe(true);
});

it('refuses to start without its key instead of creating another one', async () => {
  const dataDir = await testFolder();
  await openVault({ db, dataDir });
  await rm(fileOf(dataDir));
  await expect(openVault({ db, dataDir })).rejects.toThrow(`is missing: restore ${fileOf(dataDir)} from the backup`);
  expect(await isThere(fileOf(dataDir))).toBe(false);
});

it('refuses to create a key for sealed rows without a fingerprint, and accepts an existing key', async () => {
  await sql`INSERT INTO partners (id, name, partner_type_id, currency, time_zone) VALUES (990, 'Old', 105, 'EUR', 'UTC')
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO partner_postbacks (partner_id, key_hash, key_sealed, changed_at)
    VALUES (990, ${randomBytes(32)}, ${randomBytes(60)}, now())`.execute(db);
  const dataDir = await testFolder();
  await expect(openVault({ db, dataDir })).rejects.toThrow('is missing');
  expect(await isThere(fileOf(dataDir))).toBe(false);
  expect(await isVaultOf(db, await openVault({ db, dataDir: await folderWith(randomBytes(32)) }))).toBe(true);
});

it('lets one of two machines with separate folders create the key, and removes the file of the other', async () => {
  const folders = [await testFolder(), await testFolder(), await testFolder()];
  const results = await Promise.allSettled(folders.map((dataDir) => openVault({ db, dataDir })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const [at, { status }] of results.entries())
    expect(await isThere(fileOf(folders[at] ?? ''))).toBe(status === 'fulfilled');
});

it('reads the key from VAULT_KEY without a file', async () => {
  const key = randomBytes(32);
  const dataDir = await testFolder();
  const sealed = (await openVault({ db, dataDir, key })).seal('x', 'test');
  expect((await openVault({ db, dataDir: await testFolder(), key })).open(sealed, 'test')).toBe('x');
  expect(await isThere(fileOf(dataDir))).toBe(false);
});

it('asks for a truncated key file to be restored', async () => {
  await expect(openVault({ db, dataDir: await folderWith(randomBytes(12)) })).rejects.toThrow(
    'has 12 bytes instead of 32',
  );
});
