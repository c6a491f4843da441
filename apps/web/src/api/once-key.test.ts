/** A call whose answer is lost is made again under the same key; an answered one gets a new key. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueDocument } from '@signpost/contract/calls/documents.ts';
import { IDEMPOTENCY_HEADER } from '@signpost/contract/envelope.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('window', new EventTarget());

const { send } = await import('./calls.ts');
const { ApiError } = await import('./error.ts');

type Behaviour = 'lose' | 'refuse' | 'answer';
let behaviour: Behaviour = 'answer';
const keys: unknown[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((call, reply) => {
    // The app asks for the state of a server that does not answer, beside the calls.
    if (call.method !== 'POST') return void reply.end('{}');
    keys.push(call.headers[IDEMPOTENCY_HEADER]);
    if (behaviour === 'lose') return void call.socket.destroy();
    const isRefused = behaviour === 'refuse';
    const message = isRefused ? 'The document has been issued already, as SP-1.' : 'Done';
    reply.writeHead(isRefused ? 409 : 200).end(JSON.stringify({ data: null, message, errors: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

async function issue(id: number, next: Behaviour): Promise<{ key: unknown; reason: string }> {
  behaviour = next;
  const body = { payloadHash: 'a'.repeat(64) };
  const reason = await send(issueDocument, { params: { id }, body }).then(
    () => '',
    (error: unknown) => (error instanceof ApiError ? error.reason : String(error)),
  );
  return { key: keys.at(-1), reason };
}

it('keeps the key of a call until its answer has arrived', async () => {
  const first = await issue(7, 'lose');
  expect(first).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), reason: 'Network error. Please try again.' });
  expect((await issue(8, 'answer')).key).not.toBe(first.key);
  expect(await issue(7, 'lose')).toEqual(first);
  expect(await issue(7, 'answer')).toEqual({ key: first.key, reason: '' });
  expect((await issue(7, 'answer')).key).not.toBe(first.key);
});

it('takes a new key after a refusal, and says what the server says of the present state', async () => {
  const refused = await issue(9, 'refuse');
  expect(refused.reason).toBe('The document has been issued already, as SP-1.');
  expect((await issue(9, 'answer')).key).not.toBe(refused.key);
});
