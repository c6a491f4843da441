/** A proxy through which programs that know nothing of the farm of traps visit it under its names. */
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Elsewhere, Handler } from '../../apps/server/src/partners/links/testing/farm.ts';

const HOME = '127.0.0.1';

/** Where a host of the farm is; null if its name does not exist. */
function placeOf(host: Handler | Elsewhere | undefined, farmPort: number): { port: number } | null {
  if (host === undefined || typeof host === 'function') return { port: farmPort };
  return 'origin' in host ? { port: Number(new URL(host.origin).port) } : null;
}

export async function farmProxy(hosts: Readonly<Record<string, Handler | Elsewhere>>, farmPort: number) {
  const place = (hostname: string, port: number) =>
    hostname.endsWith('.farm.test') ? placeOf(hosts[hostname.replace(/\.farm\.test$/, '')], farmPort) : { port };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    const at = place(url.hostname, Number(url.port || 80));
    if (at === null) return void outgoing.destroy();
    const { method, headers } = incoming;
    const passed = request({ host: HOME, ...at, method, path: url.pathname + url.search, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    passed.end();
  });
  server.on('connect', (incoming, socket) => {
    const [hostname = '', port = '80'] = (incoming.url ?? '').split(':');
    const at = place(hostname, Number(port));
    socket.on('error', () => socket.destroy());
    if (at === null) return void socket.destroy();
    const through = connect({ host: HOME, ...at }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, HOME, resolve));
  return {
    url: `http://${HOME}:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
