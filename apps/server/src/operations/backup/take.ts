/**
 * Takes a backup while everything runs (docs/operations.md#back-up). The order makes it one state: first the facts before
 * the watermark, then the click log at the instant of PostgreSQL's snapshot, then the tables and files.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { LOCKS } from '../../platform/locks.ts';
import { readAppliedSchema } from '../../platform/migrate.ts';
import { openSession, type PostgresSession } from '../../platform/postgres.ts';
import { reaching, StartError } from '../../platform/start-error.ts';
import { explainedStore } from '../../platform/store/explained.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { readKeyOf } from '../../platform/vault.ts';
import { clicksFolder } from '../../traffic/clicks/log/segments.ts';
import { saveFacts } from './facts.ts';
import { clickLogFiles, otherFiles, packFiles } from './files.ts';
import { bytesOf, type Manifest, writeManifest } from './manifest.ts';
import { type Target, writePart } from './parts.ts';
import { needPassphrase, sealKey } from './passphrase.ts';
import { beginSnapshot, saveTables } from './tables.ts';
import { beforeMarks, type Marks, readMarks } from './watermark.ts';

export interface BackupDeps {
  databaseUrl: string;
  clickhouse: ClickHouse;
  dataDir: string;
  /** Images and files of reports. */
  files: ObjectStore;
  /** The key from `VAULT_KEY`, in place of the file. */
  vaultKey: Buffer | undefined;
}

export interface BackupOptions {
  store: ObjectStore;
  passphrase: string | undefined;
  signal?: AbortSignal;
  /** Called while pieces are stored, with the bytes so far. */
  onProgress?: (bytes: number) => Promise<void>;
}

const never = new AbortController().signal;

/**
 * Takes one backup and returns its manifest. Errors: StartError with a sentence: no passphrase, another backup under way,
 * a migration meanwhile.
 */
export async function takeBackup(deps: BackupDeps, options: BackupOptions): Promise<Manifest> {
  const { passphrase, store, signal = never, onProgress } = options;
  needPassphrase(passphrase);
  const client = await reaching('DATABASE_URL', () => openSession(deps.databaseUrl, 'signpost backup'));
  try {
    await takePlace(client);
    const beganAt = new Date();
    let stored = 0;
    const target: Target = {
      store: explainedStore(store, 'backup target'),
      id: nameAt(beganAt),
      signal,
      async onStored(bytes) {
        stored += bytes;
        await onProgress?.(stored);
      },
    };
    return await take({ deps, client, target, beganAt, passphrase }).catch(async (error: unknown) => {
      await removePieces(target);
      throw error;
    });
  } finally {
    await client.end();
  }
}

/** Removes what a failed backup has stored. Files that are left are removed after a later scheduled backup. */
async function removePieces({ store, id }: Target): Promise<void> {
  try {
    for (const { name } of await store.list(`${id}/`)) await store.remove(name);
  } catch {
    // The target does not answer any more. The caller throws the error that ended the backup.
  }
}

/** Ends with the session. */
async function takePlace(client: PostgresSession): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS.backup]);
  if (rows[0]?.taken !== true)
    throw new StartError(
      'Another backup is being taken, or the vault key is being changed: wait until that is finished.',
    );
}

/** The key cannot change meanwhile: the backup has the place of `rotate-key` too. */
async function readKey(client: PostgresSession, source: { dataDir: string; key: Buffer | undefined }) {
  const { rows } = await client.query<{ fingerprint: Buffer; formerSealed: Buffer[] }>(
    'SELECT fingerprint, former_sealed AS "formerSealed" FROM vault_key',
  );
  return await readKeyOf(rows[0], source);
}

const nameAt = (at: Date): string =>
  `${at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}-${randomBytes(3).toString('hex')}`;

interface Taking {
  deps: BackupDeps;
  client: PostgresSession;
  target: Target;
  beganAt: Date;
  passphrase: string;
}

async function take({ deps, client, target, beganAt, passphrase }: Taking): Promise<Manifest> {
  const { clickhouse, dataDir, vaultKey } = deps;
  const schema = await reaching('CLICKHOUSE_URL', () => readAppliedSchema(client, clickhouse));
  const key = await readKey(client, { dataDir, key: vaultKey });
  // A target that cannot be written is found before anything is read.
  await target.store.put(`${target.id}/begun`, Buffer.from(`${beganAt.toISOString()}\n`));
  const marks = await readMarks({ client, clickhouse, clicks: clicksFolder(dataDir) });
  const facts = await saveFacts(clickhouse, beforeMarks(marks), (month, content) =>
    writePart(target, `facts/${month}.tsv`, content),
  );
  await beginSnapshot(client);
  const { recordsAt, ...records } = await readRecords(client);
  const clickLog = await saveClickLog(target, dataDir, marks);
  const tables = await saveTables(client, (table, content) => writePart(target, `tables/${table}.copy`, content));
  // Files that these rows name were there before the rows.
  let count = 0;
  const files = await writePart(
    target,
    'files.tar',
    packFiles(otherFiles(dataDir, deps.files), () => {
      count += 1;
    }),
  );
  await client.query('COMMIT');
  const after = await readAppliedSchema(client, clickhouse);
  if (JSON.stringify(after) !== JSON.stringify(schema))
    throw new StartError('The schema was upgraded while the backup was taken: take it again.');
  const manifest = {
    id: target.id,
    program: await programVersion(),
    schema,
    beganAt: beganAt.toISOString(),
    endedAt: new Date().toISOString(),
    watermark: { position: marks.position, routers: marks.routers, recordsAt },
    facts,
    ...tables,
    clickLog,
    files: { count, part: files },
    vaultKey: key === undefined ? null : await sealKey(key, passphrase),
    records,
  };
  await target.store.remove(`${target.id}/begun`);
  return await writeManifest(target.store, manifest, passphrase);
}

async function programVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function saveClickLog(target: Target, dataDir: string, marks: Marks): Promise<Manifest['clickLog']> {
  let segments = 0;
  const part = await writePart(
    target,
    'click-log.tar',
    packFiles(clickLogFiles(dataDir, marks), (path) => {
      if (path.endsWith('.log')) segments += 1;
    }),
  );
  return { segments, part };
}

/** The values that the drill compares, at the instant of the snapshot. */
async function readRecords(client: PostgresSession): Promise<Manifest['records'] & { recordsAt: string }> {
  const { rows } = await client.query<{ at: Date; entries: number; head: Buffer | null; documents: number }>(
    `SELECT clock_timestamp() AS at, (SELECT count(*) FROM audit) AS entries,
       (SELECT hash FROM audit ORDER BY id DESC LIMIT 1) AS head,
       (SELECT count(*) FROM documents WHERE number IS NOT NULL) AS documents`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL gave no answer.');
  const { at, entries, head, documents } = row;
  return {
    recordsAt: at.toISOString(),
    auditEntries: entries,
    auditHead: head?.toString('hex') ?? null,
    documents,
  };
}

/** One line for the person who asked. */
export const summaryOf = (manifest: Manifest, place: string): string =>
  `Backup ${manifest.id} in ${place}: ${(bytesOf(manifest) / 1_000_000).toFixed(1)} MB, ${manifest.facts.months.reduce(
    (sum, { totals }) => sum + totals.rows,
    0,
  )} facts, ${manifest.tables.length} tables, ${manifest.clickLog.segments} segments of the click log, ${manifest.files.count} files.`;
