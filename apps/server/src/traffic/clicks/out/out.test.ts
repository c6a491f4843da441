import { CLICK_BURST } from '@signpost/contract/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../../../packages/testkit/src/database.ts';
import type { Database } from '../../../database.ts';
import { priceClickouts } from '../../../partners/conversions/counting/clickouts.ts';
import { countStepsOnce } from '../../../partners/conversions/counting/doubles.ts';
import { conversionRounds } from '../../../partners/conversions/counting/rounds.ts';
import { dealFlow } from '../../../partners/deals/fill.ts';
import { openPostgres, runOnce } from '../../../platform/postgres.ts';
import { clicksFolder } from '../log/segments.ts';
import { startRouter } from '../router.ts';
import { startShipper } from '../ship/shipper.ts';
import { CHROME, fastestTry, postgresSource, silent, testFolder, until, visit, WORLD_SQL } from '../testing/world.ts';
import { clickFinder } from './find-click.ts';

const databases = await testDatabases();
const { clickhouse, databaseUrl } = databases;
const dataDir = await testFolder();
await runOnce(
  databaseUrl,
  `${WORLD_SQL}
INSERT INTO integrations (id, name) VALUES (980, 'Routing tests');
INSERT INTO geos (id, code, country) SELECT 990, 'US', 'United States' WHERE NOT EXISTS (SELECT 1 FROM geos WHERE code = 'US');
INSERT INTO partners (id, name, partner_type_id) VALUES (956, 'Bolt', 950);
UPDATE offers SET target_url = 'https://acme.example/offer?c={click_id}&f={param.fbclid}' WHERE id = 953;
INSERT INTO offers (id, name, partner_id, product_id, target_url) VALUES
  (957, 'Quick anvil', 956, 952, 'https://bolt.example/{offer_id}?c={click_id}&s={sub1}&r={code}&f={param.fbclid}');
INSERT INTO deals (id, partner_id, position, geo_id, integration_id, deal_type, weight, lead_cap)
  SELECT 981, 951, 1, id, 980, 'CPA', 90, 4 FROM geos WHERE code = 'US';
INSERT INTO deals (id, partner_id, position, geo_id, integration_id, deal_type, weight)
  SELECT 982, 956, 1, id, 980, 'CPC', 10 FROM geos WHERE code = 'US';
INSERT INTO campaigns (id, name, lander_type, offer_id, target_url) VALUES
  (964, 'Quiz', 'prelander', 953, 'https://pre.example/{click_id}');
INSERT INTO campaign_boxes (id, name, website_id, fallback_url) VALUES
  (905, 'Quiz', 920, 'https://fallback.example/quiz'), (906, 'Lander', 920, 'https://fallback.example/lander');
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (905, 0, 964, 100), (906, 0, 961, 100);
INSERT INTO direct_links (slug, target_url, campaign_id, status) VALUES ('quiz', 'https://pre.example/{click_id}', 962, 'active');`,
);
const { source, close } = postgresSource(databaseUrl);
/** The product waits less, because a visitor waits; a busy machine must not turn a test red. */
const findClick = clickFinder(clickhouse, silent, 60_000);
const start = (folder: string, finder = findClick) =>
  startRouter({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    trustedProxies: { hops: 1 },
    source,
    log: silent,
    findClick: finder,
  });
let router = await start(dataDir);
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse, log: silent });
afterAll(async () => {
  await router.stop();
  await shipper.stop();
  await close();
});

const AMERICAN = { 'user-agent': CHROME, 'x-forwarded-for': '8.8.8.8' };
const idIn = (location: string): string => /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/.exec(location)?.[0] ?? '';
/** A visitor who has arrived at the prelander. */
const onPage = async (query = '', headers: Record<string, string> = AMERICAN): Promise<string> => {
  const { location } = await visit(router.port, `/box_905${query}`, headers);
  expect(location).toMatch(/^https:\/\/pre\.example\//);
  return idIn(location);
};
const out = (id: string, headers: Record<string, string> = AMERICAN, method = 'GET') =>
  visit(router.port, `/out/${id}`, headers, method);
const factsOf = async (clickId: string, count: number): Promise<Record<string, unknown>[]> => {
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    found = await clickhouse.query(
      'SELECT * FROM facts WHERE click_id = {clickId:UUID} ORDER BY at, fact_id',
      { clickId },
      { parse: (row) => row },
    );
    return found.length >= count;
  });
  expect(found).toHaveLength(count);
  return found;
};
const capUse = (accepted: number) =>
  runOnce(
    databaseUrl,
    `INSERT INTO lead_caps (scope, day, accepted) VALUES ('deal 981', (now() AT TIME ZONE 'UTC')::date, ${accepted})
     ON CONFLICT (scope, day) DO UPDATE SET accepted = excluded.accepted`,
  );

