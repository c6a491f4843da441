/** The vault's key in a backup, encrypted with a passphrase: whoever has only the backup can open nothing that is sealed. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '../platform/start-error.ts';
import type { Manifest } from './manifest.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** 128 MB and about a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** A shorter one could be guessed by whoever has the backup. */
export const LEAST_PASSPHRASE = 12;

type SealedKey = NonNullable<Manifest['vaultKey']>;

/** Encrypts the key. */
export async function sealKey(key: Buffer, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, KEY_BYTES, COST), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    salt: salt.toString('base64'),
    sealed: Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64'),
  };
}

/** Decrypts the key. Errors: StartError for another passphrase. */
export async function openKey(vaultKey: SealedKey, passphrase: string): Promise<Buffer> {
  const salt = Buffer.from(vaultKey.salt, 'base64');
  const bytes = Buffer.from(vaultKey.sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, salt, KEY_BYTES, COST), iv);
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new StartError('BACKUP_PASSPHRASE is not the passphrase of this backup, so its vault key cannot be opened.', {
      cause: error,
    });
  }
}
