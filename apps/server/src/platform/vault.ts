/** Encrypts secrets at rest with AES-256-GCM and the key of the data folder, and makes keyed hashes to find them by. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, syncFolder } from './files.ts';

export interface Vault {
  /** Encrypts a text. `purpose` must be the same when it is opened. */
  seal(text: string, purpose: string): Buffer;
  /** Decrypts a text. Throws if it was sealed with another key or purpose, or was changed since. */
  open(sealed: Buffer, purpose: string): string;
  /** A keyed hash: the same for the same text and purpose, and useless without the key. */
  index(text: string, purpose: string): Buffer;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Opens the vault of a data folder. Its key is made on first use and belongs in every backup. */
async function openVault(dataDir: string): Promise<Vault> {
  return vaultOf(await keyIn(join(dataDir, 'secrets', 'vault.key')));
}

/** The vault of a data folder, opened at the first call. After a failure, the next call tries again. */
export function vaultIn(dataDir: string): () => Promise<Vault> {
  let opening: Promise<Vault> | undefined;
  return async () => {
    opening ??= openVault(dataDir);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}

/** A vault with this key. */
function vaultOf(key: Buffer): Vault {
  if (key.length !== KEY_BYTES) throw new RangeError(`The vault's key has to have ${KEY_BYTES} bytes.`);
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
  };
}

/** Reads or creates the key file. Several processes may start at once: the first to link its file wins. */
async function keyIn(path: string): Promise<Buffer> {
  const there = await readKey(path);
  if (there !== undefined) return there;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(mine, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(mine, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(mine, { force: true });
  }
  return await readFile(path);
}

async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
