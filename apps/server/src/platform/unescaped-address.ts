/**
 * Reads requests whose address holds bytes that its sender should have escaped. Node refuses them, but browsers are the
 * only programs that escape every address: curl, PHP and many networks send names and macros as they are.
 */
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';

const REQUEST_LINE = /^([A-Z]{3,7} )(\S[^\r\n]*)( HTTP\/1\.[01])$/;
const UNESCAPED = /[ \t\u0080-\u00ff]/g;

/** The packet of a refused request with its address escaped, or undefined if it is refused for another reason. */
export function escapedRequest(packet: Buffer): Buffer | undefined {
  const end = packet.indexOf('\r\n');
  if (end === -1 || !packet.includes('\r\n\r\n')) return undefined;
  const [, method, address, version] = REQUEST_LINE.exec(packet.toString('latin1', 0, end)) ?? [];
  if (method === undefined || address === undefined || version === undefined) return undefined;
  const escaped = address.replace(UNESCAPED, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  if (escaped === address) return undefined;
  // The answer ends the connection, whose reader has stopped at the refused line.
  const begin = `${method}${escaped}${version}\r\nConnection: close`;
  return Buffer.concat([Buffer.from(begin, 'latin1'), packet.subarray(end)]);
}

/** Lets a server read such requests; it refuses all other invalid requests as Node does. */
export function readUnescapedAddresses(server: Server): void {
  server.on('clientError', (err: Error & { code?: string; rawPacket?: Buffer }, socket) => {
    const request = err.rawPacket && escapedRequest(err.rawPacket);
    if (request === undefined || !socket.writable || isAnswering(socket)) {
      if (socket.writable)
        socket.end(`HTTP/1.1 ${REFUSALS[err.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`, () =>
          socket.destroy(),
        );
      else socket.destroy();
      return;
    }
    server.emit('connection', connectionWith(request, socket));
  });
}

/** Whether an earlier request of this connection still waits for its answer, which must be sent first. Node stores that answer in `_httpMessage`. */
const isAnswering = (socket: Duplex): boolean => '_httpMessage' in socket && Boolean(socket._httpMessage);

/** The answers of Node to requests that it cannot read, by the code of the error. */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** A connection on which one request has arrived, and whose answer goes to the socket of the refused one. */
function connectionWith(request: Buffer, socket: Duplex): Duplex {
  const connection = new Duplex({
    read: () => undefined,
    write: (chunk, encoding, done) => {
      socket.write(chunk, encoding, done);
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (err, done) => {
      socket.destroy();
      done(err);
    },
  });
  const remoteAddress = 'remoteAddress' in socket ? socket.remoteAddress : undefined;
  Object.defineProperty(connection, 'remoteAddress', { value: remoteAddress });
  socket.once('close', () => connection.destroy());
  connection.push(request);
  return connection;
}
