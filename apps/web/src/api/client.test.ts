import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal('window', new EventTarget());

const { request } = await import('./client.ts');
const { ApiError } = await import('./error.ts');
const { getSession, keepSession } = await import('./session.ts');

let answer: { status: number; body: string } = { status: 200, body: '{}' };
let seen: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders; body: string };
let server: Server;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = createServer((call, reply) => {
    let body = '';
    call.on('data', (part) => {
      body += String(part);
    });
    call.on('end', () => {
      seen = { method: call.method, url: call.url, headers: call.headers, body };
      reply.writeHead(answer.status, { 'x-request-id': 'req-1' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  keepSession({
    token: 'stored',
    user: {
      id: 1,
      name: 'Ada',
      email: 'ada@demo.invalid',
      grade: 'Admin',
      includedPaths: [],
      excludedPaths: [],
      timeZone: 'UTC',
      homeTab: null,
      weekStart: 'monday',
      numberFormat: null,
      displayCurrency: null,
    },
    demo: false,
    baseCurrency: 'EUR',
  });
});

const json = (status: number, body: unknown) => {
  answer = { status, body: JSON.stringify(body) };
};
const failed = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The call should have failed with an ApiError.');
  return error;
};

describe('a call', () => {
  it('sends the token, the ticket and JSON, and returns data, status, message and meta', async () => {
    json(201, { data: { id: 7 }, status: 'SUCCESS', message: 'Process successfully completed', meta: { total: 1 } });
    const result = await request<{ id: number }>('partners', { method: 'POST', body: { name: 'Best' } });
    expect(result).toEqual({
      data: { id: 7 },
      status: 'SUCCESS',
      message: 'Process successfully completed',
      meta: { total: 1 },
      requestId: 'req-1',
    });
    expect(seen).toMatchObject({ method: 'POST', url: '/api/partners', body: '{"name":"Best"}' });
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer stored',
      'content-type': 'application/json',
      accept: 'application/json',
      'x-signpost-ticket': 'signpost-web-1',
    });
  });
  it('sends the JSON content type without a body too, as the specification asks', async () => {
    json(200, { data: null });
    await request('saved-views/7', { method: 'DELETE' });
    expect(seen.headers['content-type']).toBe('application/json');
    await request('tags');
    expect(seen.headers['content-type']).toBe('application/json');
  });
  it('accepts another token and sends files as multipart', async () => {
    json(200, { data: null });
    const form = new FormData();
    form.set('file', new Blob(['x']), 'a.csv');
    await request('images', { method: 'POST', body: form, token: 'other' });
    expect(seen.headers.authorization).toBe('Bearer other');
    expect(seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });
  it('streams a file', async () => {
    answer = { status: 200, body: 'a,b' };
    const { data } = await request<Blob>('export', { streamFile: true });
    expect(await data.text()).toBe('a,b');
    expect(seen.headers.accept).toBe('application/octet-stream');
  });
});

describe('a failed call', () => {
  it.each([
    [404, 'ITEM_NOT_FOUND', 'Item not found'],
    [400, 'FAIL', 'Process failed'],
    [500, 'SERVER_ERROR', 'Server Error.'],
    [418, 'FAIL', 'Process failed'],
  ])('says of %i what the catalogue says', async (status, code, message) => {
    json(status, {
      data: null,
      message: 'own words',
      errorCode: 'OWN',
      errors: [{ path: 'name', message: 'wrong' }, 'rubbish'],
    });
    const error = await failed(request('x'));
    expect(error).toMatchObject({ httpStatus: status, status: code, message, errorCode: 'OWN', requestId: 'req-1' });
    expect(error.errors).toEqual([{ path: 'name', message: 'wrong' }]);
  });
  it('returns a bad request with its own message when several calls are sent', async () => {
    json(400, { message: 'own words' });
    expect(await request('x', { promiseAll: true })).toMatchObject({ name: 'ApiError', message: 'own words' });
  });
  it('is a network error when no server answers', async () => {
    const stubbed = globalThis.fetch;
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:1/'));
    const error = await failed(request('x'));
    vi.stubGlobal('fetch', stubbed);
    expect(error).toMatchObject({ status: 'NETWORK_ERROR', message: 'Network error. Please try again.' });
  });
  it('ends the session on 401, but not when a token was passed in', async () => {
    json(401, {});
    await failed(request('x', { token: 'other' }));
    expect(getSession()).not.toBeNull();
    const error = await failed(request('x'));
    expect(error.message).toMatch(/^Unauthorized Request\. Please re-login\./);
    expect(getSession()).toBeNull();
    expect(kept.has('signpost.session')).toBe(false);
  });
  it('refuses an answer that is not an envelope', async () => {
    answer = { status: 200, body: '<html>' };
    expect((await failed(request('x'))).status).toBe('SERVER_ERROR');
  });
});
