/** Only clicks, impressions and postbacks are recorded by GET: nothing else that the click port answers changes anything. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { PUSH_PATHS } from '../../../../../packages/contract/src/traffic/push/subscribe.ts';
import type { Database } from '../../database.ts';
import { postbackHandler } from '../../partners/conversions/intake/server.ts';
import { openPostgres, runOnce } from '../../platform/postgres.ts';
import { lazyVault } from '../../platform/vault.ts';
import { startRouter } from '../../traffic/clicks/router.ts';
import { CHROME, postgresSource, silent, testFolder, visit, WORLD_SQL } from '../../traffic/clicks/testing/world.ts';
import { pushHandler } from '../../traffic/push/intake.ts';
import { ensureKey } from '../../traffic/push/keys.ts';

const databases = await testDatabases();
const dataDir = await testFolder();
await runOnce(databases.databaseUrl, WORLD_SQL);
const db = openPostgres<Database>(databases.databaseUrl, { applicationName: 'test', max: 4 });
const vault = lazyVault({ db, dataDir, key: Buffer.alloc(32, 7) });
await ensureKey(db, vault);
const IMAGE = `${'a'.repeat(32)}.png`;
await mkdir(join(dataDir, 'images'), { recursive: true });
await writeFile(join(dataDir, 'images', IMAGE), 'png');
const { source, close } = postgresSource(databases.databaseUrl);
const deps = { db, vault, log: silent, addressOf: () => '127.0.0.1', allowPrivate: true };
const [postbacks, push] = [postbackHandler(deps), pushHandler(deps)];
const router = await startRouter({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  trustedProxies: { hops: 1 },
  source,
  log: silent,
  beside: (request, response, countryOf) => postbacks(request, response) || push(request, response, countryOf),
});
afterAll(async () => {
  await router.stop();
  await close();
  await db.destroy();
});

/** The contents of all tables. */
async function storedState(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  const state: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`SELECT count(*) AS rows, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS content
      FROM ${sql.table(name)} AS t`.execute(db);
    state[name] = rows[0];
  }
  return state;
}

/** The facts that this router has recorded, and the files beside them. */
async function recorded(): Promise<number> {
  const { body } = await visit(router.port, '/health', { 'user-agent': CHROME });
  return JSON.parse(body).log.recorded;
}

const NOBODY = '00000000-0000-7000-8000-000000000000';
const PATHS = [
  '/',
  '/health',
  '/favicon.ico',
  '/robots.txt',
  `/images/${IMAGE}`,
  '/images/none.png',
  '/box_999999',
  '/bs_999999',
  '/b_999999',
  '/b_999999.gif',
  '/b_999999/show',
  '/p_999999',
  '/d_nothing',
  `/out/${NOBODY}`,
  `/i/${NOBODY}.gif`,
  '/api/health',
  `/postback/${'x'.repeat(24)}?click_id=${NOBODY}&status=lead`,
  ...Object.values(PUSH_PATHS),
  `${PUSH_PATHS.unsubscribe}?endpoint=x&auth=y`,
  `${PUSH_PATHS.clicked}?token=${NOBODY}`,
];

it('GET and HEAD never change anything, apart from clicks, impressions and postbacks', async () => {
  const [before, facts, files] = [await storedState(), await recorded(), await readdir(dataDir)];
  expect(Object.keys(before)).toContain('push_subscriptions');
  for (const path of PATHS)
    for (const method of ['GET', 'HEAD']) {
      const { status } = await visit(router.port, path, { 'user-agent': CHROME }, method);
      expect(status, `${method} ${path}`).toBeLessThan(500);
    }
  expect(await storedState()).toEqual(before);
  expect(await recorded()).toBe(facts);
  expect(await readdir(dataDir)).toEqual(files);
  expect(await readFile(join(dataDir, 'images', IMAGE), 'utf8')).toBe('png');
  // A click is recorded, so the comparison would notice.
  await visit(router.port, '/box_901', { 'user-agent': CHROME, 'x-forwarded-for': '8.8.8.8' });
  expect(await recorded()).toBe(facts + 1);
});

/** The answer to a request line that a program sent as it is. */
async function answerToLine(address: string): Promise<string> {
  const socket = connect(router.port, '127.0.0.1');
  socket.write(
    Buffer.from(`GET ${address} HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${CHROME}\r\nConnection: close\r\n\r\n`),
  );
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

it('Whole and unescaped addresses are answered like escaped paths, whether links, postbacks or /health', async () => {
  const postback = `/postback/${'x'.repeat(24)}?click_id=${NOBODY}&status=lead`;
  for (const address of [
    `http://go.example${postback}`,
    `${postback}&amount=20¤cy=USD`,
    `https://go.example${postback}ü`,
  ])
    expect(await answerToLine(address), address).toMatch(/^HTTP\/1\.1 404 [\s\S]*there is nothing here/);
  for (const address of ['http://go.example/health', 'http://go.example:8080/health'])
    expect(await answerToLine(address), address).toMatch(/^HTTP\/1\.1 200 [\s\S]*"up":true/);
  for (const address of ['http://go.example/box_901?sub1=Zürich', '/box_901?sub1=Zürich', '/box_901?sub1=a b'])
    expect(await answerToLine(address), address).toMatch(/^HTTP\/1\.1 302 /);
});

it('Idle connections stay open for 75 seconds, longer than the balancers in front use them', async () => {
  const { headers } = await visit(router.port, '/health', { 'user-agent': CHROME, connection: 'keep-alive' });
  expect(headers['keep-alive']).toBe('timeout=75');
});