describe('A click-out', () => {
  it('redirects with 302 to the offer of the chosen deal, and its fact refers to the click', async () => {
    let id = '';
    let answer = await out(id);
    // The lighter deal takes one visitor in ten.
    while (!answer.location.startsWith('https://bolt.example/')) {
      id = await onPage('?sub1=a%20b&code=spring&source=letter_two&fbclid=IwAR-1');
      answer = await out(id);
    }
    expect([answer.status, answer.headers['cache-control'], answer.location]).toEqual([
      302,
      'no-store',
      `https://bolt.example/957?c=${id}&s=a%20b&r=spring&f=IwAR-1`,
    ]);
    const [first, step] = await factsOf(id, 2);
    expect(first).toMatchObject({ kind: 'visit', visits: 1, prelander_visits: 1, clickouts: 0, deal_id: 0 });
    expect(step).toMatchObject({
      kind: 'clickout',
      clickouts: 1,
      prelander_clickouts: 1,
      visits: 0,
      prelander_visits: 0,
      code_uses: 0,
      campaign_box_id: 905,
      campaign_id: 964,
      prelander_id: 964,
      offer_id: 957,
      partner_id: 956,
      deal_id: 982,
      deal_type: 'CPC',
      traffic_source_id: 941,
      publisher_id: 911,
      referral_code_id: 955,
      sub1: 'a b',
      reason: 'out',
      target_url: answer.location,
      visitor_id: first?.visitor_id,
      click_at: first?.at,
    });
    expect(String(step?.fact_id)).not.toBe(id);
  });

  it('counts once per click, even when the visitor follows the link twice', async () => {
    const id = await onPage();
    const answers = await Promise.all([out(id), out(id), out(id)]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    const facts = await factsOf(id, 4);
    expect(facts.map(({ clickouts }) => clickouts).sort()).toEqual([0, 0, 0, 1]);
    expect(facts.filter(({ reason }) => reason === 'out_again')).toHaveLength(2);
  });

  it('is not counted again when the visit already was a click-out', async () => {
    let id = '';
    let location = '';
    // The deal with the lower weight takes one visitor in ten at each step independently.
    while (location !== `https://acme.example/offer?c=${id}&f=`) {
      const landed = await visit(router.port, '/box_906', AMERICAN);
      id = idIn(landed.location);
      ({ location } = landed.location.startsWith('https://acme.example/go') ? await out(id) : landed);
    }
    const facts = await factsOf(id, 2);
    expect(facts.map(({ clickouts }) => clickouts)).toEqual([1, 0]);
  });

  it('that one address repeats in a burst is redirected without further facts, but every first step is recorded', async () => {
    const from = { ...AMERICAN, 'x-forwarded-for': '198.51.100.40' };
    const id = await onPage();
    const repeats = 2 * CLICK_BURST.clicks + 100;
    for (let sent = 0; sent < repeats; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => out(id, from)));
      expect(answers.every(({ status }) => status === 302)).toBe(true);
    }
    const other = await onPage();
    await out(other, from);
    expect((await factsOf(other, 2)).some(({ clickouts }) => clickouts === 1)).toBe(true);
    // The facts of one router are stored in their order, so those of the burst are stored too.
    const [count] = await clickhouse.query(
      'SELECT count() AS facts FROM facts WHERE click_id = {id:UUID}',
      { id },
      { parse: ({ facts }) => Number(facts) },
    );
    // The visit, its first step, and as many repetitions as are not a burst.
    expect(count).toBeGreaterThanOrEqual(CLICK_BURST.clicks);
    expect(count).toBeLessThan(2 * CLICK_BURST.clicks + 20);
  });

  it('of a bot, a prefetch or a HEAD request is redirected but not counted', async () => {
    const id = await onPage();
    expect((await out(id, AMERICAN, 'HEAD')).status).toBe(302);
    expect((await out(id, { ...AMERICAN, 'sec-purpose': 'prefetch' })).status).toBe(302);
    expect((await out(id)).status).toBe(302);
    const facts = await factsOf(id, 4);
    expect(facts.map(({ reason, clickouts }) => `${reason} ${clickouts}`).sort()).toEqual(
      ['allocation 0', 'look_ahead 0', 'look_ahead 0', 'out 1'].sort(),
    );
  });
});

