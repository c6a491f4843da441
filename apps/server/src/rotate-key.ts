/**
 * `npm run rotate-key [-- --leave-unreadable]`: makes a new vault key and seals everything in the database with it. The product may
 * be running. With VAULT_KEY, NEW_VAULT_KEY is the new key; otherwise it is made, and replaces secrets/vault.key.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Db } from './database.ts';
import { type Env, readEnv } from './env.ts';
import { withDatabase } from './operations/embedded/reach-postgres.ts';
import { runCommand } from './platform/command.ts';
import { writeFileAtomic } from './platform/files.ts';
import { adoptNextKey, keyPath, nextKeyPath, readNextKey, readVaultKey } from './platform/key-file.ts';
import { rotateKey } from './platform/rotate.ts';
import { StartError } from './platform/start-error.ts';
import { openVault } from './platform/vault.ts';

const PATIENCE_MS = 60 * 60_000;

/** The new key: given, kept from an attempt that was broken off, or made now and stored before anything is sealed with it. */
async function newKey({ dataDir, vaultKey, newVaultKey }: Env): Promise<Buffer> {
  if (newVaultKey?.equals(vaultKey ?? Buffer.alloc(0)))
    throw new StartError('NEW_VAULT_KEY is the present key: make another one with openssl rand -hex 32.');
  if (vaultKey !== undefined && newVaultKey === undefined)
    throw new StartError(
      'Set NEW_VAULT_KEY beside VAULT_KEY: openssl rand -hex 32 makes one. Keep it before you go on.',
    );
  if (vaultKey !== undefined && newVaultKey !== undefined) return newVaultKey;
  const key = newVaultKey ?? (await readNextKey(dataDir)) ?? randomBytes(32);
  await writeFileAtomic(nextKeyPath(dataDir), key, 0o600);
  return key;
}

function whereToPut({ dataDir, vaultKey }: Env): string {
  if (vaultKey !== undefined) return 'Set VAULT_KEY to the new key on every machine and restart.';
  return `The new key is in ${keyPath(dataDir)}: copy it to the same place on every other machine.`;
}

const nextStep = (env: Env): string =>
  `${whereToPut(env)} Until then they refuse to open or seal anything. Take a backup now: older backups have the old key and are restored with it.\n`;

async function rotateIn(db: Db, env: Env, leavesUnreadable: boolean): Promise<void> {
  const { dataDir, vaultKey } = env;
  // Ends with a sentence where the present key is missing or wrong, and finishes what was broken off at the very end.
  let pending: Buffer | undefined;
  if (vaultKey === undefined) {
    pending = await readNextKey(dataDir);
    await openVault({ db, dataDir });
  }
  const from = await readVaultKey({ dataDir, key: vaultKey });
  if (from === undefined) throw new StartError('Nothing is sealed in this database yet, so there is no key to change.');
  if (pending?.equals(from)) {
    process.stdout.write(`The change that was broken off is complete. ${nextStep(env)}`);
    return;
  }
  const to = await newKey(env);
  const { isNew, resealed, unreadable } = await rotateKey(db, {
    from,
    to,
    leavesUnreadable,
    onProgress({ table }, done) {
      if (done > 0 && done % 100_000 === 0) process.stderr.write(`${table}: ${done}\n`);
    },
  });
  if (vaultKey === undefined) await adoptNextKey(dataDir);
  for (const [column, count] of Object.entries(unreadable))
    process.stdout.write(`${count} values of ${column} could not be opened and were left as they are.\n`);
  const done = isNew ? `${resealed} values are sealed with the new key.` : 'The database has this key already.';
  process.stdout.write(`${done} ${nextStep(env)}`);
}

const USAGE = `Usage: npm run rotate-key [-- --leave-unreadable]

Makes a new vault key and seals everything in the database with it. The product may be running.

  --leave-unreadable   goes on past values that the present key cannot open, and leaves them as they are

Where the key is the variable VAULT_KEY, NEW_VAULT_KEY has to be the new one.`;

await runCommand(USAGE, async () => {
  const { values } = parseArgs({ options: { 'leave-unreadable': { type: 'boolean', default: false } } });
  const env = readEnv();
  const options = { applicationName: 'signpost rotate-key', statementTimeoutMs: PATIENCE_MS };
  await withDatabase(env, options, (db) => rotateIn(db, env, values['leave-unreadable']));
});
