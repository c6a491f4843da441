/**
 * Tests of the server make calls by their definition (`packages/testkit/src/call.ts`), so that a renamed field or path
 * fails to compile. Only tests of the surface itself name addresses; each is listed here with its subject.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../apps/server/src');
const RAW = /['"`]\/api\//;

/** Folders and files, with the reason why they name addresses. */
const ALLOWED: Readonly<Record<string, string>> = {
  'http/': 'addresses, methods, headers, broken bodies and the access of every route',
  'insight/stats/cluster.test.ts': 'two servers asked in the same words',
  'insight/stats/facts.test.ts': 'a stream that stays open',
  'money/documents/documents.test.ts': 'every address of an area, refused to other grades',
  'money/documents/publisher-side.test.ts': 'every address of an area, refused to other publishers',
  'operations/health/health.test.ts': 'a monitor, which sends no ticket',
  'operations/protection/traces.test.ts': 'what the log says about an address',
  'operations/roles/click-get.test.ts': 'addresses that the click port does not know',
  'operations/roles/metrics.test.ts': 'a monitor, which sends no ticket',
  'operations/roles/shared-files.test.ts': 'processes of their own',
  'partners/leads/intake.test.ts': 'a preflight, and an address that is refused',
  'partners/leads/refused.test.ts': 'a form of another site, which sends no ticket',
  'partners/mailings/after-sending.test.ts': 'the links of e-mails',
  'platform/silent-connection.test.ts': 'a database that does not answer',
  'workplace/people/api-key-calls.test.ts': 'every route, by its address',
  'workplace/people/api-keys.test.ts': 'programs that hold a key, from other client addresses',
  'workplace/people/sign-in.test.ts': 'client addresses and sign-in itself',
  'workplace/records/every-entity.test.ts': 'the routes of every entity, by their addresses',
  'workplace/records/guard.test.ts': 'every route, by its address',
  'workplace/records/patch.test.ts': 'the published description of the addresses',
};

const files = globSync('**/*.test.ts', { cwd: root }).sort();
const withAddresses = files.filter((file) => RAW.test(readFileSync(join(root, file), 'utf8')));
const allowedBy = (file: string) => Object.keys(ALLOWED).find((entry) => file === entry || file.startsWith(entry));

describe('Tests of the server', () => {
  it('name no addresses of the API, unless the surface is their subject', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(withAddresses.filter((file) => allowedBy(file) === undefined)).toEqual([]);
  });

  it('are not listed as an exception any longer once they name no address', () => {
    const used = new Set(withAddresses.map(allowedBy));
    expect(Object.keys(ALLOWED).filter((entry) => !used.has(entry))).toEqual([]);
  });
});