describe('A click-out that a partner pays for', () => {
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'test prices' });
  afterAll(() => db.destroy());
  const engines = { db, clickhouse };
  const ship = async () => {
    await conversionRounds({ ...engines, log: silent }).once();
  };
  const sums = async (clickId: string) =>
    (
      await clickhouse.query(
        `SELECT sum(clickouts) AS clickouts, sum(prelander_clickouts) AS of_prelander, toString(sum(revenue)) AS revenue,
           countIf(kind = 'correction') AS corrections FROM facts WHERE click_id = {clickId:UUID}`,
        { clickId },
        { parse: (row) => row },
      )
    )[0];
  /** A click whose step goes to the partner that pays by the click-out. */
  const toBolt = async (): Promise<string> => {
    for (;;) {
      const id = await onPage();
      if ((await out(id)).location.startsWith('https://bolt.example/')) return id;
    }
  };

  it('earns the amount of its deal once', async () => {
    await runOnce(databaseUrl, "UPDATE deals SET fixed_amount = 0.35, deal_revenue_type = 'clickout' WHERE id = 982");
    await priceClickouts(engines, new Date());
    const id = await toBolt();
    await out(id);
    await factsOf(id, 3);
    for (let round = 0; round < 2; round += 1) await priceClickouts(engines, new Date());
    await ship();
    expect(await sums(id)).toMatchObject({ clickouts: 1, of_prelander: 1, revenue: '0.35', corrections: 0 });
  });

  it('counts once even when two routers receive it at the same moment', async () => {
    const folder = await testFolder();
    const others = startShipper({ clicks: clicksFolder(folder), clickhouse, log: silent });
    const other = await start(folder);
    let id = '';
    let locations: string[] = [];
    while (!locations.every((location) => location.startsWith('https://bolt.example/')) || id === '') {
      id = await onPage();
      await factsOf(id, 1);
      const asked = await Promise.all([out(id), visit(other.port, `/out/${id}`, AMERICAN)]);
      locations = asked.map(({ location }) => location);
    }
    expect((await factsOf(id, 3)).map(({ clickouts }) => clickouts).sort()).toEqual([0, 1, 1]);
    // The worker may process either of the two first.
    await priceClickouts(engines, new Date());
    expect(await countStepsOnce(engines, new Date())).toBeGreaterThan(0);
    expect(await countStepsOnce(engines, new Date())).toBe(0);
    await priceClickouts(engines, new Date());
    expect(await priceClickouts(engines, new Date())).toBe(0);
    await ship();
    expect(await sums(id)).toMatchObject({ clickouts: 1, of_prelander: 1, revenue: '0.35', corrections: 1 });
    await other.stop();
    await others.stop();
  });
});

describe('A lead cap', () => {
  it('moves visitors down the waterfall within two seconds of being reached, and back', async () => {
    const deal = async () => new URL((await out(await onPage())).location).host;
    // Clicks of earlier tries count as expected leads. They must not fill the cap, so each try has a higher one.
    const ms = await fastestTry(2_500, async (turn) => {
      const cap = 1_000 * turn;
      await runOnce(databaseUrl, `UPDATE deals SET lead_cap = ${cap} WHERE id = 981`);
      await runOnce(databaseUrl, `SELECT pg_notify('routing', 'partner')`);
      await capUse(0);
      await until(async () => (await deal()) === 'acme.example');
      const began = performance.now();
      await capUse(cap);
      await until(async () => {
        const hosts = await Promise.all(Array.from({ length: 12 }, deal));
        return hosts.every((host) => host === 'bolt.example');
      });
      return performance.now() - began;
    });
    expect(ms).toBeLessThan(2_500);
    await capUse(0);
    await until(async () => (await deal()) === 'acme.example');
  });

  it('includes the measured clicks in flight of all routers', async () => {
    await Promise.all(Array.from({ length: 60 }, () => visit(router.port, '/box_906', AMERICAN)));
    const taken = `SELECT count() AS clicks FROM facts WHERE deal_id = 981 AND clickouts > 0`;
    // 40 click-outs and no lead: at a rate of 2 ÷ 60 more than one lead is still expected.
    await until(async () => ((await clickhouse.query(taken, {}, { parse: (row) => Number(row.clicks) }))[0] ?? 0) > 40);
    await runOnce(databaseUrl, 'UPDATE deals SET lead_cap = 1 WHERE id = 981');
    const db = openPostgres<Database>(databaseUrl, { applicationName: 'test flow' });
    await dealFlow({ db, clickhouse }).measure(new Date());
    await db.destroy();
    const other = await start(await testFolder());
    const { location } = await visit(other.port, '/box_906', AMERICAN);
    expect(location).toContain('&p=956');
    await other.stop();
    await runOnce(databaseUrl, 'UPDATE deals SET lead_cap = NULL WHERE id = 981');
    await runOnce(databaseUrl, `SELECT pg_notify('routing', 'partner')`);
  });
});

