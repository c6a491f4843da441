import { listAttention } from '@signpost/contract/calls/attention.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readLeakage } from '@signpost/contract/calls/leakage.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { orphanVisit } from '@signpost/contract/entities/orphan-visit.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { storeOrphans } from '../../partners/conversions/orphan-visits.ts';
import { OrphanVisits } from '../../traffic/clicks/orphans/orphan-visits.ts';
import { startRouter } from '../../traffic/clicks/router.ts';
import {
  CHROME,
  IPHONE,
  postgresSource,
  silent,
  testFolder,
  until,
  visit,
} from '../../traffic/clicks/testing/world.ts';
import { storeCounted } from './store-counted.ts';

const domainCalls = entityCalls(domain);
const orphanVisitCalls = entityCalls(orphanVisit);

const world = await testApp();
const admin = await world.signIn('Admin');
// The router knows the domain from its first configuration on.
const HOST = 'go.orphans.example';
const made = await call(admin, domainCalls.create, { body: { name: HOST } });
const { id: domainId, version } = made as { id: number; version: number };
const { source, close } = postgresSource(world.databases.databaseUrl);
const orphans = new OrphanVisits();
const router = await startRouter({
  port: 0,
  host: '127.0.0.1',
  dataDir: await testFolder(),
  trustedProxies: { hops: 1 },
  source,
  log: silent,
  orphans,
});
const { port } = router;
afterAll(async () => {
  await router.stop();
  await close();
});

const open = (path: string, more: Record<string, string> = {}, host = HOST) =>
  visit(port, path, { 'user-agent': CHROME, host, ...more });

/** Stores the counts, as a router does when it stops. */
const stored = (counter = orphans) =>
  storeCounted(counter, (counted) => storeOrphans(world.db, counted), { name: 'orphan visits', log: silent }).stop();
const listed = async () => {
  const { status, body } = await attempt(admin, orphanVisitCalls.list, { query: { limit: 100 } });
  expect(status).toBe(200);
  return body.data.map((row) => [row.host, row.orphanKind, row.path, row.visits, row.sentOn, row.botVisits]).sort();
};
const attention = async () => {
  const data = await call(admin, listAttention, {});
  return listAttention.answer.parse(data).find(({ id }) => id === 'orphanVisits');
};

it('answers the root and unknown links with 404 by default, and counts people by host and path and bots without it', async () => {
  for (const path of ['/', '/?utm_source=mail', '/d_Derby&x=1', '/box_999999).', '/promo?mail=a@b.example', '/p_77'])
    expect((await open(path)).status, path).toBe(404);
  // None of these is a visit of a person to a page.
  for (const path of ['/favicon.ico', '/robots.txt']) expect((await open(path)).status, path).toBe(404);
  expect((await open('/app.js', { 'sec-fetch-dest': 'script' })).status).toBe(404);
  expect((await open('/wp-login.php', { 'user-agent': 'curl/8.5.0' })).status).toBe(404);
  await open('/', {}, 'stranger.example');
  await stored();
  expect(await listed()).toEqual([
    [HOST, 'link', '/box_999999', 1, 0, 0],
    [HOST, 'link', '/d_derby', 1, 0, 0],
    [HOST, 'link', '/p_77', 1, 0, 0],
    [HOST, 'path', '/promo', 1, 0, 0],
    [HOST, 'path', 'other', 0, 0, 1],
    [HOST, 'root', '/', 2, 0, 0],
    ['stranger.example', 'root', '/', 1, 0, 0],
  ]);
});

it('shows them in "Needs attention" until the domain has addresses, and unknown links in leakage', async () => {
  expect(await attention()).toMatchObject({ count: 5, route: 'tags' });
  const leakage = await call(admin, readLeakage, { query: { days: 7 } });
  const row = leakage.rows.find(({ cause }) => cause === 'unknownLink');
  expect(row).toMatchObject({ count: 3, mend: { route: 'tags' } });
  expect(row?.largest.map(({ name, count }) => [name, count])).toContainEqual([`${HOST}/d_derby`, 1]);
  expect(row?.mend.address).toContain('kind=orphan-visits');
});

