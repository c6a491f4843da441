/** A mail server on loopback that counts what arrives, and that can be away for a while. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** How often a mail with each Message-ID was accepted. */
  arrived: ReadonlyMap<string, number>;
  /** Cuts all connections and refuses new ones until the returned function has been called. */
  goAway(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const arrived = new Map<string, number>();
  let server = await listen(0, arrived);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    async goAway() {
      await close(server);
      return async () => {
        server = await listen(port, arrived);
      };
    },
    close: () => close(server),
  };
}

async function listen(port: number, arrived: Map<string, number>): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // A server that goes away does not wait for its clients.
    closeTimeout: 10,
    onData(stream, _session, callback) {
      text(stream)
        .then((raw) => {
          const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? 'none';
          arrived.set(id, (arrived.get(id) ?? 0) + 1);
          callback();
        })
        .catch(callback);
    },
  });
  // A killed worker leaves its connections behind.
  server.on('error', (error) => console.log(`mail server: ${error.message}`));
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(resolve));
