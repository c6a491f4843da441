/** A farm of hosts on loopback: every name under `.farm.test` is answered by a handler of its own, over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingError, outgoing, type Send } from '../../../platform/outgoing.ts';

export interface Visit {
  /** The path and the query. */
  path: string;
  query: URLSearchParams;
  method: string;
  cookie: string;
  /** How many requests this host has had, this one included. */
  count: number;
}

export type Handler = (visit: Visit, response: ServerResponse, request: IncomingMessage) => void;

/** A host that answers in a way that HTTP cannot: another origin, or no name. */
export type Elsewhere = { origin: string } | { code: string };

/** Ample: other work beside must not turn a test red. */
const PATIENCE_MS = 20_000;
/** For hosts whose answer never ends. */
const SHORT_PATIENCE_MS = 400;
const ENDLESS: ReadonlySet<string> = new Set(['hanging', 'drip']);

export async function farm(hosts: Readonly<Record<string, Handler | Elsewhere>>) {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    // Through `send` the host stands in the path; through the proxy it stands where it belongs.
    const named = /^[^:]+\.farm\.test/.exec(request.headers.host ?? '')?.[0];
    const [, host = '', rest = ''] =
      named === undefined
        ? (/^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [])
        : ['', named, (request.url ?? '').replace(/^http:\/\/[^/]+/, '')];
    const handler = hosts[host.replace(/\.farm\.test$/, '')];
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    if (typeof handler !== 'function') return void response.writeHead(404).end('Not found');
    const url = new URL(rest, 'http://x');
    handler(
      {
        path: url.pathname,
        query: url.searchParams,
        method: request.method ?? '',
        cookie: request.headers.cookie ?? '',
        count,
      },
      response,
      request,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = outgoing({ allowPrivate: true });
  const send: Send = async (request) => {
    const url = new URL(request.url);
    const name = url.hostname.replace(/\.farm\.test$/, '');
    const host = hosts[name];
    const rest = url.pathname + url.search;
    const timed = { ...request, timeoutMs: ENDLESS.has(name) ? SHORT_PATIENCE_MS : PATIENCE_MS };
    if (host === undefined || typeof host === 'function')
      return await real({ ...timed, url: `${home}/${url.hostname}${rest}` });
    if ('origin' in host) return await real({ ...timed, url: host.origin + rest });
    throw new OutgoingError('unknown_host', 1, Object.assign(new Error('no such host'), { code: host.code }));
  };
  return {
    send,
    port: (server.address() as AddressInfo).port,
    requestsTo: (host: string): number => counts.get(`${host}.farm.test`) ?? 0,
    close(): Promise<unknown> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
