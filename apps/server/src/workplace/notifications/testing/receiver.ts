/** A server on loopback that stands for Slack, Telegram, webhooks and a push service. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { outgoing, type Send } from '../../../platform/outgoing.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface TestReceiver {
  home: string;
  received: Received[];
  /** The status of the next answers, by path; 200 for others. */
  answers: Map<string, number>;
  /** Sends to this server whatever is meant for Slack or Telegram. */
  send: Send;
  close(): Promise<void>;
}

export async function testReceiver(): Promise<TestReceiver> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    buffer(request).then(
      (body) => {
        receiver.received.push({ path, headers: request.headers, body });
        response.writeHead(receiver.answers.get(path) ?? 200).end('ok');
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = outgoing({ allowPrivate: true });
  const receiver: TestReceiver = {
    home,
    received: [],
    answers: new Map(),
    send: (request) =>
      real({ ...request, url: request.url.replace(/^https:\/\/(hooks\.slack\.com|api\.telegram\.org)/, home) }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

const HEADER = { salt: 16, keyLength: 20, key: 21 } as const;
const TAG_BYTES = 16;

/** A browser with a push subscription: it decrypts what arrives (RFC 8291, RFC 8188). */
export function testBrowser(endpoint: string) {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    subscription: { endpoint, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') } },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, HEADER.salt);
      const end = HEADER.key + body.readUInt8(HEADER.keyLength);
      const sender = body.subarray(HEADER.key, end);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const secret = derive(pair.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(body.subarray(end, -TAG_BYTES)), decipher.final()]);
      return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
    },
  };
}
