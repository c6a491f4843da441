/** Watched links from the configuration to the routers, with hosts that answer over real HTTP. */

import type { ServerResponse } from 'node:http';
import { listAttention } from '@signpost/contract/calls/attention.ts';
import { readLeakage } from '@signpost/contract/calls/leakage.ts';
import {
  listWatchedLinks,
  readWatchedSummary,
  setLinkWatch,
  trustWatchedLink,
} from '@signpost/contract/calls/watched-links.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import {
  buildCampaign,
  buildOffer,
  buildPartner,
  buildPartnerType,
  buildProduct,
} from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { storeFacts } from '../../../insight/stats/testing/random-world.ts';
import { newId } from '../../../platform/ids.ts';
import { openReader } from '../../../platform/postgres-reader.ts';
import { inUse, readConfig } from '../../../traffic/clicks/snapshot/config.ts';
import { silent } from '../../../traffic/clicks/testing/world.ts';
import { farm } from '../testing/farm.ts';
import { type WatchDeps, watchRound } from './round.ts';

const MINUTE_MS = 60_000;
const page = '<title>Best Casino</title><p>play slots and tables every day of the week</p>';
const up = new Set(['rich', 'poor', 'shared', 'control']);
const answerOf = (name: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(up.has(name) ? 200 : 404, { 'content-type': 'text/html' });
  response.end(up.has(name) ? page : '<title>Gone</title>');
};
const hosts = await farm({
  ...Object.fromEntries(['rich', 'poor', 'shared', 'control'].map((name) => [name, answerOf(name)])),
  limit: (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
  away: { code: 'ENOTFOUND' },
});
afterAll(() => hosts.close());

const world = await testApp();
const { db, databases } = world;
const { clickhouse } = databases;
const admin = await world.signIn('Admin');
const BEGIN = Date.now() - 30 * 60 * MINUTE_MS;
let minutes = 0;
const nowAt = () => new Date(BEGIN + minutes * MINUTE_MS);
let isConnected = true;
const deps: WatchDeps = {
  db,
  clickhouse,
  log: silent,
  agent: 'test',
  isDemo: false,
  send: (request) => (isConnected ? hosts.send(request) : hosts.send({ ...request, url: 'http://away.farm.test/' })),
  // Pauses for politeness are the subject of polite.test.ts.
  clock: { now: () => Date.now(), wait: async () => undefined },
};
/** A round after this many minutes, with a budget for every link. */
const round = async (after: number) => {
  minutes += after;
  const sinceLastMs = 10 * MINUTE_MS;
  const signal = new AbortController().signal;
  let looks = 0;
  // A round's budget is a share of all links; several rounds at one moment look at all that are due.
  for (let count = 1; count > 0; looks += count)
    count = await watchRound(deps, { now: nowAt(), sinceLastMs, stopping: signal });
  return looks;
};
const linkTo = async (host: string) => {
  const links = await call(admin, listWatchedLinks, { query: {} });
  const found = links.find(({ url }) => url.includes(`//${host}.farm.test`));
  if (found === undefined) throw new Error(`${host} is not watched`);
  return found;
};
const url = (host: string) => `http://${host}.farm.test/go?click={click_id}`;

await buildPartnerType(db, { id: 950, name: 'Watch' });
await buildPartner(db, { id: 951, name: 'Acme', partnerTypeId: 950 });
await buildPartner(db, { id: 957, name: 'Idle', partnerTypeId: 950 });
await sql`UPDATE partners SET status = 'paused' WHERE id = 957`.execute(db);
await buildProduct(db, { id: 952, name: 'Anvils' });
await buildOffer(db, { id: 953, name: 'Rich', partnerId: 951, productId: 952, targetUrl: url('rich') });
await buildOffer(db, { id: 954, name: 'Poor', partnerId: 951, productId: 952, targetUrl: url('poor') });
await buildOffer(db, { id: 955, name: 'Shared', partnerId: 951, productId: 952, targetUrl: url('shared') });
await buildOffer(db, { id: 956, name: 'Limited', partnerId: 951, productId: 952, targetUrl: url('limit') });
await buildOffer(db, { id: 958, name: 'Not used', partnerId: 957, productId: 952, targetUrl: url('away') });
await buildCampaign(db, { id: 961, name: 'Page', landerType: 'affiliate', offerId: 955, targetUrl: url('shared') });
await buildCampaign(db, { id: 962, name: 'Control', landerType: 'affiliate', offerId: 954, targetUrl: url('control') });
await buildCampaign(db, { id: 963, name: 'Ours', landerType: 'offer_lander', offerId: 953, targetUrl: '/p_963' });
const at = (offsetMinutes: number) => new Date(BEGIN + offsetMinutes * MINUTE_MS).toISOString();
const earned = (offerId: number, revenue: string) => {
  const factId = newId();
  return fact({ factId, clickId: factId, kind: 'visit', at: at(-60), offerId, visits: 1, clickouts: 1, revenue });
};
await storeFacts(world, [earned(953, '300'), earned(954, '3')]);

describe('watched links', () => {
  it('are the addresses that are in use, each once for all its places, and are looked at within a round', async () => {
    expect(await round(0)).toBe(5);
    const links = await call(admin, listWatchedLinks, { query: {} });
    expect(links.map(({ url: address }) => address.split('.')[0]).toSorted()).toEqual([
      'http://control',
      'http://limit',
      'http://poor',
      'http://rich',
      'http://shared',
    ]);
    expect((await linkTo('shared')).places.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'campaign Page',
      'offer Shared',
    ]);
    expect(hosts.requestsTo('shared')).toBe(1);
    expect([await linkTo('rich'), await linkTo('limit')]).toMatchObject([
      { verdict: 'ok', revenuePerDay: '10.000000', clickId: 'survives' },
      { verdict: 'limited' },
    ]);
  });

  it('are left alone for ten minutes, and a host that limits visits until the time it asked for', async () => {
    expect(await round(9)).toBe(0);
    expect(await round(1)).toBe(4);
    expect(hosts.requestsTo('limit')).toBe(1);
    expect(await round(115)).toBe(5);
  });

  it('die by two failed looks ten minutes apart, and are counted as broken on Home', async () => {
    up.delete('rich');
    await round(20);
    expect(await linkTo('rich')).toMatchObject({ verdict: 'unknown', isOut: false });
    await round(10);
    expect(await linkTo('rich')).toMatchObject({ verdict: 'broken', reason: 'The page does not exist (HTTP 404).' });
    expect(await call(admin, readWatchedSummary, {})).toMatchObject({ links: 5, broken: 1, takesOut: false });
    const data = await call(admin, listAttention, {});
    expect(data).toContainEqual(
      expect.objectContaining({ id: 'brokenLinks', count: 1, text: 'broken link', route: 'linksChecker' }),
    );
  });

  it('learn nothing while our own connection is down', async () => {
    isConnected = false;
    await round(60);
    isConnected = true;
    expect((await linkTo('poor')).verdict).toBe('ok');
    expect(await call(admin, readWatchedSummary, {})).toMatchObject({ broken: 1 });
  });
});

