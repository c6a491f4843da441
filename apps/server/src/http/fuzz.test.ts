/** Sends arbitrary input to every call of the server, which must never answer 5xx, hang or reveal internals. */

import { entityList } from '@signpost/contract/entities/index.ts';
import { IDEMPOTENCY_HEADER, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritten } from '../workplace/records/scope.ts';
import { inputs } from '../workplace/records/testing/inputs.ts';
import { type JsonSchema, mostly, nasty } from './testing/arbitrary.ts';

const world = await testApp();
const HANGS_AFTER_MS = 20_000;
const RUNS = { entity: thorough(7, 9), other: thorough(20, 60) };

interface Operation {
  parameters?: { in: string; name: string; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
}
const description = (await (await world.signIn('Admin'))('GET', '/api/openapi.json')).text;
const { paths } = JSON.parse(description) as { paths: Record<string, Record<string, Operation>> };

const entityPaths = new Set(entityList.flatMap(({ path }) => [`/api/${path}`, `/api/options/${path}`]));
const isEntity = (url: string) => [...entityPaths].some((path) => url === path || url.startsWith(`${path}/`));
/**
 * Excluded: the first reports poor health as 503, and the others stream until the client leaves (`stats/facts.test.ts`,
 * `notifications/bell.test.ts`).
 */
const APART = new Set(['/api/health', '/api/statistics/live', '/api/notifications/live']);
const routes = world.app.apiRoutes.filter(
  ({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS' && !APART.has(url),
);

/** Signs in again after a call that signed the person out or removed their own grade. */
let token = '';
const signIn = async () => {
  token = (await world.signIn('Admin')).token;
};

beforeAll(async () => {
  await signIn();
  const admin = await world.signIn('Admin');
  const { inputFor } = inputs(admin);
  await admin('POST', '/api/exchange-rates', { currency: 'USD', day: '2020-01-01', perEuro: '1.1' });
  // Creates one record of each entity, so that some ids exist.
  for (const entity of entityList)
    if (isWritten(entity) && entity.name !== 'user') {
      const { status, text } = await admin('POST', `/api/${entity.path}`, await inputFor(entity));
      expect(status, `${entity.name}: ${text}`).toBe(201);
    }
});

const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '14', '820', '10001', '10002') },
  { weight: 1, arbitrary: fc.constantFrom('0', '-1', '1.5', 'x', '%00', '%F0%9F', '9'.repeat(30), '..') },
);

interface Call {
  params: string[];
  query: unknown;
  body: unknown;
  key: string | undefined;
}

function callsOf(operation: Operation | undefined, names: number): fc.Arbitrary<Call> {
  const asked = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const query: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema ?? {}])),
  };
  return fc.record({
    params: fc.array(ids, { minLength: names, maxLength: names }),
    query: fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: 5, arbitrary: mostly(query) },
      fc.dictionary(fc.string({ maxLength: 8 }), nasty),
    ),
    body: mostly(operation?.requestBody?.content?.['application/json']?.schema),
    key: fc.option(fc.string({ minLength: 8, maxLength: 12 }).map(encodeURIComponent), { nil: undefined }),
  });
}

function addressOf(url: string, { params, query }: Call): string {
  let at = 0;
  const path = url.replaceAll(/:\w+|\*/g, () => params[at++] ?? '1');
  const text = typeof query === 'object' && query !== null ? buildQuery(query as Record<string, unknown>) : '';
  return text === '' ? path : `${path}?${text}`;
}

async function send(method: string, url: string, call: Call): Promise<{ status: number; text: string }> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const options: InjectOptions = {
    method: method as 'GET',
    url: addressOf(url, call),
    headers: {
      authorization: `Bearer ${token}`,
      [TICKET_HEADER]: TICKET_VALUE,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(call.key === undefined ? {} : { [IDEMPOTENCY_HEADER]: call.key }),
    },
    ...(hasBody ? { payload: JSON.stringify(call.body) ?? '' } : {}),
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It hangs.')), HANGS_AFTER_MS);
  try {
    const answer = await Promise.race([world.app.inject(options), late]);
    return { status: answer.statusCode, text: answer.body };
  } finally {
    clearTimeout(timer);
  }
}

const INSIDES = /\bat .*\.ts:\d+|node_modules|SELECT .* FROM |violates .* constraint|syntax error at/;

describe('Every call with arbitrary input', () => {
  it.each([
    ['of records', routes.filter(({ url }) => isEntity(url)), RUNS.entity],
    ['of everything else', routes.filter(({ url }) => !isEntity(url)), RUNS.other],
  ] as const)(
    'gets an answer and never a server error: %s',
    async (_name, of, runs) => {
      expect(of.length).toBeGreaterThan(50);
      const wrong: string[] = [];
      let served = 0;
      for (const { method, url } of of) {
        const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        const names = (url.match(/:\w+|\*/g) ?? []).length;
        const result = await fc.check(
          fc.asyncProperty(callsOf(operation, names), async (call) => {
            const { status, text } = await send(method, url, call);
            if (status === 401) await signIn();
            if (status < 300) served += 1;
            return status < 500 && !INSIDES.test(text);
          }),
          { numRuns: runs, seed: 2_026, endOnFailure: true },
        );
        if (result.failed)
          wrong.push(
            `${method} ${url}: ${JSON.stringify(result.counterexample)?.slice(0, 400)} ${result.errorInstance ?? ''}`,
          );
      }
      expect(wrong).toEqual([]);
      // Enough inputs must pass validation; otherwise the handlers were never reached.
      expect(served).toBeGreaterThan(of.length);
    },
    240_000,
  );
});
