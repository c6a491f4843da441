/** A lead buyer that runs independently of the product and accepts every person once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestBuyer {
  url: string;
  /** Everybody it accepted. */
  taken: ReadonlySet<string>;
  stop(): Promise<void>;
}

export async function startBuyer(): Promise<TestBuyer> {
  const taken = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { email } = JSON.parse(Buffer.concat(chunks).toString()) as { email: string };
      const known = taken.has(email);
      taken.add(email);
      response.writeHead(known ? 409 : 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
