/** Requests with unescaped addresses, sent as bytes to a real server (docs/product/links-and-hosts.md). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readBody } from './request-body.ts';
import { readUnescapedAddresses } from './unescaped-address.ts';

const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  readBody(request, 1_000).then(
    (body) => response.end(JSON.stringify([request.socket.remoteAddress, request.url, body?.toString()])),
    // A connection that is refused ends while its first request is still read.
    () => response.destroy(),
  );
});
readUnescapedAddresses(server);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Everything that the server answers until it ends the connection. */
async function answerTo(request: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(Buffer.from(request, encoding));
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

const read = (url: string, body = '') => JSON.stringify(['127.0.0.1', url, body]);

describe('An address', () => {
  it.each([
    ['/box_1?sub1=Zürich', 'utf8', '/box_1?sub1=Z%c3%bcrich'],
    ['/box_1?sub1=Zürich', 'latin1', '/box_1?sub1=Z%fcrich'],
    ['/box_1?sub1=サイト', 'utf8', '/box_1?sub1=%e3%82%b5%e3%82%a4%e3%83%88'],
    ['/postback/key?amount=20¤cy=USD', 'utf8', '/postback/key?amount=20%c2%a4cy=USD'],
    ['/postback/key?status=first deposit&sum=1', 'utf8', '/postback/key?status=first%20deposit&sum=1'],
    ['/postback/key?txid={id}&name=%C3%BC é', 'utf8', '/postback/key?txid={id}&name=%C3%BC%20%c3%a9'],
    ['/d_sale\u200b', 'utf8', '/d_sale%e2%80%8b'],
    ['http://go.example/d_straße', 'utf8', 'http://go.example/d_stra%c3%9fe'],
  ] as const)('%s in %s is read as %s', async (sent, encoding, url) => {
    const answer = await answerTo(
      `GET ${sent} HTTP/1.1\r\nHost: go.example\r\nConnection: keep-alive\r\n\r\n`,
      encoding,
    );
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).toContain(read(url));
  });

  it('is read in front of a body', async () => {
    const post = 'POST /postback/key?a=ü HTTP/1.1\r\nHost: go.example\r\nContent-Length: 9\r\n\r\nstatus=ü';
    expect(await answerTo(post)).toContain(read('/postback/key?a=%c3%bc', 'status=ü'));
  });

  it('is read behind an answered request of its connection, and refused while that one waits', async () => {
    const first = 'GET /first HTTP/1.1\r\nHost: go.example\r\n\r\n';
    const second = 'GET /ü HTTP/1.1\r\nHost: go.example\r\n\r\n';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(first);
    let answers = '';
    for await (const part of socket) {
      answers += String(part);
      if (answers.endsWith(read('/first'))) socket.write(second);
    }
    expect(answers).toContain(read('/%c3%bc'));
    expect(await answerTo(`${first}${second}`)).not.toContain(read('/%c3%bc'));
  });
});

describe('A request that cannot be read for another reason', () => {
  it.each([
    ['400 Bad Request', 'GET /a\u0000b HTTP/1.1\r\nHost: go.example\r\n\r\n'],
    ['400 Bad Request', 'GET /ü HTTP/1.1\r\nHost: go.example\r\nContent-Length: x\r\n\r\n'],
    ['400 Bad Request', 'nothing of this kind\r\n\r\n'],
    ['400 Bad Request', 'GET /ü HTTP/9.9\r\nHost: go.example\r\n\r\n'],
    ['431 Request Header Fields Too Large', `GET /${'ü'.repeat(20_000)} HTTP/1.1\r\nHost: go.example\r\n\r\n`],
  ])('is refused with %s', async (status, request) => {
    expect((await answerTo(request)).startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  });
});
