/** A push service on loopback, and browsers that have subscribed there. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { testBrowser } from '../../../workplace/notifications/testing/receiver.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  http: number;
}

interface Answer {
  http: number;
  headers?: Record<string, string>;
}

export interface TestPushService {
  home: string;
  received: Received[];
  /** Judges a message by its path; 201 where it returns nothing. */
  judge: (path: string, headers: IncomingHttpHeaders) => Answer | undefined | Promise<Answer | undefined>;
  close(): Promise<void>;
}

export async function testPushService(): Promise<TestPushService> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    buffer(request)
      .then(async (body) => {
        const { http, headers = {} } = (await service.judge(path, request.headers)) ?? { http: 201 };
        service.received.push({ path, headers: request.headers, body, http });
        response.writeHead(http, headers).end();
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: TestPushService = {
    home: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    judge: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

let made = 0;

/** A browser with a subscription of its own. */
export function pushBrowser(service: TestPushService) {
  made += 1;
  const path = `/p/${made}`;
  const { subscription, decrypt } = testBrowser(`${service.home}${path}`);
  const { endpoint, keys } = subscription;
  return {
    path,
    endpoint,
    ...keys,
    /** The messages that the service took for it, as the browser reads them. */
    messages: (): Record<string, string>[] =>
      service.received
        .filter((one) => one.path === path && one.http < 300)
        .map(({ body }) => JSON.parse(decrypt(body))),
    attempts: () => service.received.filter((one) => one.path === path),
  };
}
export type PushBrowser = ReturnType<typeof pushBrowser>;