describe('A click-out after a restart', () => {
  it('finds its click in the log and still counts once', async () => {
    const [fresh, gone] = [await onPage(), await onPage()];
    await out(gone);
    await router.stop();
    router = await start(dataDir, async () => undefined);
    expect((await out(fresh)).location).toContain('.example/');
    expect((await out(gone)).location).toContain('.example/');
    expect((await factsOf(fresh, 2)).map(({ clickouts }) => clickouts)).toEqual([0, 1]);
    expect((await factsOf(gone, 3)).map(({ clickouts }) => clickouts).sort()).toEqual([0, 0, 1]);
  });

  it('finds its click in ClickHouse on a machine that never received it', async () => {
    const fresh = await onPage('?fbclid=IwAR-2');
    const gone = await onPage('?fbclid=IwAR-2');
    await out(gone);
    await Promise.all([factsOf(fresh, 1), factsOf(gone, 2)]);
    const folder = await testFolder();
    const other = await start(folder);
    const others = startShipper({ clicks: clicksFolder(folder), clickhouse, log: silent });
    for (const id of [fresh, gone])
      expect((await visit(other.port, `/out/${id}`, AMERICAN)).location).toMatch(/(?:acme|bolt).*&f=IwAR-2$/);
    expect((await factsOf(fresh, 2)).map(({ clickouts }) => clickouts)).toEqual([0, 1]);
    expect((await factsOf(gone, 3)).map(({ clickouts }) => clickouts).sort()).toEqual([0, 0, 1]);
    await other.stop();
    await others.stop();
  });
});

describe('A visitor without a click', () => {
  const atSite = { ...AMERICAN, host: 'go.example' };
  const forged = () => '019aa000-0000-7000-8000-000000000000';

  it('goes to the fallback link of the site they are on, if there is one', async () => {
    for (const id of [forged(), '00000000-0000-4000-8000-000000000000', 'abc'])
      expect((await out(id, atSite)).location).toBe('https://site.example/last');
    expect((await out(forged())).status).toBe(404);
  });

  it('goes to the site’s fallback link even with a click that has no box', async () => {
    const { location } = await visit(router.port, '/d_quiz', atSite);
    expect(location).toMatch(/^https:\/\/pre\.example\//);
    const id = idIn(location);
    expect((await out(id)).location).toBe('https://site.example/last');
    const [, step] = await factsOf(id, 2);
    expect(step).toMatchObject({ kind: 'clickout', clickouts: 0, reason: 'no_link', website_id: 920 });
    expect(JSON.parse(String(step?.trace)).steps.at(-1)).toEqual({ step: 'fallback', result: 'site' });
  });

  it('is never sent to an address from the request', async () => {
    const id = await onPage();
    for (const path of [`/out/${id}?url=https://evil.example`, `/out/${id}/?to=//evil.example&sub1=evil`])
      expect((await visit(router.port, path, AMERICAN)).location).toMatch(/^https:\/\/(acme|bolt)\.example\//);
    for (const path of ['/out/', '/out', '/out/https://evil.example', `/out/${id}/evil`, `/out/${id}%2f..`, '/out/%00'])
      expect((await visit(router.port, path, atSite)).status, path).toBe(404);
    expect((await out(id, AMERICAN, 'POST')).status).toBe(405);
  });
});