it('refuses addresses that no visitor can be sent to, with a sentence', async () => {
  const refused = async (values: Record<string, string>) => {
    const { status, body } = await attempt(admin, domainCalls.update, {
      params: { id: domainId },
      body: { version, values },
    });
    return [status, body.errors?.[0]?.path.replace('values.', ''), body.errors?.[0]?.message];
  };
  for (const [field, address, message] of [
    ['rootUrl', 'javascript:alert(1)', 'web address that starts with http'],
    ['rootUrl', 'https://home.example/?c={click_id}', 'Unknown macro {click_id}'],
    ['rootUrl', 'https://home.example/?c={{geo}}', '{geo}'],
    ['unknownLinkUrl', 'https://{geo}.example/', 'host name cannot contain a macro'],
    ['unknownLinkUrl', `https://${HOST}/sorry`, 'visitors would come back here'],
    ['rootUrl', `http://${HOST.toUpperCase()}/`, 'visitors would come back here'],
  ] as const)
    expect(await refused({ [field]: address }), address).toEqual([400, field, expect.stringContaining(message)]);
});

it('sends visitors where their host says, and only those of that host', async () => {
  const { status } = await attempt(admin, domainCalls.update, {
    params: { id: domainId },
    body: {
      version,
      values: { rootUrl: 'https://home.example/?g={geo}&d={device}', unknownLinkUrl: `https://${HOST}/box_12` },
    },
  });
  expect(status).toBe(200);
  await until(async () => (await open('/d_derby')).status === 302);
  await stored();
  const phone = { 'user-agent': IPHONE, 'x-forwarded-for': '8.8.8.8' };
  expect((await open('/', phone)).location).toBe('https://home.example/?g=US&d=mobile');
  expect((await open('/somewhere')).location).toBe(`https://${HOST}/box_12`);
  expect((await open('/favicon.ico')).status).toBe(404);
  expect((await open('/', {}, 'stranger.example')).status).toBe(404);
  await stored();
  const rows = await listed();
  expect(rows).toContainEqual([HOST, 'root', '/', 3, 1, 0]);
  expect(rows).toContainEqual([HOST, 'path', '/somewhere', 1, 1, 0]);
  expect(await attention()).toBeUndefined();
});

it('keeps the counts while PostgreSQL refuses them', async () => {
  const counter = new OrphanVisits();
  counter.count({ domainId, host: HOST, orphanKind: 'link', path: '/d_later' }, 'visit', new Date());
  await sql`ALTER TABLE orphan_visits RENAME TO orphan_visits_away`.execute(world.db);
  await stored(counter);
  await sql`ALTER TABLE orphan_visits_away RENAME TO orphan_visits`.execute(world.db);
  await stored(counter);
  expect(await listed()).toContainEqual([HOST, 'link', '/d_later', 1, 0, 0]);
});

it('stores a bounded number of paths and hosts, however many strangers make up, and loses no visit', async () => {
  for (let round = 0; round < 3; round += 1) {
    const counter = new OrphanVisits();
    for (let at = 0; at < 700; at += 1) {
      counter.count({ domainId, host: HOST, orphanKind: 'path', path: `/${round}-${at}` }, 'visit', new Date());
      const place = { domainId: 0, host: `h${round}-${at}.example`, orphanKind: 'root', path: '/' } as const;
      counter.count(place, 'visit', new Date());
    }
    await stored(counter);
  }
  const { rows } = await sql<{ kind: string; rows: number; visits: number }>`SELECT orphan_kind AS kind,
    count(*)::integer AS rows, sum(visits)::integer AS visits FROM orphan_visits
    WHERE (orphan_kind = 'path') OR (orphan_kind = 'root' AND domain_id IS NULL) GROUP BY 1 ORDER BY 1`.execute(
    world.db,
  );
  expect(rows.map(({ kind, visits }) => [kind, visits])).toEqual([
    ['path', 2_102],
    ['root', 2_102],
  ]);
  for (const { rows: count } of rows) expect(count).toBeLessThanOrEqual(101);
});
