import { afterAll, expect, it } from 'vitest';
import { testDatabases } from '../../../../../packages/testkit/src/database.ts';
import { runOnce } from '../../platform/postgres.ts';
import { clicksFolder } from './log/segments.ts';
import { startRouter } from './router.ts';
import { startShipper } from './ship/shipper.ts';
import { CHROME, postgresSource, silent, testFolder, until, visit, WORLD_SQL } from './testing/world.ts';

const databases = await testDatabases();
const dataDir = await testFolder();
await runOnce(databases.databaseUrl, WORLD_SQL);
await runOnce(
  databases.databaseUrl,
  `UPDATE rules SET conditions = '{"match":"all","items":[
    {"field":"address","is":true,"values":["203.0.113.0/24","2001:db8::/32","198.51.100.4-9"]},
    {"field":"address","is":false,"values":["203.0.113.66"]}]}' WHERE id = 970`,
);
const { source, close } = postgresSource(databases.databaseUrl);
const options = { port: 0, host: '127.0.0.1', dataDir, trustedProxies: { hops: 1 }, source, log: silent };
const router = await startRouter(options);
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse: databases.clickhouse, log: silent });
afterAll(async () => {
  await router.stop();
  await shipper.stop();
  await close();
});

const targetFor = async (forwarded: string): Promise<string> => {
  const { location } = await visit(router.port, '/bs_903', { 'user-agent': CHROME, 'x-forwarded-for': forwarded });
  return new URL(location).host;
};
const RULED = 'acme.example';
const USUAL = 'aff.example';

it.each([
  ['203.0.113.7', RULED],
  ['203.0.113.66', USUAL],
  ['203.0.114.7', USUAL],
  ['198.51.100.9', RULED],
  ['198.51.100.10', USUAL],
  ['2001:db8:5::1', RULED],
  ['[2001:db8:5::1]:4711', RULED],
  ['2001:db9::1', USUAL],
  // The same address in the notation of IPv6.
  ['::ffff:203.0.113.7', RULED],
  ['::ffff:cb00:7107', RULED],
  // Only the trusted proxy is believed.
  ['203.0.113.7, 192.0.2.1', USUAL],
  ['192.0.2.1, 203.0.113.7', RULED],
  ['unknown', USUAL],
])('leads a visitor whose proxy reports %s to %s', async (forwarded, target) => {
  expect(await targetFor(forwarded)).toBe(target);
});

it('keeps the address out of the fact of the click that it decided', async () => {
  await targetFor('203.0.113.99');
  let facts: Record<string, unknown>[] = [];
  await until(async () => {
    facts = await databases.clickhouse.query('SELECT * FROM facts', {}, { parse: (row) => row });
    return facts.some(({ reason }) => reason === 'rule');
  });
  expect(JSON.stringify(facts)).not.toMatch(/203\.0\.113|2001:db8|198\.51\.100/);
});
