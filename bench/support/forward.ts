/**
 * Forwards TCP connections between addresses. Started by itself it forwards what its argument names, as JSON, until it
 * is killed: so it stands in the network of another host (`own-host.ts`).
 */
import { createConnection, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Forwarding {
  from: { host: string; port: number };
  to: { host: string; port: number };
}

/** Listens and resolves when it does. A connection whose other side is away is closed. */
export function forward({ from, to }: Forwarding): Promise<Server> {
  const server = createServer((near) => {
    const far = createConnection(to);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, () => resolve(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted: Forwarding[] = JSON.parse(process.argv[2] ?? '[]');
  await Promise.all(wanted.map(forward));
  process.stdout.write('ready\n');
}
