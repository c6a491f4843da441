/** A network that is cut without a word: a proxy that goes on taking bytes and passes none of them on. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE_AWAY, DATABASE_TOOK_TOO_LONG } from '@signpost/contract/errors.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../database.ts';
import { openPostgres, runOnce } from './postgres.ts';
import { listen } from './postgres-listen.ts';
import { takeAdvisoryLock } from './postgres-lock.ts';

const world = await testApp();
const target = new URL(world.databases.databaseUrl);

/** Stands between the product and PostgreSQL, which it hides while it is `silent`. */
async function proxy() {
  const sockets = new Set<Socket>();
  const state = { silent: false };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => state.silent || to.write(bytes));
      from.on('error', () => undefined);
      // A cut network does not pass on that one side has ended, either.
      from.on('close', () => {
        sockets.delete(from);
        if (!state.silent) to.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    state,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const between = await proxy();
afterAll(() => between.close());

/** The server stops a statement after 0.2 s, so that silence is noticed after 6 s. */
const db = openPostgres<Database>(between.url, { applicationName: 'behind', max: 2, statementTimeoutMs: 200 });
const app = await buildApp({ ...world.deps, db });
afterAll(async () => {
  await app.close();
  await db.destroy();
});

it('answers 503 in words while PostgreSQL is silent, and serves again afterwards', async () => {
  const { token } = await world.signIn('Admin');
  const headers = { 'x-signpost-ticket': 'signpost-web-1', authorization: `Bearer ${token}` };
  const read = () => app.inject({ method: 'GET', url: '/api/tags?limit=1', headers });
  expect((await read()).statusCode).toBe(200);

  // One connection waits for the answer to a statement, another for the end of a transaction.
  between.state.silent = true;
  const inTransaction = db.transaction().execute((trx) => sql`SELECT 1`.execute(trx));
  const refused = expect(inTransaction).rejects.toThrow(/no answer|terminated|connection error/);
  const answers = await Promise.all([read(), read(), read(), read()]);
  await refused;
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ errorCode: 'UNAVAILABLE', errors: [{ message: DATABASE_AWAY }] });
  }

  between.state.silent = false;
  while ((await read()).statusCode !== 200) await delay(50);
  const saved = await app.inject({
    method: 'POST',
    url: '/api/clients',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'After the silence' }),
  });
  expect(saved.statusCode).toBe(201);
});

it('answers 504 in words where PostgreSQL itself ended a statement', async () => {
  const { token } = await world.signIn('Admin');
  const headers = { 'x-signpost-ticket': 'signpost-web-1', authorization: `Bearer ${token}` };
  await world.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE tags IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const answer = await app.inject({ method: 'GET', url: '/api/tags?limit=1', headers });
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({ errorCode: 'TIMED_OUT', errors: [{ message: DATABASE_TOOK_TOO_LONG }] });
  });
});

it('notices a silent connection that only listens or only holds a lock', async () => {
  const own = await proxy();
  const heard: string[] = [];
  let reconnected = 0;
  const losses: unknown[] = [];
  const [lock, listener] = await Promise.all([
    takeAdvisoryLock(own.url, 'held in silence'),
    listen({
      url: own.url,
      channel: 'cut',
      askEveryMs: 500,
      onMessage: (payload) => heard.push(payload),
      onReconnect: () => {
        reconnected += 1;
      },
      onError: (error) => losses.push(error),
    }),
  ]);
  own.state.silent = true;
  const lost = new Promise<void>((done) => lock?.lost.addEventListener('abort', () => done()));
  while (losses.length === 0) await delay(20);
  await lost;
  own.state.silent = false;
  while (reconnected === 0) await delay(20);
  await runOnce(world.databases.databaseUrl, "NOTIFY cut, 'after'");
  while (heard.length === 0) await delay(20);
  expect(heard).toEqual(['after']);
  await listener.close();
  own.close();
});
