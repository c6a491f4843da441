import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { keyPath } from '../../platform/key-file.ts';
import { LOCKS } from '../../platform/locks.ts';
import { openPostgres, runOnce } from '../../platform/postgres.ts';
import { rotateKey } from '../../platform/rotate.ts';
import { folderStore } from '../../platform/store/folder.ts';
import { openStore } from '../../platform/store/open.ts';
import { lazyVault, openVault } from '../../platform/vault.ts';
import { silent, testFolder } from '../../traffic/clicks/testing/world.ts';
import { withEngines } from '../embedded/reach-engines.ts';
import { type Comparison, compareCopy, isEqual } from './compare.ts';
import { drill } from './drill.ts';
import type { Manifest } from './manifest.ts';
import { checkBackup, inEmptyFolder, restoreInto } from './restore.ts';
import { takeBackup } from './take.ts';
import { backupWorld, clicksThatArrive, emptyPlace, PASSPHRASE } from './testing/world.ts';

const world = await backupWorld();
const { db, dataDir, backupDeps, databases } = world;
const target = await testFolder();
const store = folderStore(target);
let manifest: Manifest;
let before: string[];
/** Sealed before the vault's key was changed, which happened after the backup. */
let sealedBefore: Buffer;
/** This conversion was counted and shipped while the backup was taken, after the facts had been saved. */
let lateClick = '';

beforeAll(async () => {
  const early = await world.click();
  await world.post(world.key, { click_id: early, status: 'ftd' });
  await world.round();
  lateClick = await world.click();
  const arriving = await clicksThatArrive({ clicks: world.clicks, clickhouse: databases.clickhouse });
  before = [...arriving.acknowledged];
  let isPosted = false;
  manifest = await takeBackup(backupDeps, {
    store,
    passphrase: PASSPHRASE,
    async onProgress() {
      if (isPosted) return;
      isPosted = true;
      await world.post(world.key, { click_id: lateClick, status: 'ftd' });
      await world.round();
    },
  });
  await arriving.stop();
  const from = await readFile(keyPath(dataDir));
  sealedBefore = (await openVault({ db, dataDir })).seal('text', 'test');
  const to = randomBytes(32);
  await rotateKey(db, { from, to, leavesUnreadable: false });
  await writeFile(keyPath(dataDir), to);
});

const different = (comparisons: readonly Comparison[]) => comparisons.filter((one) => !isEqual(one));
const checked = (passphrase: string | undefined = PASSPHRASE, id?: string) => checkBackup(store, { passphrase, id });

const depositsOf = async (clickhouse: ClickHouse, clickId: string) => {
  const [sum] = await clickhouse.query(
    'SELECT toString(sum(first_deposits)) AS deposits FROM facts WHERE click_id = {id:UUID}',
    { id: clickId },
    { parse: (row) => String(row.deposits) },
  );
  return sum;
};

describe('A backup that was taken while clicks and conversions arrived', () => {
  it('gives a copy that equals what was recorded, with every click and conversion once', async () => {
    const place = { ...(await emptyPlace()), files: folderStore(await testFolder()) };
    // The store is empty but for the id of an installation that is gone.
    await place.files.put('installation', Buffer.from('another'));
    await inEmptyFolder(place.dataDir, async () => restoreInto(await checked(), place, 'A copy.'));
    // Facts after the watermark are not among the saved facts: they come from the saved outbox and the saved log.
    expect(await depositsOf(place.clickhouse, lateClick)).toBe('0');
    expect(manifest.clickLog.segments).toBeGreaterThan(0);
    const comparisons = await compareCopy({ ...place, vaultKey: undefined, log: silent }, manifest);
    expect(different(comparisons)).toEqual([]);
    expect(comparisons.length).toBeGreaterThan(6);

    const [clicks] = await place.clickhouse.query(
      'SELECT count() AS rows, uniqExact(fact_id) AS facts, countIf(has({ids:Array(UUID)}, click_id)) AS before FROM facts WHERE visits = 1 AND campaign_box_id = 901 AND partner_id = 0',
      { ids: before },
      { parse: (row) => ({ rows: Number(row.rows), facts: Number(row.facts), before: Number(row.before) }) },
    );
    expect(clicks?.rows).toBe(clicks?.facts);
    expect(clicks?.before).toBe(before.length);
    expect(await depositsOf(place.clickhouse, lateClick)).toBe('1');
    expect(await place.files.get('images/logo.png')).toEqual(await readFile(join(dataDir, 'images', 'logo.png')));
    expect(await place.files.get('installation')).toBeUndefined();
    const id = 'SELECT id FROM installation';
    expect(await runOnce(place.databaseUrl, id)).not.toEqual(await runOnce(databases.databaseUrl, id));
    // The copy takes the engine that it was restored into; the original's would be refused as another one.
    expect(await runOnce(place.databaseUrl, 'SELECT facts_id FROM statistics_engine')).toEqual([]);

    const copy = openPostgres(place.databaseUrl, { applicationName: 'test', max: 1 });
    const vault = await lazyVault({ db: copy, dataDir: place.dataDir })();
    await copy.destroy();
    expect(vault.open(sealedBefore, 'test')).toBe('text');
    expect((await openVault({ db, dataDir })).fingerprint).not.toEqual(vault.fingerprint);

    await runOnce(place.databaseUrl, "UPDATE partners SET name = 'Another' WHERE id = 951");
    const gone = 'ALTER TABLE facts DELETE WHERE first_deposits = 1';
    await place.clickhouse.command(gone, {}, { settings: { mutations_sync: 2 } });
    const found = different(await compareCopy({ ...place, vaultKey: undefined, log: silent }, manifest));
    expect(found.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['tables with another content', expect.stringMatching(/^facts and statistics of/)]),
    );
  });

  it('passes a drill on engines of its own', async () => {
    const folder = await testFolder();
    const comparisons = await drill(store, { id: undefined, passphrase: PASSPHRASE, folder });
    expect(different(comparisons)).toEqual([]);
  });
});

