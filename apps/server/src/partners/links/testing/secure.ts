/** Traps behind certificates: valid, about to end, ended, and of another host. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authority, type Certificate } from '@signpost/testkit/certificates.ts';
import type { Trap } from './traps.ts';

const DAY_MS = 86_400_000;
const HOME = '127.0.0.1';
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS);

/** Starts the hosts and trusts their authority in this process until closed. */
export async function secureTraps() {
  const trusted = authority('Signpost tests');
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, trusted.cert]);
  const closers: (() => Promise<unknown>)[] = [];

  async function secure(certificate: Certificate): Promise<{ origin: string }> {
    const server = createServer(certificate, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Best Casino</title>'),
    );
    await new Promise<void>((resolve) => server.listen(0, HOME, resolve));
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return { origin: `https://${HOME}:${(server.address() as AddressInfo).port}` };
  }

  const soonOver = inDays(3);
  const traps: readonly Trap[] = [
    { name: 'certificate', host: await secure(trusted.issue(HOME, inDays(-1), inDays(90))), verdict: 'ok' },
    { name: 'certsoon', host: await secure(trusted.issue(HOME, inDays(-80), soonOver)), verdict: 'ok' },
    { name: 'certended', host: await secure(trusted.issue(HOME, inDays(-90), inDays(-1))), verdict: 'broken' },
    { name: 'certother', host: await secure(trusted.issue('127.0.0.2', inDays(-1), inDays(9))), verdict: 'broken' },
  ];
  return {
    traps,
    soonOver,
    async close(): Promise<void> {
      setDefaultCACertificates(usual);
      await Promise.all(closers.map((close) => close()));
    },
  };
}
