/** A host's certificate, as a real TLS connection shows it, under an authority made here. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authority, type Certificate } from '@signpost/testkit/certificates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outgoing } from '../../platform/outgoing.ts';
import { checkHost } from './check.ts';

const HOME = '127.0.0.1';
const DAY_MS = 86_400_000;
const free = outgoing({ allowPrivate: true });
const trusted = authority('Signpost tests');
const usual = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usual, trusted.cert]));
afterAll(() => setDefaultCACertificates(usual));

const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS);

/** The result of checking a host with this certificate. */
async function checked(certificate: Certificate, http = 200) {
  const server = createServer(certificate, (_, response) => response.writeHead(http).end());
  await new Promise<void>((resolve) => server.listen(0, HOME, resolve));
  try {
    const url = `https://${HOME}:${(server.address() as AddressInfo).port}/`;
    return await checkHost(free, 'shop.example', new Date(), url);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('A certificate', () => {
  it('is reported with its end date when it is valid', async () => {
    const until = inDays(90);
    const well = await checked(trusted.issue(HOME, inDays(-1), until));
    expect(well).toMatchObject({ http: 200, certificateUntil: until.toISOString(), problem: null });
    expect((await checked(trusted.issue(HOME, inDays(-1), until), 503)).problem).toBe('The host answers with 503.');
  });

  it('is reported as a problem when it ends within two weeks', async () => {
    const until = inDays(13);
    const { problem, http } = await checked(trusted.issue(HOME, inDays(-80), until));
    expect([http, problem]).toEqual([200, `The certificate expires on ${until.toISOString().slice(0, 10)}.`]);
    expect((await checked(trusted.issue(HOME, inDays(-80), inDays(15)))).problem).toBeNull();
  });

  it.each([
    ['ended', () => trusted.issue(HOME, inDays(-90), inDays(-1))],
    ['begins tomorrow', () => trusted.issue(HOME, inDays(1), inDays(90))],
    ['is of another host', () => trusted.issue('127.0.0.2', inDays(-1), inDays(90))],
    ['nobody vouches for', () => authority('Strangers').issue(HOME, inDays(-1), inDays(90))],
  ])('that %s is not trusted, and nothing is asked behind it', async (_what, certificate) => {
    expect(await checked(certificate())).toMatchObject({
      http: null,
      certificateUntil: null,
      problem: 'The certificate cannot be trusted.',
    });
  });
});
