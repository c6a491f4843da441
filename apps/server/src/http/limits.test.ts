/** Malformed and slow requests over real HTTP. */
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { beforeAll, expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');
let origin = '';
beforeAll(async () => {
  origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
});

const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` };

it.each(['/api/images', '/api/gambling-imports'])(
  'answers 400 to a form of %s that is broken off or malformed',
  async (path) => {
    const part = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDate,Country\r\n';
    for (const body of [part, part.slice(0, 40), '--cut', '--cut--', 'nothing', '']) {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=cut' },
        body,
      });
      expect([answer.status, await answer.json()], body).toMatchObject([400, { errorCode: 'VALIDATION' }]);
    }
  },
);

it('refuses ranges over references and numbers that no column can hold', async () => {
  for (const [filter, status] of [
    ['filters[managerId][from]=abc', 400],
    ['filters[managerId][from]=1', 400],
    ['filters[status][to]=z', 400],
    ['filters[createdAt][from]=+275760-09-13', 400],
    ['filters[commissionPercent][from]=10.5', 200],
    ['filters[name][from]=a', 200],
  ] as const)
    expect((await admin('GET', `/api/publishers?${filter}`)).status, filter).toBe(status);
});

it('limits the time of a request and the number of connections', () => {
  const { requestTimeout, headersTimeout, timeout, maxConnections } = world.app.server;
  for (const [limit, most] of [
    [requestTimeout, 60_000],
    [headersTimeout, 30_000],
    [timeout, 300_000],
    [maxConnections, 20_000],
  ] as const) {
    expect(limit).toBeGreaterThan(0);
    expect(limit).toBeLessThanOrEqual(most);
  }
});

it('closes a connection whose body arrives too slowly', async () => {
  const { server } = world.app;
  server.headersTimeout = 100;
  server.requestTimeout = 200;
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const drip = setInterval(() => socket.write(' '), 100);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    clearInterval(drip);
  });
  // A byte that is under way when the server closes is answered by a reset.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    'POST /api/public/leads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  await closed;
  clearInterval(drip);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

it('keeps idle connections open for 75 seconds, longer than the balancers in front use them', async () => {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}/api/health`, { headers: { connection: 'keep-alive' } }, resolve).on('error', reject);
  });
  const answer = await answered;
  answer.resume();
  expect(answer.headers['keep-alive']).toBe('timeout=75');
});
