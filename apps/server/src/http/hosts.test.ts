import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';

const demo = await testApp({ env: { demo: true } });
const production = await testApp({ env: { publicUrl: new URL('https://signpost.example/') } });
const open = await testApp();

async function statusOf({ app }: typeof demo, headers: Record<string, string>, url = '/api/auth/config') {
  return (await app.inject({ url, headers: { [TICKET_HEADER]: TICKET_VALUE, ...headers } })).statusCode;
}

describe('The demo without PUBLIC_URL', () => {
  it('answers requests to the names of this machine', async () => {
    for (const host of ['localhost:4000', '127.0.0.1:4000', '127.1.2.3', '[::1]:4000', 'demo.localhost', 'LOCALHOST'])
      expect([host, await statusOf(demo, { host })]).toEqual([host, 200]);
  });

  it('refuses to sign anyone in under another host name or through a proxy', async () => {
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
      expect([host, await statusOf(demo, { host })]).toEqual([host, 403]);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'via', 'cf-connecting-ip'])
      expect(await statusOf(demo, { host: 'localhost', [header]: 'for=1.2.3.4' })).toBe(403);
  });
});

describe('A request line or header that names another host', () => {
  const answerTo = async (lines: readonly string[]): Promise<string> => {
    const origin = demo.app.server.listening
      ? demo.app.listeningOrigin
      : await demo.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return (await text(socket)).split('\r\n', 1)[0] ?? '';
  };

  it('is judged by the host that counts, and two hosts are refused', async () => {
    const path = '/api/health';
    expect(await answerTo([`GET ${path} HTTP/1.1`, 'Host: localhost'])).toContain(' 200 ');
    expect(await answerTo([`GET ${path} HTTP/1.1`, 'Host: localhost', 'host: evil.example'])).toContain(' 400 ');
    expect(await answerTo([`GET http://localhost${path} HTTP/1.1`, 'Host: evil.example'])).toContain(' 200 ');
    expect(await answerTo([`GET http://evil.example${path} HTTP/1.1`, 'Host: localhost'])).toContain(' 403 ');
  });
});

describe('PUBLIC_URL', () => {
  it('allows its own host and this machine, and refuses every other host', async () => {
    for (const host of ['signpost.example', 'signpost.example:443', 'localhost:4000'])
      expect([host, await statusOf(production, { host })]).toEqual([host, 200]);
    for (const host of ['evil.example', 'a.signpost.example']) expect(await statusOf(production, { host })).toBe(403);
    expect(await statusOf(production, { host: 'signpost.example', 'x-forwarded-for': '1.2.3.4' })).toBe(200);
  });

  it('allows any host when it is not set, for a proxy that checks hosts itself', async () => {
    expect(await statusOf(open, { host: 'anything.example' })).toBe(200);
  });
});

describe('Headers', () => {
  it('of every answer isolate the app from other sites, and ask for https only where it is served so', async () => {
    const headersOf = async ({ app }: typeof demo, url: string) => (await app.inject({ url })).headers;
    for (const url of ['/api/health', '/nothing']) {
      expect(await headersOf(open, url)).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(await headersOf(open, url)).not.toHaveProperty('strict-transport-security');
    }
    const secure = await production.app.inject({ url: '/api/health', headers: { host: 'signpost.example' } });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(await headersOf(open, '/api/public/leads')).not.toHaveProperty('cross-origin-resource-policy');
  });

  it('that a call forgets are named in the refusal', async () => {
    const answer = await open.app.inject({ url: '/api/partners' });
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining(TICKET_HEADER)]);
  });
});
