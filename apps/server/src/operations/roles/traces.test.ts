/** Traces of real servers, as a receiver of OTLP over HTTP gets them, and that nothing of them is loaded without one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readEnv } from '../../env.ts';
import { freePort } from '../../platform/ports.ts';
import { runOnce } from '../../platform/postgres.ts';
import { openTracing } from '../../platform/tracing.ts';
import { silent, until, visit, WORLD_SQL } from '../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import * as click from './click.ts';
import { roleVariables } from './testing/variables.ts';
import * as web from './web.ts';

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(
    z.object({
      key: z.string(),
      value: z.looseObject({ stringValue: z.string().optional(), intValue: z.unknown().optional() }),
    }),
  ),
  status: z.looseObject({ code: z.number() }),
});
const message = z.object({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(spanSchema) })) })),
});
type Span = z.infer<typeof spanSchema>;

const spans: Span[] = [];
const bodies: string[] = [];
const authorizations = new Set<unknown>();
const receiver = createServer((request, response) => {
  text(request).then(
    (body) => {
      expect(request.url).toBe('/v1/traces');
      authorizations.add(request.headers.authorization);
      bodies.push(body);
      for (const { scopeSpans } of message.parse(JSON.parse(body)).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    // A role that stops may end the connection while it sends.
    () => response.destroy(),
  );
});
const endpointPort = await freePort();
await new Promise<void>((resolve) => receiver.listen(endpointPort, '127.0.0.1', resolve));
afterAll(() => receiver.close());

const world = await testApp();
const admin = await world.signIn('Admin');
await runOnce(world.databases.databaseUrl, WORLD_SQL);
const settings = await roleVariables(world.databases);
const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${endpointPort}`,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
};
const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` };

const attributeOf = (span: Span, name: string): unknown => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};
const within = (span: Span) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);

it('sends each request with its id, and the statements and jobs within, without anything about anybody', async () => {
  const env = readEnv({ ...settings, ...tracing });
  const app = await web.run(env);
  const router = await click.run(env);
  const secret = 'somebody@example.test';
  const answer = await fetch(
    `http://127.0.0.1:${env.port}/api/publishers?filters[name][from]=${encodeURIComponent(secret)}`,
    { headers },
  );
  const id = answer.headers.get('x-request-id');
  const made = await fetch(`http://127.0.0.1:${env.port}/api/publishers`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: secret, contactEmail: secret }),
  });
  const refused = await fetch(`http://127.0.0.1:${env.port}/api/publishers/999999`, { headers });
  expect([answer.status, refused.status]).toEqual([200, 404]);
  await visit(env.clickPort, '/box_901?subid=somebody');
  await visit(env.clickPort, `/postback/${'k'.repeat(24)}?status=lead`);
  // The watchdog of the web role does its first round at once.
  await until(async () => {
    const beats = await world.db.selectFrom('jobBeats').select('job').execute();
    return beats.some(({ job }) => job === 'watchdog');
  });
  await app.stop();
  await router.stop();

  const request = spans.find((span) => attributeOf(span, 'signpost.request_id') === id);
  expect(request).toMatchObject({ name: 'GET /api/publishers', kind: 2, status: { code: 0 } });
  expect(request && attributeOf(request, 'http.response.status_code')).toBe(200);
  const statements = request === undefined ? [] : within(request);
  expect(statements.length).toBeGreaterThan(1);
  for (const span of statements) {
    expect(span).toMatchObject({ kind: 3, traceId: request?.traceId });
    expect(span.name).toMatch(/^postgresql (SELECT|INSERT|UPDATE|WITH)$/);
    expect(attributeOf(span, 'db.query.text')).toMatch(/\$1|SELECT|select/);
    expect(Number(span.endTimeUnixNano) - Number(span.startTimeUnixNano)).toBeGreaterThanOrEqual(0);
  }
  // The work after the body was read belongs to the request, too.
  const post = spans.find(({ name }) => name === 'POST /api/publishers');
  expect(post && [made.status, attributeOf(post, 'http.response.status_code')]).toEqual([made.status, made.status]);
  expect(post === undefined ? 0 : within(post).length).toBeGreaterThan(1);
  const missing = spans.find(
    (span) => attributeOf(span, 'http.response.status_code') === 404 && span.name.includes(':id'),
  );
  expect(missing?.name).toBe('GET /api/publishers/:id');

  const job = spans.find(({ name }) => name === 'job watchdog');
  expect(job === undefined ? [] : within(job).map(({ name }) => name)).toContain('postgresql SELECT');
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET link', 'GET postback']));

  const all = bodies.join('\n');
  for (const word of [
    secret,
    encodeURIComponent(secret),
    'somebody',
    'k'.repeat(24),
    admin.token,
    '999999',
    '127.0.0.1',
  ])
    expect([word, all.includes(word)]).toEqual([word, false]);
  expect([...authorizations]).toEqual(['Bearer collector']);
});

it('sends each attempt of a run, and a statement of the statistics engine within a request', async () => {
  spans.length = 0;
  const plan = readEnv({ ...settings, ...tracing }).tracing;
  const opened = await openTracing(plan, { role: 'test', log: silent });
  await world.db
    .insertInto('runs')
    .values({
      kind: 'probe',
      key: 'probe',
      title: 'Probe',
      input: '{}',
      inputHash: Buffer.alloc(32),
      expectedAt: new Date(),
      nextTryAt: new Date(),
      createdAt: new Date(),
    })
    .execute();
  const probe = {
    name: 'probe',
    input: z.object({}),
    run: async () => {
      throw new TypeError('A text with somebody in it.');
    },
  } as unknown as Parameters<typeof workRuns>[1][number];
  await workRuns({ db: world.db, log: silent, tracing: opened }, [probe], new AbortController().signal);
  const env = readEnv({ ...settings, ...tracing });
  const app = await web.run(env);
  const answer = await fetch(`http://127.0.0.1:${env.port}/api/health`, { headers });
  expect(answer.status).toBe(200);
  await app.stop();
  await opened?.stop();
  const run = spans.find(({ name }) => name === 'run probe');
  expect(run).toMatchObject({ status: { code: 2 } });
  expect(run && attributeOf(run, 'error.type')).toBe('TypeError');
  expect(bodies.join('\n')).not.toContain('A text with somebody');
});

it('goes on working when nobody takes the traces', async () => {
  const env = readEnv({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const app = await web.run(env);
  expect((await fetch(`http://127.0.0.1:${env.port}/api/health`)).status).toBe(200);
  await app.stop();
});

it('loads nothing of the SDK without an endpoint', async () => {
  const roles = ['click', 'worker', 'web'].map((role) => `await import('${join(import.meta.dirname, `${role}.ts`)}');`);
  const script = `import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context);
      if (/@opentelemetry.(sdk|exporter|otlp|resources)/.test(found.url)) seen.push(found.url);
      return found;
    } });
    ${roles.join('\n')}
    const { openTracing } = await import('${join(import.meta.dirname, '../../platform/tracing.ts')}');
    const plan = { endpoint: undefined, headers: {}, share: 1 };
    const without = [await openTracing(plan, {}), seen.length];
    await openTracing({ ...plan, endpoint: 'http://127.0.0.1:9' }, { role: 'x', log: { warn() {} } });
    console.log(JSON.stringify([without[0] === undefined, without[1], seen.length > 0]));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    expect(JSON.parse(String(line))).toEqual([true, 0, true]);
  } finally {
    // Its end is not waited for: Node can stand still in `process.exit` while V8 collects (nodejs/node#54918).
    child.kill('SIGKILL');
  }
});