describe('The restore command with a PostgreSQL elsewhere', () => {
  const command = (databaseUrl: string, to: string) =>
    new Promise<{ code: number; said: string }>((done) => {
      const env = { ...process.env, DATABASE_URL: databaseUrl, CLICKHOUSE_URL: '', BACKUP_PASSPHRASE: PASSPHRASE };
      const script = join(import.meta.dirname, '../../restore.ts');
      const child = execFile(process.execPath, [script, target, '--to', to], { env }, (_error, stdout, stderr) =>
        done({ code: child.exitCode ?? -1, said: stdout + stderr }),
      );
    });

  it('fills that database and makes no embedded one beside the facts', async () => {
    const { databaseUrl } = await emptyPlace();
    const folder = await testFolder();
    const { code, said } = await command(databaseUrl, folder);
    expect(said).toBe(
      `Restored ${manifest.id} into ${folder}. Nothing leaves this copy until an Admin allows it in the app.\n`,
    );
    expect(code).toBe(0);
    const names = 'SELECT id, name FROM partners ORDER BY id';
    expect(await runOnce(databaseUrl, names)).toEqual(await runOnce(databases.databaseUrl, names));
    const entries = await readdir(folder);
    expect(entries).toEqual(expect.arrayContaining(['analytics', 'clicks', 'images', 'secrets']));
    expect(entries).not.toContain('postgres');
  });

  it('changes neither a database that has tables nor the folder', async () => {
    const count = 'SELECT count(*)::integer AS partners FROM partners';
    const before = await runOnce(databases.databaseUrl, count);
    const folder = await testFolder();
    const { code, said } = await command(databases.databaseUrl, folder);
    expect([code, said]).toEqual([2, expect.stringMatching(/^The database is not empty \(it has a table \w+\)/)]);
    expect(await runOnce(databases.databaseUrl, count)).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('A restore refuses', () => {
  it('another passphrase, and none', async () => {
    await expect(checked('another passphrase')).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the passphrase of this backup',
    );
    await expect(checkBackup(store, { passphrase: undefined })).rejects.toThrow('Set BACKUP_PASSPHRASE');
  });

  it('a part with one changed byte, and a part that is missing', async () => {
    const piece = manifest.tables.find(({ table }) => table === 'partners')?.part?.pieces[0]?.file ?? '';
    const path = join(target, manifest.id, piece);
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed[20] ?? 0) ^ 1, 20);
    await writeFile(path, changed);
    await expect(checked()).rejects.toThrow(`${piece} is not what was stored`);
    await rm(path);
    await expect(checked()).rejects.toThrow(`${piece} is missing`);
    await writeFile(path, bytes);
    await expect(checked()).resolves.toMatchObject({ manifest: { id: manifest.id } });
  });

  it('a backup that is not there, and names those that are', async () => {
    await expect(checked(PASSPHRASE, '20200101T000000Z-000000')).rejects.toThrow(
      `There is no backup 20200101T000000Z-000000 in ${target}. The newest ones there are ${manifest.id}`,
    );
  });

  it('a backup without a manifest, because it was never finished', async () => {
    const id = '20990101T000000Z-abcdef';
    await store.put(`${id}/facts/209901.tsv.gz.0000`, Buffer.from('x'));
    await expect(checked(PASSPHRASE, id)).rejects.toThrow(`The backup ${id} in ${target} was never finished`);
    expect((await checked()).manifest.id).toBe(manifest.id);
    await store.remove(`${id}/facts/209901.tsv.gz.0000`);
    await expect(checkBackup(folderStore(await testFolder()), { passphrase: PASSPHRASE })).rejects.toThrow(
      'There is no backup in',
    );
  });

  it('a backup of a newer version', async () => {
    const newer = { ...manifest, id: '20990101T000000Z-abcdef' };
    const postgres = [...manifest.schema.postgres, { name: '9999-later.sql', checksum: '0'.repeat(64) }];
    for (const [content, sentence] of [
      [{ ...newer, schema: { ...manifest.schema, postgres } }, 'which has the migration postgres/9999-later.sql'],
      [{ ...newer, format: 3 }, 'was made by a newer version of Signpost'],
    ] as const) {
      await store.put(`${newer.id}/manifest.json`, Buffer.from(JSON.stringify(content)));
      await expect(checked(PASSPHRASE, newer.id)).rejects.toThrow(sentence);
    }
    await store.remove(`${newer.id}/manifest.json`);
  });

  it('a folder with something in it, and a database with tables', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'note.txt'), 'mine');
    await expect(inEmptyFolder(folder, () => Promise.resolve())).rejects.toThrow('is not empty (it has note.txt)');
    expect(await readdir(folder)).toEqual(['note.txt']);
    const place = await emptyPlace();
    const used = { ...place, databaseUrl: databases.databaseUrl };
    await expect(restoreInto(await checked(), used, 'A copy.')).rejects.toThrow('The database is not empty');
    const usedFacts = { ...place, clickhouseUrl: databases.clickhouseUrl };
    await expect(restoreInto(await checked(), usedFacts, 'A copy.')).rejects.toThrow(
      'The statistics database is not empty',
    );
  });

  it('and leaves an empty folder behind when it fails half-way', async () => {
    const folder = await testFolder();
    await expect(
      inEmptyFolder(folder, async () => {
        await writeFile(join(folder, 'half'), '');
        throw new Error('half-way');
      }),
    ).rejects.toThrow('half-way');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('Taking a backup is refused', () => {
  it('without a passphrase of 12 characters', async () => {
    await expect(takeBackup(backupDeps, { store, passphrase: 'short' })).rejects.toThrow('at least 12 characters');
  });

  it('without the key of the sealed data, and with another one, because the copy could not be opened', async () => {
    const elsewhere = { ...backupDeps, dataDir: await testFolder() };
    const taken = await readdir(target);
    const take = (deps: typeof backupDeps) => takeBackup(deps, { store, passphrase: PASSPHRASE });
    await expect(take(elsewhere)).rejects.toThrow("The key that opens this database's sealed data is missing");
    await expect(take({ ...elsewhere, vaultKey: randomBytes(32) })).rejects.toThrow(
      'VAULT_KEY is not the key of this database',
    );
    expect(await readdir(target)).toEqual(taken);
  });

  it('into a target that cannot be written, and to an address that is no place', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'file'), 'x');
    const inAFile = folderStore(join(folder, 'file', 'below'));
    await expect(takeBackup(backupDeps, { store: inAFile, passphrase: PASSPHRASE })).rejects.toThrow(
      `The backup target ${inAFile.place} is no folder`,
    );
    // The parts that were stored before the disk was full are removed, so that they do not keep it full.
    const almostFull = await testFolder();
    const small = folderStore(almostFull);
    let room = 6;
    const filling = {
      ...small,
      async put(name: string, bytes: Buffer) {
        if (room === 0) throw Object.assign(new Error('x'), { code: 'ENOSPC' });
        room -= 1;
        await small.put(name, bytes);
      },
    };
    await expect(takeBackup(backupDeps, { store: filling, passphrase: PASSPHRASE })).rejects.toThrow(
      `The disk of the backup target ${almostFull} is full: make room there, or name another target.`,
    );
    expect([room, await readdir(almostFull)]).toEqual([0, []]);
    await expect(openStore('ftp://host/backups', readEnv({}).backup.s3)).rejects.toThrow(
      'ftp://host/backups is no place for files',
    );
  });

  it('of a folder without an installation, in which it makes no engine', async () => {
    const folder = await testFolder();
    const given = { databaseUrl: undefined, clickhouseUrl: undefined };
    await expect(withEngines(folder, given, () => Promise.resolve(), { mustExist: true })).rejects.toThrow(
      `There is no database in ${folder}: set DATA_DIR and DATABASE_URL as the product has them.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('while another one is being taken', async () => {
    await db.connection().execute(async (session) => {
      await sql`SELECT pg_advisory_lock(${LOCKS.backup})`.execute(session);
      await expect(takeBackup(backupDeps, { store, passphrase: PASSPHRASE })).rejects.toThrow('Another backup');
      await sql`SELECT pg_advisory_unlock(${LOCKS.backup})`.execute(session);
    });
  });
});
