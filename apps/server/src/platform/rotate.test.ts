/** The change of the vault's key: as a command, killed in the middle, refused, and what other processes notice of it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findPerson, type Person, readPerson, storePerson } from '../partners/leads/person.ts';
import { isTokenOf, unsubscribeLink } from '../partners/mailings/unsubscribe.ts';
import { testFolder, until } from '../traffic/clicks/testing/world.ts';
import { addKey, keyRing } from '../traffic/push/keys.ts';
import { pushKeys } from '../workplace/notifications/channels/push.ts';
import { addChannel } from '../workplace/notifications/settings.ts';
import { openTarget } from '../workplace/notifications/targets.ts';
import { anchorAudit, readAnchors } from '../workplace/records/audit-anchor.ts';
import { childEnv } from './child-env.ts';
import { keyPath, nextKeyPath } from './key-file.ts';
import { openSession } from './postgres.ts';
import { PURPOSES, SEALED_COLUMNS } from './sealed.ts';
import { lazyVault, openVault, type Vault } from './vault.ts';

const publisherCalls = entityCalls(publisher);

const dataDir = await testFolder();
const world = await testApp({ env: { dataDir } });
const { db, databases } = world;
const admin = await world.signIn('Admin');
const LEADS = 2_500;
const personOf = (id: number): Person => ({
  email: `person-${id}@example.test`,
  phone: id % 2 === 0 ? `+49 30 ${id}` : null,
  firstName: 'Ada',
  lastName: null,
  ip: '203.0.113.7',
  country: 'DE',
  extra: { id: String(id) },
});
const webhook = { kind: 'webhook', label: 'Hook', url: 'https://hook.example.test/' } as const;
let channelId: number;

/** Runs the command; what it said is complete once it has ended. */
function command(more: Record<string, string> = {}, args: string[] = []) {
  const env = childEnv({ DATABASE_URL: databases.databaseUrl, DATA_DIR: dataDir, DEMO: '0', ...more });
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../rotate-key.ts'), ...args], {
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: Number(code), said })),
  };
}
const rotate = (more?: Record<string, string>, args?: string[]) => command(more, args).ended;

beforeAll(async () => {
  const vault = await world.deps.vault();
  await db.transaction().execute(async (trx) => {
    // Leads are of no interest here, only what is sealed of them.
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await buildPartner(trx, { id: 1, name: 'One', partnerTypeId: 1 });
    await buildPartner(trx, { id: 2, name: 'Two', partnerTypeId: 1 });
    for (let id = 1; id <= LEADS; id += 1) await storePerson(trx, vault, id, personOf(id));
    await sql`INSERT INTO partner_postbacks (partner_id, key_hash, key_sealed, protection, secret_sealed, changed_at)
      VALUES (1, 'a', ${vault.seal('key', PURPOSES.postbackKey)}, 'secret', ${vault.seal('secret', PURPOSES.postbackSecret)}, now()),
        (2, 'b', ${vault.seal('key', PURPOSES.postbackKey)}, 'none', NULL, now())`.execute(trx);
    await sql`INSERT INTO postback_refusals (at, partner_id, reason, raw, sealed)
      VALUES (now(), 1, 'no_status', '{}', ${vault.seal('{}', PURPOSES.refusedPostback)})`.execute(trx);
    await sql`INSERT INTO lead_refusals (at, website_id, reason, fields, sealed)
      VALUES (now(), 1, 'no_contact', '{}', ${vault.seal('{}', PURPOSES.refusedLead)})`.execute(trx);
  });
  channelId = (await addChannel({ db, vault, allowPrivate: true }, admin.userId, webhook, new Date())).id;
  await pushKeys(db, world.deps.vault);
  await db.transaction().execute((trx) => addKey(trx, vault));
  await call(admin, publisherCalls.create, { body: { name: 'Somebody', status: 'active' } });
  await anchorAudit({ db, dataDir, vault: world.deps.vault });
});

/** Opens everything that is sealed, and finds people by their hashes. */
async function expectAllReadable(vault: Vault): Promise<void> {
  for (const { table, column, purpose } of SEALED_COLUMNS) {
    const { rows } = await sql<{ sealed: Buffer }>`SELECT ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} IS NOT NULL`.execute(db);
    expect([table, column, rows.length > 0]).toEqual([table, column, true]);
    for (const { sealed } of rows) vault.open(sealed, purpose);
  }
  for (const id of [1, 2, LEADS]) {
    const person = personOf(id);
    expect(await readPerson(db, vault, id)).toEqual(person);
    expect(await findPerson(db, vault, { kind: 'email', key: person.email ?? '' }, null)).toEqual([id]);
    if (person.phone !== null)
      expect(await findPerson(db, vault, { kind: 'phone', key: person.phone }, null)).toEqual([id]);
  }
  expect(await openTarget({ db, vault: async () => vault }, channelId)).toMatchObject({ kind: 'webhook' });
  await expect(addChannel({ db, vault, allowPrivate: true }, admin.userId, webhook, new Date())).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('You have this webhook already') }],
  });
  const [row] = await db.selectFrom('sitePushKeys').select('id').execute();
  expect((await keyRing(db, async () => vault)(row?.id ?? 0)).privateKey).not.toBe('');
}

afterEach(() => vi.restoreAllMocks());

