import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { directLink } from '@signpost/contract/entities/direct-link.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { afterAll, expect, it } from 'vitest';
import { storeLimitedClicks } from '../../partners/conversions/limited-clicks.ts';
import { startRouter } from '../../traffic/clicks/router.ts';
import { LimitedClicks, limitedKey } from '../../traffic/clicks/snapshot/limited-clicks.ts';
import { CHROME, postgresSource, silent, testFolder, until, visit } from '../../traffic/clicks/testing/world.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const directLinkCalls = entityCalls(directLink);

const world = await testApp();
const admin = await world.signIn('Admin');
const { source, close } = postgresSource(world.databases.databaseUrl);
const start = async () => {
  const limitedClicks = new LimitedClicks();
  const trustedProxies = { hops: 1 };
  const dataDir = await testFolder();
  const router = await startRouter({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    trustedProxies,
    source,
    log: silent,
    limitedClicks,
  });
  return { limitedClicks, router };
};
const one = await start();
const other = await start();
afterAll(async () => {
  await one.router.stop();
  await other.router.stop();
  await close();
});
const { body, status } = await attempt(admin, directLinkCalls.create, {
  body: {
    slug: 'few',
    targetUrl: 'https://few.example/',
    status: 'active',
    maxClicks: 5,
    fallbackUrl: 'https://sold-out.example/',
  },
});
const { id } = body.data;
const open = async ({ router }: typeof one, headers: Record<string, string> = { 'user-agent': CHROME }) =>
  (await visit(router.port, '/d_few', headers)).location;
const store = async ({ limitedClicks }: typeof one) =>
  limitedClicks.keep(await storeLimitedClicks(world.db, limitedClicks.take()));

it('sends the clicks after the most clicks to the fallback link, exactly with one router and with several after they have stored', async () => {
  expect(status).toBe(201);
  await until(async () => (await open(one, {})) !== '' && (await open(other, {})) !== '');
  for (let click = 0; click < 3; click += 1) expect(await open(one)).toBe('https://few.example/');
  await store(one);
  await until(() => other.limitedClicks.clicksOf(limitedKey('direct_links', id)) === 3);
  expect(await open(other)).toBe('https://few.example/');
  expect(await open(other)).toBe('https://few.example/');
  // This router has counted the fifth click itself; the first one does not know of it yet.
  expect(await open(other)).toBe('https://sold-out.example/');
  await store(other);
  await until(() => one.limitedClicks.clicksOf(limitedKey('direct_links', id)) === 5);
  expect(await open(one)).toBe('https://sold-out.example/');
  const read = await call(admin, directLinkCalls.read, { params: { id } });
  expect(read).toMatchObject({ clicks: 5, maxClicks: 5 });
  // A router that starts knows the clicks before it answers.
  const third = await start();
  expect(await open(third)).toBe('https://sold-out.example/');
  await third.router.stop();
});

it('refuses a last day before the first one, and limits that are none', async () => {
  for (const [values, path] of [
    [{ validFrom: '2026-12-02', validTo: '2026-12-01' }, 'validTo'],
    [{ maxClicks: 0 }, 'maxClicks'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ fallbackUrl: 'https://x.example/?c={clickid}' }, 'fallbackUrl'],
  ] as const) {
    const refused = await attempt(admin, directLinkCalls.create, {
      body: {
        slug: 'bad',
        targetUrl: 'https://few.example/',
        status: 'active',
        ...values,
      },
    });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  }
});

it('ends a box after its most clicks in every router, with its own reason, also when a direct link has the same id', async () => {
  const made = await attempt(admin, campaignBoxCalls.create, {
    body: {
      name: 'Few visitors',
      boxKind: 'regular',
      fallbackUrl: 'https://full.example/',
      maxClicks: 2,
    },
  });
  expect(made.status).toBe(201);
  const { id: boxId } = made.body.data;
  const key = limitedKey('campaign_boxes', boxId);
  const openBox = async ({ router }: typeof one, headers: Record<string, string> = { 'user-agent': CHROME }) =>
    (await visit(router.port, `/box_${boxId}`, headers)).location;
  await until(async () => (await openBox(one, {})) !== '' && (await openBox(other, {})) !== '');
  await openBox(other);
  await store(other);
  await until(() => one.limitedClicks.clicksOf(key) === 1);
  // The second click is the last one that counts.
  await openBox(one);
  await openBox(one);
  await store(one);
  await until(() => other.limitedClicks.clicksOf(key) === 2);
  const read = await call(admin, campaignBoxCalls.read, { params: { id: boxId } });
  expect(read).toMatchObject({ clicks: 2, maxClicks: 2 });
  const explained = await call(admin, boxCalls.campaignBox.explain, { params: { id: boxId }, body: {} });
  expect(explained).toMatchObject({ reason: 'box_used_up', targetUrl: 'https://full.example/', allocation: [] });
});

it('refuses a box whose last day is before its first one', async () => {
  const refused = await attempt(admin, campaignBoxCalls.create, {
    body: {
      name: 'Backwards',
      boxKind: 'regular',
      fallbackUrl: 'https://full.example/',
      validFrom: '2026-12-02',
      validTo: '2026-12-01',
    },
  });
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'validTo']);
});
