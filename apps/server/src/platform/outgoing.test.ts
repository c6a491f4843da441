import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { addressProblem, isPublicAddress, isRefusal, OutgoingError, outgoing } from './outgoing.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'an answer',
    (error: unknown) => (error instanceof OutgoingError ? error.problem : error),
  );

describe('An outgoing request', () => {
  const guarded = outgoing({ allowPrivate: false });
  const free = outgoing({ allowPrivate: true });

  it('never reaches a private network, however the address is written', async () => {
    const home = await serve((_, response) => response.end('secret'));
    const { port } = new URL(home);
    const forms = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '[::]',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '127.0.0.1.',
      'localhost.',
      '①②⑦.⓪.⓪.①',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fc00::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '100.64.0.1',
      '172.31.0.1',
    ].map((host) => `http://${host}:${port}/`);
    for (const url of forms)
      expect([url, await problemOf(guarded({ url, timeoutMs: 3_000 }))]).not.toContain('an answer');
    expect(await problemOf(guarded({ url: home }))).toBe('private_address');
    expect(await problemOf(guarded({ url: `http://localhost:${port}` }))).toBe('private_address');
    expect((await free({ url: home })).body).toBe('secret');
    // Where addresses are stored, the names of this computer are refused as its numbers are.
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1'])
      expect([host, addressProblem(`https://${host}/x`, false)]).toEqual([host, 'private_address']);
    expect(addressProblem('https://localhost/x', true)).toBeNull();
    expect(addressProblem('https://localhost.example.com/x', false)).toBeNull();
  });

  it.each(['ftp://example.com', 'file:///etc/passwd', 'javascript:1', 'nothing', ''])('refuses %s', async (url) => {
    expect(await problemOf(guarded({ url }))).toBe('bad_address');
  });

  it('says why an address is refused that nobody could open', async () => {
    expect(await problemOf(guarded({ url: 'http://user:pass@example.com' }))).toBe('has_login');
    expect(await problemOf(guarded({ url: `https://${'a'.repeat(64)}.example` }))).toBe('bad_host');
    expect(await problemOf(guarded({ url: `https://${'a.'.repeat(130)}example` }))).toBe('bad_host');
    expect(await problemOf(guarded({ url: `https://example.com/${'a'.repeat(8_192)}` }))).toBe('long_address');
    for (const problem of ['has_login', 'bad_host', 'long_address', 'private_address'] as const)
      expect([problem, isRefusal(problem)]).toEqual([problem, true]);
    expect(isRefusal('timeout')).toBe(false);
  });

  it('never reaches the metadata services of clouds, even where private addresses are allowed', async () => {
    for (const host of [
      '169.254.169.254',
      '169.254.170.2',
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[fd00:ec2::254]',
      '[fe80::a9fe:a9fe]',
      '[::a9fe:a9fe]',
      '[2002:a9fe:a9fe::]',
      '[2002:a9fe:a9fe::1]',
      '[64:ff9b::169.254.169.254]',
      '[64:ff9b:1::a9fe:a9fe]',
      '[64:ff9b:1:a9fe:a9:fe00::]',
      '[2001:0:a9fe:a9fe::1]',
      '[2001:0:808:808:0:0:5601:5601]',
      '[fe80::5efe:a9fe:a9fe]',
      '[64:ff9b::100.100.100.200]',
      '100.100.100.200',
      'metadata.google.internal',
      'Metadata.Google.Internal.',
    ])
      for (const send of [free, guarded])
        expect([host, await problemOf(send({ url: `http://${host}/latest/`, timeoutMs: 2_000 }))]).toEqual([
          host,
          'private_address',
        ]);
  });

  it('does not follow redirects, sends the given headers and body, and truncates long answers', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/long') return response.end('x'.repeat(3_000_000));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      return request.on('end', () => {
        response.writeHead(302, { location: '/next', 'content-type': 'text/x' });
        response.end(`${request.method} ${request.headers['x-one']} ${Buffer.concat(chunks)}`);
      });
    });
    const answer = await free({ url, method: 'POST', headers: { 'x-one': 'two' }, body: 'three' });
    expect(answer).toMatchObject({ http: 302, location: '/next', contentType: 'text/x', body: 'POST two three' });
    expect((await free({ url: `${url}/long` })).body).toHaveLength(2 * 1024 * 1024);
  });

  it.each([
    ['/Сумка/x', '/Сумка/x'],
    ['/ok?q=Сумка&c=é', '/ok?q=Сумка&c=é'],
    ['/日本', '/日本'],
    ['/%D0%A1', '/%D0%A1'],
  ])('reads the redirect to %s as browsers do, in UTF-8', async (sent, read) => {
    const url = await serve((_, response) => {
      response.writeHead(302, { location: Buffer.from(sent).toString('latin1') });
      response.end();
    });
    expect((await free({ url })).location).toBe(read);
  });

  it('reads a redirect that is no UTF-8 as Latin-1', async () => {
    const url = await serve((_, response) => {
      response.writeHead(302, { location: '/caf\u00e9' });
      response.end();
    });
    expect((await free({ url })).location).toBe('/café');
  });

  it('answers with a part of a slow or long body where that is enough, and with the headers', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'retry-after': '5', 'set-cookie': ['a=1', 'b=2'] });
      response.write('begin');
      if (request.url === '/long') response.end('x'.repeat(1_000));
    });
    const part = { timeoutMs: 200, acceptsPart: true };
    expect(await free({ url, ...part })).toMatchObject({
      body: 'begin',
      headers: { 'retry-after': '5' },
      cookies: ['a=1', 'b=2'],
    });
    expect(await problemOf(free({ url, timeoutMs: 200 }))).toBe('timeout');
    expect((await free({ url: `${url}/long`, mostBytes: 8 })).body).toBe('beginxxx');
  });

  it.each([
    ['204 with a body', 'HTTP/1.1 204 No Content\r\n\r\n{"status":"ok"}', { http: 204, body: '' }],
    ['more bytes than it says', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more', { http: 200, body: 'ok' }],
    [
      'a second answer',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n',
      { http: 200, body: 'ok' },
    ],
  ])('takes an answer as it is in %s', async (_form, bytes, answer) => {
    const url = await serve((request) => void request.socket.write(bytes));
    for (const headers of [{}, { connection: 'keep-alive' }])
      expect(await free({ url, method: 'POST', body: 'a=1', headers })).toMatchObject(answer);
  });

  it('answers with the status if the status decides, even when the body breaks off or never ends', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begin', () => request.url === '/cut' && request.socket.destroy());
    });
    for (const path of ['/cut', '/hanging']) {
      const asked = { url: url + path, timeoutMs: 500 };
      expect(await free({ ...asked, headDecides: true })).toMatchObject({ http: 200, body: 'begin' });
      expect(await problemOf(free(asked))).toBe(path === '/cut' ? 'broken' : 'timeout');
    }
  });

  it('reports why it failed', async () => {
    const hanging = await serve(() => undefined);
    const breaking = await serve((request) => request.socket.destroy());
    expect(await problemOf(free({ url: hanging, timeoutMs: 150 }))).toBe('timeout');
    expect(await problemOf(free({ url: breaking }))).toBe('broken');
    expect(await problemOf(free({ url: 'http://127.0.0.1:1/' }))).toBe('refused');
    expect(await problemOf(free({ url: 'http://no-such-host.invalid/' }))).toBe('unknown_host');
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('%s is public: %s', (address, open) => {
  expect(isPublicAddress(address)).toBe(open);
});
