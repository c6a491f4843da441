/** Encrypts secrets at rest with AES-256-GCM and the key of the data folder, and makes keyed hashes to find them by. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { hasCode, syncFolder } from './files.ts';
import type { Log } from './log.ts';
import { readRows } from './rows.ts';
import { StartError } from './start-error.ts';

export interface Vault {
  /** Encrypts a text. `purpose` must be the same when it is opened. */
  seal(text: string, purpose: string): Buffer;
  /** Decrypts a text. Throws if it was sealed with another key or purpose, or was changed since. */
  open(sealed: Buffer, purpose: string): string;
  /** A keyed hash: the same for the same text and purpose, and useless without the key. */
  index(text: string, purpose: string): Buffer;
  /** Identifies a key without revealing anything about it. */
  readonly fingerprint: Buffer;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where the vault's key comes from, and the database that it must match. */
export interface VaultSource {
  db: QueryExecutorProvider;
  dataDir: string;
  /** The key from `VAULT_KEY`, used in place of the file in the data folder. */
  key?: Buffer | undefined;
}

/** The text whose HMAC is the fingerprint. If it changed, no known key would be recognised any more. */
const FINGERPRINT = 'signpost vault fingerprint 1';

/**
 * Opens the vault of a database. PostgreSQL holds the fingerprint of its key, so a lost or foreign key is refused
 * instead of being replaced, which would make everything sealed so far unreadable. Only a database without a
 * fingerprint and without sealed rows gets a new key.
 *
 * @throws {StartError} with a sentence that says what to restore.
 */
export async function openVault(source: VaultSource): Promise<Vault> {
  const path = keyPath(source.dataDir);
  const known = await fingerprintOf(source.db);
  const kept = source.key ?? (await readKey(path));
  if (kept === undefined && (known !== undefined || (await hasSealedRows(source.db)))) {
    throw new StartError(
      `The key that opens this database's sealed data is missing: restore ${path} from the backup or from another machine of this installation, or set VAULT_KEY.`,
    );
  }
  const { key, isNew } = kept === undefined ? await createKey(path) : { key: kept, isNew: false };
  const vault = vaultOf(key);
  const recorded = known ?? (await recordFingerprint(source.db, vault.fingerprint));
  if (recorded.equals(vault.fingerprint)) return vault;
  // Another machine stored its key first, so nothing has been sealed with this one. It is removed, because it would
  // look like the right key.
  if (isNew) await rm(path, { force: true });
  const place = source.key === undefined ? path : 'VAULT_KEY';
  throw new StartError(
    `${place} is not the key of this database, so nothing that is sealed in it could be opened: restore the key that belongs to it from the backup or from another machine of this installation.`,
  );
}

/**
 * The vault of a database, opened at the first call and then cached. A failure is not cached, so the next call tries
 * again.
 */
export function lazyVault(source: VaultSource): () => Promise<Vault> {
  let opening: Promise<Vault> | undefined;
  return async () => {
    opening ??= openVault(source);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}

/**
 * Checks the key when a process starts: a wrong or missing key ends the start. While PostgreSQL is down the process
 * starts anyway and the key is checked at its first use, so that an outage of the database does not take the links
 * down.
 */
export async function compareKeyAtStart(vault: () => Promise<Vault>, log: Log): Promise<void> {
  try {
    await vault();
  } catch (err) {
    if (err instanceof StartError) throw err;
    log.warn({ err }, 'the vault key will be checked at its first use: PostgreSQL does not answer yet');
  }
}

/**
 * Whether PostgreSQL still has the fingerprint of this vault's key: the database may have been replaced by the backup
 * of another one.
 */
export async function isVaultOf(db: QueryExecutorProvider, vault: Vault): Promise<boolean> {
  return (await fingerprintOf(db))?.equals(vault.fingerprint) === true;
}

/** Where the key of a data folder is. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secrets', 'vault.key');

const fingerprintRow = z.object({ fingerprint: z.instanceof(Buffer) });

async function fingerprintOf(db: QueryExecutorProvider): Promise<Buffer | undefined> {
  const rows = await readRows(db, fingerprintRow, sql`SELECT fingerprint FROM vault_key`);
  return rows[0]?.fingerprint;
}

/** Stores the fingerprint unless there already is one; returns the stored one. */
async function recordFingerprint(db: QueryExecutorProvider, fingerprint: Buffer): Promise<Buffer> {
  await sql`INSERT INTO vault_key (fingerprint) VALUES (${fingerprint}) ON CONFLICT DO NOTHING`.execute(db);
  return (await fingerprintOf(db)) ?? fingerprint;
}

const sealedRow = z.object({ sealed: z.boolean() });

/** A database from before fingerprints may hold rows that were sealed with a key that is not here. */
async function hasSealedRows(db: QueryExecutorProvider): Promise<boolean> {
  const rows = await readRows(
    db,
    sealedRow,
    sql`SELECT EXISTS (SELECT 1 FROM lead_persons)
    OR EXISTS (SELECT 1 FROM partner_postbacks) AS sealed`,
  );
  return rows[0]?.sealed === true;
}

/** A vault with this key. */
function vaultOf(key: Buffer): Vault {
  if (key.length !== KEY_BYTES)
    throw new StartError(
      `The vault's key has ${key.length} bytes instead of ${KEY_BYTES}: restore it from the backup.`,
    );
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `signpost ${use}`, KEY_BYTES));
  const sealing = derived('sealing');
  const indexing = derived('indexing');
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, purpose) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    index: (text, purpose) => createHmac('sha256', indexing).update(`${purpose}\0${text}`).digest(),
    fingerprint: createHmac('sha256', derived('fingerprint')).update(FINGERPRINT).digest(),
  };
}

/** Makes a key's file. If several processes start at once, they all use the file that was linked first. */
async function createKey(path: string): Promise<{ key: Buffer; isNew: boolean }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(mine, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  let isNew = true;
  try {
    await link(mine, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    isNew = false;
  } finally {
    await rm(mine, { force: true });
  }
  return { key: await readFile(path), isNew };
}

/** The key itself, for the backup; undefined where none was made yet. */
export const readVaultKey = async ({ dataDir, key }: Omit<VaultSource, 'db'>): Promise<Buffer | undefined> =>
  key ?? (await readKey(keyPath(dataDir)));

async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