describe('a dead link', () => {
  const reader = openReader(databases.databaseUrl, { applicationName: 'test' });
  afterAll(() => reader.close());
  const deadInRouters = async () => (inUse(await readConfig(reader.query)).deadLinks ?? []).map((one) => one.url);
  const takeOut = (call: typeof admin, takesOut: boolean, version: number) =>
    attempt(call, setLinkWatch, { body: { takesOut, version } });

  it('stays in the rotation of a new installation, until somebody who may decide switches its removal on', async () => {
    expect(await deadInRouters()).toEqual([]);
    const seo = await world.signIn('Seo User');
    expect((await takeOut(seo, true, 0)).status).toBe(403);
    expect((await takeOut(admin, true, 0)).status).toBe(200);
    const late = await takeOut(admin, true, 0);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Somebody changed this setting meanwhile. Look at it again.',
    ]);
    expect(await deadInRouters()).toEqual([url('rich')]);
    expect((await linkTo('rich')).isOut).toBe(true);
    expect(await db.selectFrom('audit').select('after').where('entity', '=', 'linkWatch').execute()).toEqual([
      { after: { takesOut: true } },
    ]);
  });

  it('feeds the leakage meter with the clicks that went there, and with no others', async () => {
    const { failedAt } = await linkTo('rich');
    const failed = (Date.parse(failedAt ?? '') - BEGIN) / MINUTE_MS;
    const clicked = (offset: number, host: string, more = {}) => {
      const factId = newId();
      const targetUrl = url(host).replace('{click_id}', factId);
      return fact({
        factId,
        clickId: factId,
        kind: 'visit',
        at: at(offset),
        visits: 1,
        reason: 'allocation',
        targetUrl,
        ...more,
      });
    };
    await storeFacts(world, [
      clicked(failed + 1, 'rich'),
      clicked(failed + 2, 'rich'),
      clicked(failed - 1, 'rich'),
      clicked(failed + 1, 'poor'),
      clicked(failed + 1, 'rich', { targetUrl: `${url('rich')}&other=1` }),
      clicked(failed + 3, 'poor', {
        reason: 'no_campaign',
        trace: '{"steps":[{"step":"campaign","skipped":[{"campaignId":1,"reason":"dead_link"}]}]}',
      }),
      clicked(failed + 4, 'rich', { kind: 'bot_visit', reason: 'bot', visits: 0, botVisits: 1 }),
    ]);
    const { rows } = await call(admin, readLeakage, { query: { days: 7 } });
    expect(rows.filter(({ count }) => count > 0).map(({ cause, count }) => [cause, count])).toEqual([['deadLink', 3]]);
  });

  it('is put back by a person who says that it works, and leaves again when they take that back', async () => {
    const { id } = await linkTo('rich');
    const trust = (isTrusted: boolean) => attempt(admin, trustWatchedLink, { params: { id }, body: { isTrusted } });
    expect((await trust(true)).status).toBe(200);
    expect(await deadInRouters()).toEqual([]);
    expect(await call(admin, readWatchedSummary, {})).toMatchObject({ broken: 0 });
    expect((await trust(false)).status).toBe(200);
    expect(await deadInRouters()).toEqual([url('rich')]);
    expect((await refusal(admin, trustWatchedLink, { params: { id: 99 }, body: { isTrusted: true } })).status).toBe(
      404,
    );
  });

  it('comes back by itself after two successful looks, not after one', async () => {
    up.add('rich');
    await round(30);
    expect(await deadInRouters()).toEqual([url('rich')]);
    await round(10);
    expect(await deadInRouters()).toEqual([]);
    expect((await linkTo('rich')).verdict).toBe('ok');
    const outages = await db.selectFrom('linkOutages').select('endedAt').execute();
    expect(outages).toEqual([{ endedAt: nowAt() }]);
  });

  it('is forgotten with its last place, and begins anew under another address', async () => {
    await sql`UPDATE offers SET target_url = ${url('control')} WHERE id = 953`.execute(db);
    await round(10);
    const links = await call(admin, listWatchedLinks, { query: {} });
    expect(links.some(({ url: address }) => address.includes('rich'))).toBe(false);
    expect((await linkTo('control')).places).toHaveLength(2);
  });
});

