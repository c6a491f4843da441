/** The store of FILES_TARGET belongs to one installation. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, expect, it } from 'vitest';
import { testFolder } from '../clicks/testing/world.ts';
import { readEnv } from '../env.ts';
import { freePort } from '../platform/ports.ts';
import { runOnce } from '../platform/postgres.ts';
import { StartError } from '../platform/start-error.ts';
import * as web from './web.ts';
import * as worker from './worker.ts';

const { databaseUrl, clickhouseUrl } = await testDatabases();
const shared = join(await testFolder(), 'share');
await mkdir(shared);

const envOf = async (target: string) =>
  readEnv({
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    DATA_DIR: await testFolder(),
    DEMO: '0',
    LOG_LEVEL: 'silent',
    VAULT_KEY: '7'.repeat(64),
    PORT: String(await freePort()),
    FILES_TARGET: target,
    FILES_S3_ENDPOINT: silentServer.url,
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'SECRET',
  });

/** Accepts connections and never says a word. */
const silentServer = await (async () => {
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${address.port}` };
})();

const ownId = async () => {
  const [row] = await runOnce(databaseUrl, 'SELECT id FROM installation');
  return String(row?.id);
};
/** The same database as a restored copy has it: everything equal but the id. */
const becomeACopy = () => runOnce(databaseUrl, 'UPDATE installation SET id = gen_random_uuid()');

async function startAndStop(role: typeof web | typeof worker, target: string): Promise<void> {
  const running = await role.run(await envOf(target));
  await running.stop();
}

it('is taken by the first start, and starts again for the same installation', async () => {
  await startAndStop(web, shared);
  expect(await readFile(join(shared, 'installation'), 'utf8')).toBe(`${await ownId()}\n`);
  await startAndStop(worker, shared);
  await startAndStop(web, shared);
});

it('is refused to a copy by web and worker alike, which leave it as it is', async () => {
  const before = await readFile(join(shared, 'installation'), 'utf8');
  await becomeACopy();
  for (const role of [web, worker]) {
    const start = startAndStop(role, shared);
    await expect(start).rejects.toThrow(
      `${shared} has the files of another installation: set FILES_TARGET to the place of this one, or to an empty place.`,
    );
    await expect(start).rejects.toBeInstanceOf(StartError);
  }
  expect(await readFile(join(shared, 'installation'), 'utf8')).toBe(before);
  expect(await readdir(shared)).toEqual(['installation']);
});

it('is taken over when a person has removed the owner’s name', async () => {
  await rm(join(shared, 'installation'));
  await startAndStop(web, shared);
  expect(await readFile(join(shared, 'installation'), 'utf8')).toBe(`${await ownId()}\n`);
});

it('does not keep the product from starting while it is away or gives no answer', async () => {
  await startAndStop(web, join(shared, 'not-mounted'));
  expect(await readdir(shared)).toEqual(['installation']);
  await startAndStop(web, 's3://files/signpost');
});
