/**
 * Restores a backup into an empty data folder and empty databases (docs/operations.md#restore). Every checksum is compared
 * before anything is written. Nothing leaves a restored copy until a person allows it.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openClickHouse } from '../../platform/clickhouse.ts';
import { hasCode, writeFileAtomic } from '../../platform/files.ts';
import { keyPath } from '../../platform/key-file.ts';
import { migrate, readSchema, type Schema } from '../../platform/migrate.ts';
import { FILES_OWNER } from '../../platform/own-files.ts';
import { openSession, type PostgresSession } from '../../platform/postgres.ts';
import { reaching, StartError } from '../../platform/start-error.ts';
import { type ObjectStore, SHARED_FOLDERS } from '../../platform/store/store.ts';
import { UNFINISHED_RESTORE } from '../embedded/data-folder.ts';
import { loadFacts, refuseUsedFacts } from './facts.ts';
import { PLACES, unpackFiles } from './files.ts';
import { checkSeal, type Manifest, partsOf, readManifest } from './manifest.ts';
import { checkParts, readPart, type Source } from './parts.ts';
import { openKey } from './passphrase.ts';
import { loadTables, refuseUsed } from './tables.ts';

/** A backup that was found whole, readable by this program, and opened with its passphrase. */
export interface CheckedBackup {
  manifest: Manifest;
  source: Source;
  key: Buffer | null;
  /** False for a backup without a seal that a person accepted: a changed manifest would not have been noticed. */
  isSealed: boolean;
}

/** The backup to restore. */
export interface WantedBackup {
  /** The newest complete one if undefined. */
  id?: string | undefined;
  passphrase: string | undefined;
  /** Whether a person takes a backup without a seal. */
  acceptsUnsealed?: boolean | undefined;
}

/**
 * Reads a backup and compares every part with its checksum. Errors: StartError: no finished backup, made by a newer
 * version, damaged or changed, another passphrase.
 */
export async function checkBackup(
  store: ObjectStore,
  { id, passphrase, acceptsUnsealed = false }: WantedBackup,
): Promise<CheckedBackup> {
  const stored = await readManifest(store, id);
  const { manifest } = stored;
  refuseNewer(manifest, await readSchema());
  if (passphrase === undefined)
    throw new StartError('Set BACKUP_PASSPHRASE to the passphrase with which the backup was taken.');
  const key = manifest.vaultKey && (await openKey(manifest.vaultKey, passphrase));
  const isSealed = await checkSeal(store, stored, { passphrase, acceptsUnsealed });
  const source = { store, id: manifest.id };
  await checkParts(source, partsOf(manifest));
  return { manifest, source, key, isSealed };
}

/**
 * An older backup is upgraded after it is restored; a newer one is refused, because it has content that this program
 * does not know.
 */
function refuseNewer({ id, schema, program }: Manifest, own: Schema): void {
  for (const engine of ['postgres', 'clickhouse'] as const)
    for (const { name, checksum } of schema[engine]) {
      const known = own[engine].find((one) => one.name === name);
      if (known === undefined)
        throw new StartError(
          `The backup ${id} was made by a newer version of Signpost (${program}), which has the migration ${engine}/${name}: restore it with that version or a later one.`,
        );
      if (known.checksum !== checksum)
        throw new StartError(
          `The migration ${engine}/${name} of the backup ${id} differs from the one of this program: restore it with the version that made it.`,
        );
    }
}

export interface RestorePlace {
  dataDir: string;
  /** Images and files of reports. */
  files: ObjectStore;
  databaseUrl: string;
  clickhouseUrl: string;
  clickhouseCluster: string | undefined;
  /** The key from `VAULT_KEY`, in place of the file. */
  vaultKey: Buffer | undefined;
}