it('hides what links earn from people who may not see what is lost, and all links from Publishers', async () => {
  const seo = await world.signIn('Seo User');
  const links = await call(seo, listWatchedLinks, { query: {} });
  expect(new Set(links.map(({ revenuePerDay }) => revenuePerDay))).toEqual(new Set([null]));
  const publisher = await world.signIn('Publisher', { includedPaths: ['/links-checker'] });
  expect((await refusal(publisher, listWatchedLinks, {})).status).toBe(403);
});

describe('an address to which visitors go who find nothing else', () => {
  it('is watched as well: the fallback of a direct link, and both addresses of a domain', async () => {
    await sql`INSERT INTO direct_links (id, slug, target_url, fallback_url) VALUES
      (971, 'spring', ${url('control')}, ${url('shared')})`.execute(db);
    await sql`INSERT INTO domains (id, name, root_url, unknown_link_url) VALUES
      (972, 'go.example', ${url('poor')}, ${url('shared')}), (973, 'other.example', '/p_963', NULL)`.execute(db);
    await round(60);
    const placesOf = async (host: string) => (await linkTo(host)).places.map(({ kind, name }) => `${kind} ${name}`);
    expect(await placesOf('control')).toContain('directLink spring');
    expect(await placesOf('shared')).toEqual(
      expect.arrayContaining(['directLinkFallback spring', 'domainUnknownLinks go.example']),
    );
    expect(await placesOf('poor')).toContain('domainRoot go.example');
    await sql`UPDATE domains SET root_url = NULL WHERE id = 972`.execute(db);
    await sql`UPDATE direct_links SET status = 'paused' WHERE id = 971`.execute(db);
    await round(60);
    expect(await placesOf('poor')).not.toContain('domainRoot go.example');
    expect(await placesOf('shared')).not.toContain('directLinkFallback spring');
  });
});
