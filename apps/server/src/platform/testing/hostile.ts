/** A server on loopback whose answers are what no host should send. The first segment of the path says which. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

type Hostile = (socket: Socket, path: string) => void;

const CRLF = '\r\n';
const EVERY_MS = 40;
/** Writes a piece again and again until the other side has gone. */
const dripping =
  (begin: string, piece: string | Buffer): Hostile =>
  (socket) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(piece), EVERY_MS);
    socket.on('close', () => clearInterval(timer));
  };
const saying =
  (...parts: (string | Buffer)[]): Hostile =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const ending =
  (...parts: (string | Buffer)[]): Hostile =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
/** A complete answer. */
const answer = (status: string, headers: readonly string[] = [], body: string | Buffer = ''): Hostile =>
  ending([`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', ''].join(CRLF), body);
const page = (body: string | Buffer): Hostile => answer('200 OK', ['content-type: text/html'], body);
const redirect = (location: string): Hostile => answer('302 Found', [`location: ${location}`]);
const head = (...headers: string[]): string =>
  ['HTTP/1.1 200 OK', 'content-type: text/html', ...headers, '', ''].join(CRLF);
const many = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');
const switching = (...headers: string[]): string => ['HTTP/1.1 101 Switching Protocols', ...headers, '', ''].join(CRLF);

const UPGRADES: Readonly<Record<string, Hostile>> = {
  upgrade: saying(switching('Upgrade: websocket', 'Connection: Upgrade')),
  upgradeAndEnd: ending(switching('Upgrade: websocket', 'Connection: Upgrade')),
  upgradeKeptOpen: saying(switching('Upgrade: foo', 'Connection: keep-alive, Upgrade')),
  upgradeToH2: saying(switching('Upgrade: h2c', 'Connection: Upgrade'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  upgradeWithoutHeader: saying(switching()),
  upgradeThenAnswer: ending(switching('Upgrade: websocket', 'Connection: Upgrade'), head('content-length: 2'), 'ok'),
  upgradeAfterHints: saying(`HTTP/1.1 103 Early Hints${CRLF}${CRLF}`, switching('Upgrade: x', 'Connection: Upgrade')),
  upgradeAndTalk: dripping(switching('Upgrade: websocket', 'Connection: Upgrade'), Buffer.from([0x81, 0x01, 0x61])),
};

const STANDING: Readonly<Record<string, Hostile>> = {
  silent: () => undefined,
  endlessBody: (socket) => {
    socket.write(head());
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  },
  slowBody: dripping(head('content-length: 100000'), 'x'),
  slowChunks: dripping(head('transfer-encoding: chunked'), `1${CRLF}x${CRLF}`),
  slowHeaders: dripping(`HTTP/1.1 200 OK${CRLF}`, 'x-a: b\r\n'),
  slowHeaderName: dripping(`HTTP/1.1 200 OK${CRLF}x-`, 'a'),
  halfHeaders: saying(`HTTP/1.1 200 OK${CRLF}content-ty`),
  floodOf100: (socket) => {
    const flood = many(2_000, () => `HTTP/1.1 100 Continue${CRLF}${CRLF}`);
    dripping(flood, flood)(socket, '');
  },
  floodOf103: dripping(
    '',
    many(500, (at) => `HTTP/1.1 103 Early Hints${CRLF}link: <${at}>${CRLF}${CRLF}`),
  ),
  endlessChunkExtension: dripping(`${head('transfer-encoding: chunked')}5;`, 'a=b;'),
  hugeChunk: saying(`${head('transfer-encoding: chunked')}7fffffff${CRLF}`, 'x'),
  missingBody: saying(head('content-length: 1000'), 'short'),
};

const MALFORMED: Readonly<Record<string, Hostile>> = {
  emptyAnswer: ending(''),
  reset: (socket) => void socket.resetAndDestroy(),
  shortBody: ending(head('content-length: 1000'), 'short'),
  longBody: ending(head('content-length: 5'), 'x'.repeat(5_000)),
  negativeLength: ending(head('content-length: -1'), 'x'),
  twoLengths: ending(head('content-length: 1', 'content-length: 2'), 'xx'),
  lengthAndChunks: ending(head('content-length: 5', 'transfer-encoding: chunked'), `1${CRLF}x${CRLF}0${CRLF}${CRLF}`),
  badChunk: ending(head('transfer-encoding: chunked'), `zz${CRLF}x${CRLF}`),
  overflowingChunk: ending(head('transfer-encoding: chunked'), `ffffffffffffffffff${CRLF}x`),
  manyTrailers: ending(
    head('transfer-encoding: chunked'),
    `0${CRLF}`,
    many(5_000, (at) => `t${at}: x${CRLF}`),
    CRLF,
  ),
  http09: ending('<html>It works!</html>'),
  lineFeeds: ending('HTTP/1.1 200 OK\ncontent-length: 2\n\nok'),
  longReason: ending(`HTTP/1.1 200 ${'O'.repeat(100_000)}${CRLF}${CRLF}`),
  manyHeaders: ending(
    `HTTP/1.1 200 OK${CRLF}`,
    many(10_000, (at) => `x-${at}: y${CRLF}`),
    CRLF,
  ),
  longLocation: redirect(`http://127.0.0.1/${'a'.repeat(100_000)}`),
  tls: ending(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
  badBytes: ending('HTTP/1.1 200 OK\r\nx-a: ', Buffer.from([0xff, 0xfe, 0x80]), '\r\n\r\n', Buffer.alloc(500, 0xff)),
  headerWithNul: ending('HTTP/1.1 200 OK\r\nx-a: a\0b\r\n\r\nok'),
};

const COMPLETE: Readonly<Record<string, Hostile>> = {
  status000: answer('000 X'),
  status0: answer('0 X'),
  status999: answer('999 X'),
  noContentWithBody: answer('204 No Content', [], 'x'),
  gzipBomb: answer(
    '200 OK',
    ['content-type: text/html', 'content-encoding: gzip'],
    gzipSync(Buffer.alloc(50 * 1024 * 1024)),
  ),
  loop: (socket, path) => redirect(path)(socket, path),
  growing: (socket, path) => redirect(`${path}${'x'.repeat(500)}`)(socket, path),
  cookies: (socket, path) =>
    answer('302 Found', [
      `location: ${path}x`,
      ...Array.from({ length: 60 }, (_, at) => `set-cookie: c${at}${path.length}=${'v'.repeat(50)}`),
    ])(socket, path),
  toFile: redirect('file:///etc/passwd'),
  toGopher: redirect('gopher://example.com/'),
  toScript: redirect('javascript:alert(1)'),
  toData: redirect('data:text/html,x'),
  refreshToScript: answer('200 OK', ['content-type: text/html', 'refresh: 0; url=javascript:alert(1)'], 'x'),
  toNowhere: redirect('http://[broken'),
  retryForEver: answer('429 Too Many Requests', ['retry-after: 999999999']),
  retryOverflow: answer('503 Busy', ['retry-after: 99999999999999999999999999']),
  retryNonsense: answer('429 Too Many Requests', ['retry-after: -5, NaN']),
  nulInTitle: page('<title>a\0b</title>\0\0'),
  lonelySurrogates: page(Buffer.from([0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf])),
  deepPage: page('<div>'.repeat(50_000)),
  manyTags: page(`<meta ${'http-equiv '.repeat(20_000)}`),
  deepJson: answer('200 OK', ['content-type: application/json'], '['.repeat(100_000)),
  deepXml: answer('200 OK', ['content-type: text/xml'], '<a>'.repeat(50_000)),
  entityXml: answer(
    '200 OK',
    ['content-type: text/xml'],
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;&b;&b;</a>',
  ),
};

const ALL: Readonly<Record<string, Hostile>> = { ...UPGRADES, ...STANDING, ...MALFORMED, ...COMPLETE };
export const HOSTILE_ANSWERS = Object.keys(ALL);

export interface HostileServer {
  /** The address of one of {@link HOSTILE_ANSWERS}. */
  urlOf(name: string): string;
  close(): Promise<void>;
}

export async function hostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other side gives up, which is the point.
    socket.on('error', () => socket.destroy());
    socket.once('data', (request) => {
      const path = /^\w+ (\S+)/.exec(request.toString('latin1'))?.[1] ?? '/';
      ALL[path.split(/[/?]/)[1] ?? '']?.(socket, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}/x`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
