/** Encrypts secrets at rest with AES-256-GCM and the key of the data folder, and makes keyed hashes to find them by. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '@signpost/contract/errors.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { hasCode } from './files.ts';
import { adoptNextKey, createKey, KEY_BYTES, type KeySource, keyPath, readKey, readNextKey } from './key-file.ts';
import type { Log } from './log.ts';
import { readRows, sqlIf } from './rows.ts';
import { StartError } from './start-error.ts';

export interface Vault {
  /** Encrypts a text. `purpose` must be the same when it is opened. */
  seal(text: string, purpose: string): Buffer;
  /** Decrypts a text. Throws if it was sealed with another key or purpose, or was changed since. */
  open(sealed: Buffer, purpose: string): string;
  /** A keyed hash: the same for the same text and purpose, and useless without the key. */
  index(text: string, purpose: string): Buffer;
  /**
   * The keyed hashes with each earlier key. They still recognise texts that were given away before the key was changed.
   */
  formerIndexes(text: string, purpose: string): Buffer[];
  /** Identifies a key without revealing anything about it. */
  readonly fingerprint: Buffer;
}

/** A vault that can be followed by one with another key. */
export interface KeyedVault extends Vault {
  /** The keys of the hashes of this vault and of its predecessors, sealed for its successor. */
  handOver(to: Vault): Buffer[];
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where the vault's key comes from, and the database that it must match. */
export interface VaultSource extends KeySource {
  db: QueryExecutorProvider;
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
  const state = await readKeyState(source.db);
  const kept = await readKeyOf(state, source);
  if (state !== undefined && kept !== undefined) return vaultOf(kept, state.formerSealed);
  if (kept === undefined && (await hasSealedRows(source.db))) throw missingKey(path);
  const { key, isNew } = kept === undefined ? await createKey(path) : { key: kept, isNew: false };
  const { fingerprint } = vaultOf(key);
  if ((await recordFingerprint(source.db, fingerprint)).equals(fingerprint)) return vaultOf(key);
  // Another machine stored its key first, so nothing has been sealed with this one. It is removed, because it would
  // look like the right key.
  if (isNew) await rm(path, { force: true });
  throw foreignKey(source, state);
}

const missingKey = (path: string): StartError =>
  new StartError(
    `The key that opens this database's sealed data is missing: restore ${path} from the backup or from another machine of this installation, or set VAULT_KEY.`,
  );

function foreignKey({ dataDir, key }: KeySource, state: KeyState | undefined): StartError {
  const path = keyPath(dataDir);
  const ofFile = { place: path, remedy: `copy ${path} from a machine that has the present one` };
  const ofVariable = { place: 'VAULT_KEY', remedy: 'set VAULT_KEY to the present one and restart' };
  const { place, remedy } = key === undefined ? ofFile : ofVariable;
  const problem = `${place} is not the key of this database, so nothing that is sealed in it could be opened`;
  if (state !== undefined && state.formerSealed.length > 0)
    return new StartError(`${problem}: the key was changed (npm run rotate-key), so ${remedy}.`);
  return new StartError(
    `${problem}: restore the key that belongs to it from the backup or from another machine of this installation.`,
  );
}

/**
 * The key of a database, given what the database knows of it; without a fingerprint, any key that is at hand, or none.
 * Errors: StartError where the key is missing or belongs to another database.
 */
export async function readKeyOf(state: KeyState | undefined, source: KeySource): Promise<Buffer | undefined> {
  const kept = source.key ?? (await readKeptKey(source.dataDir, state?.fingerprint));
  if (state === undefined) return kept;
  if (kept === undefined) throw missingKey(keyPath(source.dataDir));
  if (!vaultOf(kept).fingerprint.equals(state.fingerprint)) throw foreignKey(source, state);
  return kept;
}

/** How soon a process notices that the key was changed. */
const FOLLOW_MS = 5_000;

/**
 * The vault of a database, opened at the first call and then cached. A failure is not cached, so the next call tries
 * again. After a change of the key it is opened with the new one, or refused where only the old one is at hand.
 */
export function lazyVault(source: VaultSource): () => Promise<Vault> {
  let opening: Promise<Vault> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (opening !== undefined && performance.now() - lookedAt > FOLLOW_MS) {
      lookedAt = performance.now();
      if (await wasReplaced(source.db, opening)) opening = undefined;
    }
    if (opening === undefined) {
      lookedAt = performance.now();
      opening = openVault(source);
    }
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}

/** Whether PostgreSQL has another fingerprint now. While it does not answer, the vault that is open stays in use. */
async function wasReplaced(db: QueryExecutorProvider, opening: Promise<Vault>): Promise<boolean> {
  try {
    const [vault, known] = await Promise.all([opening, fingerprintOf(db)]);
    return known?.equals(vault.fingerprint) !== true;
  } catch {
    return false;
  }
}

/**
 * Keeps the key as it is until the transaction ends; call it in the transaction that stores something sealed, before
 * anything else is locked. Waits while the key is being changed. Errors: UNAVAILABLE if it was changed since the vault
 * was opened: nobody could open what would be stored.
 */
export async function holdKey(trx: QueryExecutorProvider, vault: Vault): Promise<void> {
  const rows = await readRows(
    trx,
    z.object({ held: z.boolean() }),
    sql`SELECT true AS held FROM vault_key WHERE fingerprint = ${vault.fingerprint} FOR SHARE`,
  );
  if (rows.length === 0)
    throw new AppError('UNAVAILABLE', { message: 'The key of sealed data was changed. Try again in a moment.' });
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

/** The key of a data folder; the next one if the database was changed to it and the process ended right then. */
async function readKeptKey(dataDir: string, known: Buffer | undefined): Promise<Buffer | undefined> {
  const kept = await readKey(keyPath(dataDir));
  if (known === undefined || (kept !== undefined && vaultOf(kept).fingerprint.equals(known))) return kept;
  const next = await readNextKey(dataDir);
  if (next === undefined || !vaultOf(next).fingerprint.equals(known)) return kept;
  await adoptNextKey(dataDir).catch((error: unknown) => {
    // Another process of this folder was faster.
    if (!hasCode(error, 'ENOENT')) throw error;
  });
  return next;
}

const stateRow = z.object({ fingerprint: z.instanceof(Buffer), formerSealed: z.array(z.instanceof(Buffer)) });
type KeyState = z.infer<typeof stateRow>;

/** The state of the key in PostgreSQL; undefined before the first key. */
export async function readKeyState(
  db: QueryExecutorProvider,
  { forUpdate = false } = {},
): Promise<KeyState | undefined> {
  const lock = sqlIf(forUpdate, sql`FOR UPDATE`);
  const rows = await readRows(db, stateRow, sql`SELECT fingerprint, former_sealed FROM vault_key ${lock}`);
  return rows[0];
}

const fingerprintOf = async (db: QueryExecutorProvider): Promise<Buffer | undefined> =>
  (await readKeyState(db))?.fingerprint;

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

const FORMER = 'former key of hashes';

/** A vault with this key, and with the keys of hashes that its predecessors have sealed for it. */
export function vaultOf(key: Buffer, formerSealed: readonly Buffer[] = []): KeyedVault {
  if (key.length !== KEY_BYTES)
    throw new StartError(
      `The vault's key has ${key.length} bytes instead of ${KEY_BYTES}: restore it from the backup.`,
    );
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `signpost ${use}`, KEY_BYTES));
  const sealing = derived('sealing');
  const indexing = derived('indexing');
  const hashOf = (by: Buffer, text: string, purpose: string): Buffer =>
    createHmac('sha256', by).update(`${purpose}\0${text}`).digest();
  const vault: Vault = {
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
    index: (text, purpose) => hashOf(indexing, text, purpose),
    formerIndexes: (text, purpose) => former.map((by) => hashOf(by, text, purpose)),
    fingerprint: createHmac('sha256', derived('fingerprint')).update(FINGERPRINT).digest(),
  };
  const former = formerSealed.map((sealed) => Buffer.from(vault.open(sealed, FORMER), 'hex'));
  return {
    ...vault,
    handOver: (to) => [...former, indexing].map((by) => to.seal(by.toString('hex'), FORMER)),
  };
}
