import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const said = {
  up: true,
  log: { writable: false, recorded: 7, unrecorded: 3, problem: 'ENOSPC' },
  disk: { freeBytes: 0, nearlyFull: true },
};
const router = createServer((_request, response) => response.end(JSON.stringify(said)));
await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve));
const { port: clickPort } = router.address() as AddressInfo;
const world = await testApp({ env: { clickPort } });

it('shows the router’s report about its log, and that the router does not answer', async () => {
  const well = await world.anonymous('GET', '/api/health');
  expect(well).toMatchObject({
    status: 200,
    body: { data: { up: true, postgres: true, vault: true, clickhouse: true, router: said } },
  });
  await new Promise((resolve) => router.close(resolve));
  const away = await world.anonymous('GET', '/api/health');
  expect(away).toMatchObject({ status: 200, body: { data: { up: true, router: { up: false } } } });
});

it('reports a problem while the database belongs to another vault key', async () => {
  await world.deps.vault();
  await sql`UPDATE vault_key SET fingerprint = ${Buffer.alloc(32)}`.execute(world.db);
  expect(await world.anonymous('GET', '/api/health')).toMatchObject({
    status: 503,
    body: { data: { up: false, postgres: true, vault: false } },
  });
});
