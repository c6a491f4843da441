/**
 * Uses the passphrase of a backup: it encrypts the vault's key, and it seals the manifest, so that a change is noticed.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartError } from '../../platform/start-error.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** 128 MB and about a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** A shorter one could be guessed by whoever has the backup. */
const LEAST_PASSPHRASE = 12;

/** Requires a passphrase of sufficient length. Errors: StartError. */
export function needPassphrase(passphrase: string | undefined): asserts passphrase is string {
  if (passphrase === undefined || passphrase.length < LEAST_PASSPHRASE)
    throw new StartError(
      `Set BACKUP_PASSPHRASE to at least ${LEAST_PASSPHRASE} characters: the vault key is encrypted with it.`,
    );
}

export const sealedKeySchema = z.object({ salt: z.base64(), sealed: z.base64() });
type SealedKey = z.infer<typeof sealedKeySchema>;

/** Encrypts the vault's key. */
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

/** Decrypts the vault's key. Errors: StartError for another passphrase. */
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

export const sealSchema = z.object({ salt: z.base64(), mac: z.base64() });
type Seal = z.infer<typeof sealSchema>;

/** Makes a seal: HMAC-SHA-256 with a key that is derived from the passphrase and a new salt. */
export async function sealBytes(bytes: Buffer, passphrase: string): Promise<Seal> {
  const salt = randomBytes(SALT_BYTES);
  return { salt: salt.toString('base64'), mac: (await macOf(bytes, salt, passphrase)).toString('base64') };
}

/** Returns whether the seal was made from these bytes with this passphrase. */
export async function isSealOf(bytes: Buffer, { salt, mac }: Seal, passphrase: string): Promise<boolean> {
  const expected = await macOf(bytes, Buffer.from(salt, 'base64'), passphrase);
  const given = Buffer.from(mac, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function macOf(bytes: Buffer, salt: Buffer, passphrase: string): Promise<Buffer> {
  return createHmac('sha256', await derive(passphrase, salt, KEY_BYTES, COST))
    .update(bytes)
    .digest();
}