it('knows every sealed column and every keyed hash of the database', async () => {
  const { rows } = await sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
    FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'bytea'
      AND column_name ~ 'sealed|_index$' ORDER BY 1`.execute(db);
  const known = SEALED_COLUMNS.flatMap(({ table, column, hashes }) =>
    [column, ...hashes.map((hash) => hash.column)].map((name) => `${table}.${name}`),
  );
  expect(rows.map(({ name }) => name)).toEqual(known.sort());
});

it('changes nothing when it is killed in the middle, and completes with the same key afterwards', async () => {
  const before = await openVault({ db, dataDir });
  const session = await openSession(databases.databaseUrl, 'test');
  // The change waits for this row after it has sealed most of the rest.
  await session.query('BEGIN');
  await session.query('SELECT FROM site_push_keys FOR UPDATE');
  const { child, ended } = command();
  const isWaiting = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity WHERE application_name = 'signpost rotate-key'
      AND wait_event_type = 'Lock' AND query LIKE '%site_push_keys%' AND query LIKE 'UPDATE%'`.execute(db);
    return rows.length > 0;
  };
  await until(isWaiting);
  child.kill('SIGKILL');
  await ended;
  await session.query('ROLLBACK');
  await session.end();
  await until(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity WHERE application_name = 'signpost rotate-key'`.execute(db);
    return rows.length === 0;
  });
  await expectAllReadable(before);
  const next = await readFile(nextKeyPath(dataDir));
  const { code, said } = await rotate();
  expect(said).toMatch(/values are sealed with the new key\. The new key is in .*vault\.key: copy it/);
  expect(code).toBe(0);
  expect(await readFile(keyPath(dataDir))).toEqual(next);
  expect((await readdir(join(dataDir, 'secrets'))).sort()).toEqual(['vault.key']);
  await expectAllReadable(await openVault({ db, dataDir }));
});

it('lets a running process follow, and stores nothing that was sealed with the old key', async () => {
  const old = await openVault({ db, dataDir });
  const running = lazyVault({ db, dataDir });
  await running();
  const link = new URL(unsubscribeLink(new URL('https://app.example.test'), old, 7, 'news'));
  const token = link.pathname.split('/').at(-1) ?? '';
  expect(await rotate()).toMatchObject({ code: 0 });
  const storing = db.transaction().execute((trx) => storePerson(trx, old, LEADS + 1, personOf(LEADS + 1)));
  await expect(storing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(() => old.open(Buffer.alloc(64), PURPOSES.leadPerson)).toThrow();

  const later = performance.now() + 6_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  const followed = await running();
  expect(followed.fingerprint).not.toEqual(old.fingerprint);
  await expectAllReadable(followed);
  // Links in mails and anchors of the audit trail from before the rotation are still recognised.
  expect(isTokenOf(followed, 7, 'news', token)).toBe(true);
  expect(isTokenOf(followed, 8, 'news', token)).toBe(false);
  expect((await readAnchors(dataDir, running)).length).toBeGreaterThan(0);
});

it('refuses a process that only has the old key', async () => {
  const old = await readFile(keyPath(dataDir));
  const running = lazyVault({ db, dataDir: await testFolder(), key: old });
  await running();
  expect(await rotate()).toMatchObject({ code: 0 });
  const later = performance.now() + 6_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  await expect(running()).rejects.toThrow(
    /^VAULT_KEY is not the key of this database.*the key was changed .*set VAULT_KEY to the present one and restart\.$/,
  );
});

it('completes a change that was broken off after the database had the new key', async () => {
  const old = await readFile(keyPath(dataDir));
  expect(await rotate()).toMatchObject({ code: 0 });
  const fresh = await readFile(keyPath(dataDir));
  await writeFile(nextKeyPath(dataDir), fresh);
  await writeFile(keyPath(dataDir), old);
  expect((await rotate()).said).toContain('The change that was broken off is complete.');
  expect(await readFile(keyPath(dataDir))).toEqual(fresh);
  await expectAllReadable(await openVault({ db, dataDir }));
});

it('refuses a wrong old key, a missing new one, and a second change at the same time', async () => {
  const before = await openVault({ db, dataDir });
  const wrong = { VAULT_KEY: '7'.repeat(64), NEW_VAULT_KEY: randomBytes(32).toString('hex') };
  expect(await rotate(wrong)).toEqual({
    code: 2,
    said: 'The present vault key is not the key of this database, so it cannot open what is sealed in it. Nothing was changed.\n',
  });
  expect(await rotate({ VAULT_KEY: '7'.repeat(64) })).toMatchObject({
    code: 2,
    said: expect.stringContaining('Set NEW_VAULT_KEY beside VAULT_KEY'),
  });
  const session = await openSession(databases.databaseUrl, 'test');
  await session.query('SELECT pg_advisory_lock(728114700)');
  expect((await rotate()).said).toContain('wait until that is finished');
  await session.end();
  await expectAllReadable(before);
});

it('names a value that cannot be opened, and goes on without it only when it is told to', async () => {
  await sql`UPDATE lead_persons SET sealed = 'damaged' WHERE lead_id = 5`.execute(db);
  const refused = await rotate();
  expect(refused.said).toContain(
    'The value lead_persons.sealed with lead_id 5 cannot be opened with the present vault key. Nothing was changed.',
  );
  await expect(openVault({ db, dataDir })).resolves.toBeDefined();
  const done = await rotate({}, ['--leave-unreadable']);
  expect(done.code).toBe(0);
  expect(done.said).toContain('1 values of lead_persons.sealed could not be opened and were left as they are.');
  await sql`DELETE FROM lead_persons WHERE lead_id = 5`.execute(db);
  await expectAllReadable(await openVault({ db, dataDir }));
});
