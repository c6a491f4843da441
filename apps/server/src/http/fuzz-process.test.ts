/** Sends malformed requests over real HTTP to a separate process, which must answer them and keep running. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { LONGEST_LIST } from '@signpost/contract/reading/brackets.ts';
import { testDatabases } from '@signpost/testkit/database.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnv } from '../platform/child-env.ts';
import { freePort } from '../platform/ports.ts';

const { databaseUrl, clickhouseUrl } = await testDatabases();
const MAIN = join(import.meta.dirname, '../main.ts');
const RUNS = thorough(100, 400);
const ANSWER_MS = 15_000;

interface Part {
  child: ChildProcess;
  port: number;
}
const parts: Part[] = [];
let dataDir = '';

async function start(role: 'web' | 'click'): Promise<Part> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, role], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnv({
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      CLICK_PORT: String(port),
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  });
  const part = { child, port };
  parts.push(part);
  while (!(await statusOf(port, 'GET /health')).startsWith('HTTP/1.1')) {
    if (child.exitCode !== null) throw new Error(`The part '${role}' ended with ${child.exitCode}.`);
  }
  return part;
}

/** Sends raw bytes that no HTTP client would send, and resolves with the first line of the response or ''. */
function statusOf(port: number, head: string, headers: readonly string[] = []): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const end = (): void => {
    socket.destroy();
    resolve(text.split('\r\n')[0] ?? '');
  };
  socket.setTimeout(ANSWER_MS, end);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.includes('\r\n')) end();
  });
  socket.once('error', end);
  socket.once('close', end);
  socket.write([`${head} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'), 'latin1');
  return promise;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signpost-fuzz-'));
});
afterAll(async () => {
  for (const { child } of parts) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Queries that exceed each limit of the parser: depth, list length in each notation, number of keys, total length. */
const BEYOND = [
  `a${'[b]'.repeat(7)}=1`,
  `a${'[b]'.repeat(500)}=1`,
  'a[]=1&'.repeat(LONGEST_LIST + 1),
  'ids=1&'.repeat(LONGEST_LIST + 1),
  `ids[0]=1&ids[${LONGEST_LIST + 1}]=2`,
  'ids[0]=1&ids[501]=2',
  'ids[99999999999]=1',
  Array.from({ length: 1_300 }, (_, at) => `k${at}=1`).join('&'),
  `q=${'x'.repeat(9_000)}`,
  `q=${'x'.repeat(60_000)}`,
  '__proto__[a]=1&constructor[prototype][a]=1&toString=1&hasOwnProperty[x]=1',
  '%',
  '%zz[%ff]=%c0%80&[=]&]=[&a[=1&a]=1&=&&&',
  'utf8=%E2%9C%93&a=%u0041',
  '\u0000\u0001\u007f',
  '\u00ff\u00fe=\u00fd',
];

const key = fc.oneof(
  fc.constantFrom('a', 'ids', 'filters', 'levels', 'q', 'tab', 'limit', '__proto__', 'constructor', 'length', '', '%'),
  fc.stringMatching(/^[\x21-\x7e]{0,6}$/),
);
const step = fc.oneof(
  fc.constantFrom(
    '[]',
    '[0]',
    '[500]',
    '[501]',
    '[1000]',
    '[1001]',
    '[4294967296]',
    '[-1]',
    '[[]]',
    '[',
    ']',
    '[__proto__]',
  ),
  key.map((name) => `[${name}]`),
);
const pair = fc
  .tuple(key, fc.array(step, { maxLength: 9 }), fc.stringMatching(/^[\x21-\x7e]{0,12}$/))
  .map(([name, steps, value]) => `${name}${steps.join('')}=${value}`);
const query = fc.oneof(
  fc.constantFrom(...BEYOND),
  fc.array(pair, { maxLength: 12 }).map((pairs) => pairs.join('&')),
  fc.tuple(pair, fc.integer({ min: 1, max: 1_400 })).map(([one, times]) => `${one}&`.repeat(times)),
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH');

async function survives(part: Part, paths: readonly string[], headers: fc.Arbitrary<string[]>): Promise<void> {
  const pid = part.child.pid;
  const call = fc.tuple(method, fc.constantFrom(...paths), query, headers);
  const examples = BEYOND.flatMap((text) =>
    paths.map((path) => ['GET', path, text, []] as [string, string, string, string[]]),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([verb, path, text, more]) => {
      const status = await statusOf(part.port, `${verb} ${path}?${text}`, more);
      expect(status).toMatch(/^HTTP\/1\.1 [234]\d\d /);
      expect(part.child.exitCode).toBeNull();
    }),
    {
      numRuns: RUNS + examples.length,
      seed: 2_026,
      examples: examples.map((example) => [example]),
      endOnFailure: true,
    },
  );
  expect(part.child.pid).toBe(pid);
  expect(part.child.exitCode ?? part.child.signalCode).toBeNull();
  expect(await statusOf(part.port, 'GET /')).toMatch(/^HTTP\/1\.1 \d/);
}

describe('The server process', () => {
  it('answers any query string without restarting the web process', async () => {
    const paths = [
      '/',
      '/api/auth/config',
      '/api/partners',
      '/api/partners/used-by',
      '/api/statistics/tabs',
      '/nothing',
    ];
    await survives(await start('web'), paths, fc.constantFrom([], [`${TICKET_HEADER}: ${TICKET_VALUE}`]));
  });

  it('refuses a query beyond the limits without revealing internals', async () => {
    const { port } = await start('web');
    for (const text of [`a${'[b]'.repeat(7)}=1`, 'a[]=1&'.repeat(LONGEST_LIST + 1)]) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/config?${text}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errorCode: 'VALIDATION',
        errors: [{ path: '', message: 'The query is too long or nested too deeply.' }],
      });
    }
  });

  it('answers any query and headers without restarting the click process', async () => {
    const bytes = fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/);
    const names = ['User-Agent', 'Referer', 'Cookie', 'Accept-Language', 'X-Forwarded-For', 'X-Signature', 'Host'];
    const headers = fc.array(
      fc.tuple(fc.constantFrom(...names), bytes).map(([name, value]) => `${name}: ${value}`),
      { maxLength: 4 },
    );
    const paths = [
      '/',
      '/box_1',
      '/bs_1',
      '/b_4294967295',
      '/d_x',
      '/out/x',
      '/out/0190a000-0000-7000-8000-000000000000',
    ];
    await survives(await start('click'), [...paths, '/health', '/postback/', `/postback/${'k'.repeat(32)}`], headers);
  });
});
