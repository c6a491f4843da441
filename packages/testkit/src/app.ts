/** Starts a server on databases of the test file's own and signs people in. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Grade } from '@signpost/contract/access/grades.ts';
import type { CallMethod } from '@signpost/contract/calls/call-head.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { afterAll } from 'vitest';
import { buildApp } from '../../../apps/server/src/app.ts';
import type { Database, Db } from '../../../apps/server/src/database.ts';
import type { Deps } from '../../../apps/server/src/deps.ts';
import type { App } from '../../../apps/server/src/http/app-type.ts';
import { openSession } from '../../../apps/server/src/http/session.ts';
import { NO_PROXIES } from '../../../apps/server/src/platform/client-address.ts';
import { type Clock, systemClock } from '../../../apps/server/src/platform/clock.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import type { Mailer } from '../../../apps/server/src/platform/mail.ts';
import { outgoing, type Send } from '../../../apps/server/src/platform/outgoing.ts';
import { openPostgres } from '../../../apps/server/src/platform/postgres.ts';
import { listen } from '../../../apps/server/src/platform/postgres-listen.ts';
import { folderStore } from '../../../apps/server/src/platform/store/folder.ts';
import { lazyVault } from '../../../apps/server/src/platform/vault.ts';
import { type TestDatabases, testDatabases } from './database.ts';

/** An answer. The types of data and meta are those of the call, which `attempt` of `call.ts` knows. */
export interface Answer<Data = never, Meta = Record<string, unknown>> {
  status: number;
  body: {
    data: Data;
    status: string;
    message: string;
    errorCode?: string;
    errors: { path: string; message: string }[];
    meta: Meta;
  };
  headers: Record<string, unknown>;
  text: string;
  /** The text as it came, for files that are not text. */
  bytes: Buffer;
}

/** Calls the API as one person, at any address. Tests make the calls of the contract with `call.ts`. */
export type Caller = <Data = never, Meta = Record<string, unknown>>(
  method: CallMethod,
  url: string,
  body?: unknown,
  more?: Readonly<Record<string, string>>,
) => Promise<Answer<Data, Meta>>;

export interface TestApp {
  app: App;
  db: Db;
  deps: Deps;
  databases: TestDatabases;
  /** Creates a new person of this grade and signs them in. */
  signIn(
    grade: Grade,
    more?: { includedPaths?: string[]; excludedPaths?: string[]; publisherId?: number },
  ): Promise<Caller & { token: string; userId: number }>;
  /** Calls the API without signing in. */
  anonymous: Caller;
}

/** A body as a browser sends it: a form with files, or JSON. */
async function encode(body: unknown): Promise<{ type: Record<string, string>; payload?: string | Buffer }> {
  if (body === undefined) return { type: {} };
  if (!(body instanceof FormData))
    return { type: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { type: { 'content-type': type }, payload: Buffer.from(await form.arrayBuffer()) };
}

function caller(app: App, headers: Record<string, string>): Caller {
  return async <Data, Meta>(
    method: CallMethod,
    url: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const { type, payload } = await encode(body);
    const answer = await app.inject({
      method,
      url,
      headers: { ...headers, ...more, ...type },
      ...(payload !== undefined && { payload }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : undefined,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
    } as Answer<Data, Meta>;
  };
}

/** Call once at the top of a test file: `const world = await testApp()`. */
export async function testApp(
  options: { clock?: Clock; env?: Partial<Deps['env']>; send?: Send; mail?: Mailer; listens?: true } = {},
): Promise<TestApp> {
  const databases = await testDatabases();
  const db = openPostgres<Database>(databases.databaseUrl, { applicationName: 'test', max: 6 });
  const dataDir = options.env?.dataDir ?? (await mkdtemp(join(tmpdir(), 'signpost-test-')));
  // A test without its own folder uses a temporary key.
  const key = options.env?.dataDir === undefined ? randomBytes(32) : undefined;
  const deps: Deps = {
    db,
    files: folderStore(dataDir),
    vault: lazyVault({ db, dataDir, key }),
    clickhouse: databases.clickhouse,
    clock: options.clock ?? systemClock,
    log: createLog({ level: 'silent', name: 'test' }),
    mail: options.mail ?? null,
    send: options.send ?? outgoing({ allowPrivate: true }),
    env: {
      checkAnswers: true,
      demo: false,
      google: {
        clientId: undefined,
        authUrl: 'http://127.0.0.1:9/auth',
        tokenInfoUrl: 'http://127.0.0.1:9/token',
        userInfoUrl: 'http://127.0.0.1:9/user',
        sheetsUrl: 'http://127.0.0.1:9/sheets',
      },
      shortLinkHosts: [],
      host: '127.0.0.1',
      clickPort: 4001,
      dataDir,
      healthSecret: undefined,
      privateTargets: true,
      publicUrl: undefined,
      trustedProxies: NO_PROXIES,
      ...options.env,
    },
    ...(options.listens && {
      onNotify: async (channel, told) => {
        const listening = await listen({ url: databases.databaseUrl, channel, onMessage: told });
        return () => listening.close();
      },
    }),
  };
  const app = await buildApp(deps);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await db.destroy();
    if (options.env?.dataDir === undefined) await rm(dataDir, { recursive: true });
  });
  const ticket = { [TICKET_HEADER]: TICKET_VALUE };
  return {
    app,
    db,
    deps,
    databases,
    anonymous: caller(app, ticket),
    async signIn(grade, more = {}) {
      const { id } = await db
        .insertInto('users')
        .values({
          name: `Test ${grade}`,
          email: `${randomBytes(6).toString('hex')}@example.test`,
          grade,
          includedPaths: more.includedPaths ?? [],
          excludedPaths: more.excludedPaths ?? [],
          publisherId: more.publisherId ?? null,
          homeTab: null,
          numberFormat: null,
          displayCurrency: null,
          lastSeenAt: null,
          archivedAt: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = await openSession(deps, db, id, 'test');
      return Object.assign(caller(app, { ...ticket, authorization: `Bearer ${token}` }), { token, userId: id });
    },
  };
}
