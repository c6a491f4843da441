import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { checkHostNow, listHostChecks } from '@signpost/contract/calls/hosts.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { outgoing, type Send } from '../../platform/outgoing.ts';
import { checkHost } from './check.ts';
import { hostRound } from './jobs.ts';

const domainCalls = entityCalls(domain);

const now = new Date('2026-11-01T10:00:00Z');
const free = outgoing({ allowPrivate: true });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('A host', () => {
  it('is healthy when it answers, and otherwise has a reported problem', async () => {
    const well = await serve((_, response) => response.end('hello'));
    const ill = await serve((_, response) => response.writeHead(503).end());
    expect(await checkHost(free, 'well.example', now, well)).toMatchObject({ http: 200, problem: null });
    expect(await checkHost(free, 'ill.example', now, ill)).toMatchObject({
      http: 503,
      problem: 'The host answers with 503.',
    });
    const gone = await checkHost(free, 'gone.example', now, 'http://127.0.0.1:1/');
    expect(gone).toMatchObject({ http: null, problem: 'The connection was refused.' });
    const plain = await checkHost(free, 'plain.example', now, well.replace('http:', 'https:'));
    expect(plain.problem).not.toBeNull();
    const closed = outgoing({ allowPrivate: false });
    expect((await checkHost(closed, 'x.example', now, well)).problem).toBe('The address leads into a private network.');
  });

  it('is reported as a problem two weeks before its certificate ends', async () => {
    const until =
      (certificateUntil: string): Send =>
      async () => ({
        http: 200,
        location: null,
        contentType: '',
        body: '',
        ms: 1,
        certificateUntil,
        headers: {},
        cookies: [],
      });
    expect((await checkHost(until('2026-11-14T00:00:00.000Z'), 'a.example', now)).problem).toMatch(
      /expires on 2026-11-14/,
    );
    expect((await checkHost(until('2026-12-14T00:00:00.000Z'), 'a.example', now)).problem).toBeNull();
  });
});

describe('host checks', () => {
  it('run once a day for each host, in one worker, and every result is stored', async () => {
    const world = await testApp();
    const admin = await world.signIn('Admin');
    for (const name of ['one.example', 'two.example'])
      expect((await attempt(admin, domainCalls.create, { body: { name, tags: [] } })).status).toBe(201);
    const asked: string[] = [];
    const send: Send = async ({ url }) => {
      asked.push(url);
      return {
        http: 200,
        location: null,
        contentType: '',
        headers: {},
        cookies: [],
        body: '',
        ms: 3,
        certificateUntil: null,
      };
    };
    const deps = { db: world.db, log: createLog({ level: 'silent', name: 'test' }), send };
    const [first, second] = await Promise.all([hostRound(deps, now), hostRound(deps, now)]);
    expect(first + second).toBe(2);
    expect(asked.sort()).toEqual(['https://one.example/', 'https://two.example/']);
    expect(await hostRound(deps, new Date(now.getTime() + 23 * 3_600_000))).toBe(0);
    expect(await hostRound(deps, new Date(now.getTime() + 25 * 3_600_000))).toBe(2);
    const data = await call(admin, listHostChecks, { query: { host: 'one.example' } });
    expect(data).toMatchObject([{ problem: null, ms: 3 }, { at: now.toISOString() }]);

    const strange = await attempt(admin, checkHostNow, { body: { host: 'elsewhere.example' } });
    expect(strange).toMatchObject({ status: 400, body: { errors: [{ path: 'host' }] } });
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, listHostChecks, { query: { host: 'one.example' } })).status).toBe(403);
  });
});