/** Restores into empty databases; the data folder was prepared by {@link prepareFolder}. */
export async function restoreInto(backup: CheckedBackup, place: RestorePlace, reason: string): Promise<void> {
  const { manifest, source, key } = backup;
  const { dataDir, files, databaseUrl, clickhouseUrl, clickhouseCluster } = place;
  const clickhouse = openClickHouse({ url: clickhouseUrl, cluster: clickhouseCluster });
  if (key !== null && place.vaultKey !== undefined && !key.equals(place.vaultKey))
    throw new StartError(
      `VAULT_KEY is another key than that of the backup ${manifest.id}: leave VAULT_KEY out, and the key is written to ${keyPath(dataDir)}.`,
    );
  const client = await reaching('DATABASE_URL', () => openSession(databaseUrl, 'signpost restore'));
  try {
    await refuseUsed(client);
    await refuseUsedFiles(files);
    await refuseUsedFacts(clickhouse);
    // The store is empty, so the installation that used it is gone. The first start of the copy takes it.
    await files.remove(FILES_OWNER);
    await migrate({ databaseUrl, clickhouse, schema: manifest.schema });
    for (const { part } of manifest.facts.months)
      await loadFacts(clickhouse, manifest.facts.columns, readPart(source, part));
    await loadTables(
      client,
      manifest,
      (part) => readPart(source, part),
      () => shipAgain(client, manifest),
    );
    // An older backup gets the schema of this program.
    await migrate({ databaseUrl, clickhouse });
    await disarm(client, reason);
    const to = { dataDir, shared: files };
    await unpackFiles(readPart(source, manifest.clickLog.part), { ...to, places: PLACES.clickLog });
    await unpackFiles(readPart(source, manifest.files.part), { ...to, places: PLACES.files });
    if (key !== null && place.vaultKey === undefined) {
      await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
      await writeFileAtomic(keyPath(dataDir), key, 0o600);
    }
  } finally {
    await client.end();
    await clickhouse.close();
  }
}

/** A copy that shares its files with the original would remove what the original still needs. */
async function refuseUsedFiles(files: ObjectStore): Promise<void> {
  for (const folder of SHARED_FOLDERS) {
    const [first] = await files.list(folder);
    if (first !== undefined)
      throw new StartError(
        `${files.place} is not empty (it has ${first.name}): set FILES_TARGET to an empty folder, bucket or prefix.`,
      );
  }
}

/** Nothing leaves the copy until an Admin allows it. */
async function disarm(client: PostgresSession, reason: string): Promise<void> {
  await client.query('UPDATE outgoing_stop SET stopped_at = now(), reason = $1, armed_at = NULL, armed_by_id = NULL', [
    reason,
  ]);
  await client.query('UPDATE mail_sender SET halted_at = now(), halt_reason = $1', [reason]);
}

/** Facts after the watermark are compared with ClickHouse, and sent again, at the next start. */
async function shipAgain(client: PostgresSession, { watermark }: Manifest): Promise<void> {
  await client.query('UPDATE fact_chunks SET done = false WHERE position > $1', [watermark.position]);
}

/**
 * Calls `restore` with an empty data folder. Errors: StartError where the folder has something in it. The remains of a
 * failed restore are removed; after a crash the product refuses to start on them.
 */
export async function inEmptyFolder<T>(dataDir: string, restore: () => Promise<T>): Promise<T> {
  const entries: readonly string[] = await readdir(dataDir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (entries.includes(UNFINISHED_RESTORE))
    throw new StartError(
      `An earlier restore into ${dataDir} was interrupted: empty the folder (and the databases, if they are elsewhere), then restore again.`,
    );
  if (entries.length > 0)
    throw new StartError(
      `${dataDir} is not empty (it has ${entries[0]}): a backup is only restored into an empty folder.`,
    );
  await writeFileAtomic(join(dataDir, UNFINISHED_RESTORE), '');
  try {
    const done = await restore();
    await rm(join(dataDir, UNFINISHED_RESTORE));
    return done;
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}
