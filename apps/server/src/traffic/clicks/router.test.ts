import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CLICK_BURST, CLICK_FLOOD } from '@signpost/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../../packages/testkit/src/database.ts';
import { runOnce } from '../../platform/postgres.ts';
import { clicksFolder } from './log/segments.ts';
import { startRouter } from './router.ts';
import { startShipper } from './ship/shipper.ts';
import {
  type Answer,
  CHROME,
  fastestTry,
  IPHONE,
  postgresSource,
  silent,
  testFolder,
  until,
  visit,
  WORLD_SQL,
} from './testing/world.ts';

const databases = await testDatabases();
const dataDir = await testFolder();
await runOnce(databases.databaseUrl, WORLD_SQL);
const { source, close } = postgresSource(databases.databaseUrl);
const options = { port: 0, host: '127.0.0.1', dataDir, trustedProxies: { hops: 1 }, source, log: silent };
const router = await startRouter(options);
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse: databases.clickhouse, log: silent });
const { port } = router;
afterAll(async () => {
  await router.stop();
  await shipper.stop();
  await close();
});

const idIn = (location: string): string => /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/.exec(location)?.[0] ?? '';

async function factOf(clickId: string): Promise<Record<string, unknown>> {
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    found = await databases.clickhouse.query(
      'SELECT * FROM facts WHERE click_id = {clickId:UUID}',
      { clickId },
      { parse: (row) => row },
    );
    return found.length > 0;
  });
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

describe('A click', () => {
  it('is redirected with filled and encoded macros, and recorded with everything known about it', async () => {
    let answer: Answer;
    // Visitors are new each time, so one of them meets the lander.
    do {
      answer = await visit(port, '/box_901?source=letter_two&sub1=a%20b%26&code=spring&cost=0.25&ref=', {
        'user-agent': IPHONE,
        'x-forwarded-for': '1.2.3.4, 8.8.8.8',
        'accept-language': 'de-AT,de;q=0.9',
        referer: 'https://www.news.example/page?x=1',
        host: 'go.example:4001',
      });
    } while (!answer.location.startsWith('https://acme.example/'));
    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const id = idIn(answer.location);
    expect(answer.location).toBe(`https://acme.example/go?c=${id}&g=US&s=letter_two&x=a%20b%26&o=953&p=951`);
    const fact = await factOf(id);
    // The line does not say these; the table does.
    expect(fact).toMatchObject({ fact_id: id, click_at: fact.at, recorded_at: fact.at, rate: '1' });
    expect(Math.abs(Date.parse(String(fact.at)) - Date.now())).toBeLessThan(60_000);
    expect(fact).toMatchObject({
      kind: 'visit',
      visits: 1,
      clickouts: 1,
      bot_visits: 0,
      code_uses: 1,
      traffic_source_id: 941,
      campaign_box_id: 901,
      campaign_id: 961,
      prelander_id: 0,
      offer_id: 953,
      product_id: 952,
      partner_id: 951,
      publisher_id: 911,
      website_id: 920,
      domain_id: 925,
      referral_code_id: 955,
      device: 'mobile',
      os: 'iOS',
      language: 'de',
      referrer: 'news.example',
      reason: 'allocation',
      sub1: 'a b&',
      cost: '0.25',
      currency: 'EUR',
      target_url: answer.location,
    });
  });

  it('to a prelander is a prelander visit and not yet a click-out', async () => {
    let answer = await visit(port, '/box_901');
    while (!answer.location.startsWith('https://pre.example/')) answer = await visit(port, '/box_901');
    expect(await factOf(idIn(answer.location))).toMatchObject({
      visits: 1,
      prelander_visits: 1,
      clickouts: 0,
      prelander_id: 962,
      traffic_source_id: 940,
      publisher_id: 910,
    });
  });

  it('of a bot, a prefetch or a HEAD request is redirected but never counts as a visit', async () => {
    const from = { 'x-forwarded-for': '217.0.0.1' };
    const asked = await Promise.all([
      visit(port, '/box_901', { ...from, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      visit(port, '/box_901', from),
      visit(port, '/box_901', { ...from, 'user-agent': CHROME, 'sec-purpose': 'prefetch;prerender' }),
      visit(port, '/box_901', { ...from, 'user-agent': CHROME }, 'HEAD'),
    ]);
    for (const [index, answer] of asked.entries()) {
      expect(answer.status).toBe(302);
      expect(answer.cookie).toBe('');
      expect(await factOf(idIn(answer.location))).toMatchObject({
        kind: 'bot_visit',
        reason: index < 2 ? 'bot' : 'look_ahead',
        visits: 0,
        bot_visits: 1,
        clickouts: 0,
      });
    }
  });

  it('in a burst from one address is redirected and counted as a bot, unlike clicks from other addresses', async () => {
    const from = (address: string) => ({ 'user-agent': CHROME, 'x-forwarded-for': address });
    const { clicks } = CLICK_BURST;
    const answers = await Promise.all(
      Array.from({ length: clicks + 30 }, () => visit(port, '/box_901?sub1=burst', from('198.51.100.20'))),
    );
    expect(answers.every(({ status, cookie }) => status === 302 && cookie !== '')).toBe(true);
    for (let n = 0; n < 5; n += 1) await visit(port, '/box_901?sub1=burst', from('198.51.100.21'));
    const counted = async () =>
      await databases.clickhouse.query(
        `SELECT kind, if(kind = 'visit', '', reason) AS why, sum(visits) AS visits, sum(bot_visits) AS bots FROM facts
         WHERE sub1 = 'burst' GROUP BY kind, why ORDER BY kind`,
        {},
        { parse: ({ kind, why, visits, bots }) => [kind, why, Number(visits), Number(bots)] },
      );
    await until(
      async () => (await counted()).reduce((sum, row) => sum + Number(row[2]) + Number(row[3]), 0) >= clicks + 35,
    );
    // A bucket may have lost a drop or two while the clicks came in.
    const [bots, visits] = await counted();
    expect(bots?.slice(0, 3)).toEqual(['bot_visit', 'burst', 0]);
    expect(visits?.[3]).toBe(0);
    expect(Number(bots?.[3])).toBeGreaterThan(20);
    expect(Number(bots?.[3]) + Number(visits?.[2])).toBe(clicks + 35);
    expect(JSON.parse((await visit(port, '/health')).body)).toMatchObject({ up: true, bursts: Number(bots?.[3]) });
  });

  it('in a flood from one address shares a recorded click id, and the flood is counted completely by few facts', async () => {
    const total = 3 * CLICK_FLOOD.clicks;
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'x-forwarded-for': '198.51.100.30' };
    const ids = new Set<string>();
    for (let sent = 0; sent < total; sent += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => visit(port, `/box_903?sub1=flood&sub2=${sent + n}`, bot)),
      );
      for (const { status, location } of answers) {
        expect(status).toBe(302);
        ids.add(idIn(location));
      }
    }
    expect(ids.size).toBeLessThan(total - CLICK_FLOOD.clicks);
    const stored = async () =>
      await databases.clickhouse.query(
        `SELECT count() AS facts, sum(bot_visits) AS bots, sum(visits) AS visits, uniqExact(click_id) AS clicks FROM facts
         WHERE sub1 = 'flood'`,
        {},
        { parse: ({ facts, bots, visits, clicks }) => [facts, bots, visits, clicks].map(Number) },
      );
    await until(async () => (await stored())[0]?.[1] === total);
    const [[facts = 0, , visits, clicks] = []] = await stored();
    expect(visits).toBe(0);
    expect(clicks).toBe(ids.size);
    expect(facts).toBeLessThan(ids.size + 20);
    expect(JSON.parse((await visit(port, '/health')).body)).toMatchObject({ flooded: expect.any(Number) });
  });

  it('from an exempt range is a visit, even in a burst or with the user agent of a bot', async () => {
    await runOnce(
      databases.databaseUrl,
      `INSERT INTO sign_in_whitelist (pattern) VALUES ('203.0.113.0/24'), ('colleague@site.example'); NOTIFY routing, 'whitelistEntry'`,
    );
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'x-forwarded-for': '203.0.113.9' };
    // Exempt addresses get a visitor's cookie with any user agent.
    await until(async () => (await visit(port, '/box_901?sub1=office', bot)).cookie !== '');
    const answers = await Promise.all(
      Array.from({ length: 2 * CLICK_BURST.clicks }, () =>
        visit(port, '/box_901?sub1=office', { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.9' }),
      ),
    );
    const last = answers.at(-1);
    expect(await factOf(idIn(last?.location ?? ''))).toMatchObject({ kind: 'visit', visits: 1, bot_visits: 0 });
  });

  it('leads the same visitor to the same campaign each time', async () => {
    const first = await visit(port, '/box_901');
    expect(first.cookie).toMatch(/^signpost_visitor=[\w-]{36}$/);
    const again = await Promise.all(
      Array.from({ length: 20 }, () => visit(port, '/box_901', { 'user-agent': CHROME, cookie: first.cookie })),
    );
    const host = new URL(first.location).host;
    expect(again.map((answer) => new URL(answer.location).host)).toEqual(again.map(() => host));
    expect(again.every((answer) => answer.cookie === '')).toBe(true);
  });

  it('gets a cookie that is never sent without https, if it came by https', async () => {
    const cookieOf = async (more: Record<string, string>) =>
      String((await visit(port, '/box_901', { 'user-agent': CHROME, ...more })).headers['set-cookie']);
    expect(await cookieOf({ 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/);
    expect(await cookieOf({})).not.toContain('Secure');
  });

  it('is attributed to the owner of its referrer host unless its link says otherwise', async () => {
    const whose = async (path: string, referer: string) => {
      const { location } = await visit(port, path, { 'user-agent': CHROME, referer });
      const { traffic_source_id: source, publisher_id: publisher, website_id: website } = await factOf(idIn(location));
      return { source, publisher, website };
    };
    expect(await whose('/box_903', 'https://nobody.example/a')).toEqual({ source: 0, publisher: 0, website: 0 });
    expect(await whose('/box_903', 'https://known.example/a')).toEqual({ source: 0, publisher: 911, website: 0 });
    expect(await whose('/box_903', 'https://www.source.example/a?b')).toEqual({
      source: 941,
      publisher: 911,
      website: 920,
    });
    expect(await whose('/box_903?source=letter_one', 'https://source.example/')).toEqual({
      source: 940,
      publisher: 910,
      website: 920,
    });
    expect(await whose('/box_903?ref=source.example', 'https://known.example/')).toMatchObject({ source: 941 });
  });

  it('is led to the same target whatever page or app the visit comes from', async () => {
    const targets = [];
    for (const referer of ['', 'https://known.example/a', 'android-app://com.example.reader/', 'about:blank']) {
      const answer = await visit(port, '/box_903', { 'user-agent': CHROME, ...(referer !== '' && { referer }) });
      targets.push(answer.location.replaceAll(idIn(answer.location), ''));
    }
    expect(new Set(targets).size).toBe(1);
  });

  it('on a paused box goes to the box’s fallback', async () => {
    const answer = await visit(port, '/box_902?sub1=https://evil.example');
    expect(answer.location).toBe('https://fallback.example/paused');
  });

  it('on an archived box goes to the box’s fallback too, because old links remain in use', async () => {
    expect((await visit(port, '/box_909')).location).toBe('https://fallback.example/gone');
  });
});

describe('A click that a rule takes', () => {
  it('goes to the target of the rule and records it, unlike other clicks', async () => {
    const american = { 'user-agent': IPHONE, 'x-forwarded-for': '8.8.8.8' };
    const { location } = await visit(port, '/box_903', american);
    expect(location).toContain('https://acme.example/');
    expect(await factOf(idIn(location))).toMatchObject({ rule_id: 970, campaign_id: 961, reason: 'rule' });
    for (const other of [
      { ...american, 'user-agent': CHROME },
      { ...american, 'x-forwarded-for': '217.0.0.1' },
    ])
      expect((await visit(port, '/box_903', other)).location).toContain('https://aff.example/');
  });
});

describe('Other links', () => {
  it('lead to SEO boxes, banners and direct targets, whose clicks count for their campaign', async () => {
    expect((await visit(port, '/bs_903')).location).toContain('https://aff.example/');
    expect((await visit(port, '/b_904')).location).toBe('https://fallback.example/banner');
    const { location } = await visit(port, '/d_sale?sub1=x');
    expect(location).toContain('https://sale.example/?c=');
    expect(await factOf(idIn(location))).toMatchObject({
      reason: 'direct_link',
      campaign_id: 963,
      campaign_box_id: 0,
      clickouts: 1,
      sub1: 'x',
    });
  });

  it('lead where they should with something behind them, before them or in another case', async () => {
    for (const path of ['/bs_903.', '/bs_903%20?sub1=x', '//bs_903&sub1=x', '/BS_903/x'])
      expect((await visit(port, path)).location, path).toContain('https://aff.example/');
    for (const path of ['/d_SALE', '/d_sale.', '/d_Sale&sub1=x', '/d_sale/x'])
      expect((await visit(port, path)).location, path).toContain('https://sale.example/');
  });

  it('keep the ids of ad platforms, other parameters and the visitor’s consent in the fact', async () => {
    await runOnce(
      databases.databaseUrl,
      `INSERT INTO direct_links (slug, target_url, campaign_id, status)
        VALUES ('ad', 'https://sale.example/?c={click_id}&g={param.GCLID}&m={param.email}', 962, 'active');
      SELECT pg_notify('routing', '')`,
    );
    const path = '/d_ad?source=x&gclid=Cj0-_x&utm_campaign=Sun%20%26%20Sea&email=ann%40example.com&consent=yes';
    await until(async () => (await visit(port, path)).status === 302);
    const { location } = await visit(port, path);
    const id = idIn(location);
    expect(location).toBe(`https://sale.example/?c=${id}&g=Cj0-_x&m=(e-mail%20address)`);
    const stored = await factOf(id);
    expect(stored).toMatchObject({ consent: 'granted', target_url: location });
    expect(JSON.parse(String(stored.parameters))).toEqual({
      gclid: 'Cj0-_x',
      utm_campaign: 'Sun & Sea',
      email: '(e-mail address)',
      consent: 'yes',
    });
    const { location: optedOut } = await visit(port, path, { 'sec-gpc': '1' });
    expect(await factOf(idIn(optedOut))).toMatchObject({ consent: 'opted_out' });
    const { location: plain } = await visit(port, '/d_ad?source=x');
    expect(await factOf(idIn(plain))).toMatchObject({ consent: '', parameters: '' });
  });

  it('pass on the named parameters of box and campaign, and keep them out of the stored target', async () => {
    await runOnce(
      databases.databaseUrl,
      `UPDATE campaigns SET pass_on = 'gclid' WHERE id = 963;
      UPDATE campaign_boxes SET pass_on = 'utm_source, id' WHERE id = 903;
      UPDATE direct_links SET pass_on = 'utm_source' WHERE slug = 'sale'; SELECT pg_notify('routing', '')`,
    );
    const query = 'source=x&utm_source=n%20e+ws&gclid=E_a-1&id=theirs&fbclid=2';
    const open = (path: string) => visit(port, `${path}?${query}`);
    await until(async () => (await open('/bs_903')).location.includes('gclid'));
    const { location } = await open('/bs_903');
    const id = idIn(location);
    expect(location).toBe(`https://aff.example/?id=${id}&utm_source=n%20e+ws&gclid=E_a-1`);
    expect((await factOf(id)).target_url).toBe(`https://aff.example/?id=${id}`);
    expect((await open('/d_sale')).location).toMatch(
      /^https:\/\/sale\.example\/\?c=[^&]+&utm_source=n%20e\+ws&gclid=E_a-1$/,
    );
  });

  it('lead where they should when the request line holds a whole address', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET http://go.example/bs_903?sub1=whole HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${CHROME}\r\nConnection: close\r\n\r\n`,
    );
    let answer = '';
    for await (const part of socket) answer += String(part);
    expect(answer).toMatch(/^HTTP\/1\.1 302 [\s\S]*Location: https:\/\/aff\.example\//);
  });

  it('are unknown when the box is of another kind or the direct link is paused or missing', async () => {
    for (const path of ['/bs_904', '/b_903', '/bs_901', '/d_over', '/d_nothing', '/d_', '/d_sale-x'])
      expect((await visit(port, path)).status, path).toBe(404);
  });
});

describe('The click port', () => {
  it('tells strangers only whether it is up', async () => {
    const stranger = await visit(port, '/health', { 'x-forwarded-for': '203.0.113.1' });
    expect([stranger.status, JSON.parse(stranger.body)]).toEqual([200, { up: true }]);
    expect(Object.keys(JSON.parse((await visit(port, '/health')).body))).toContain('log');
  });

  it('refuses other links, other methods and overlong addresses', async () => {
    expect((await visit(port, '/box_999999')).status).toBe(404);
    expect((await visit(port, '/box_0901')).status).toBe(404);
    expect((await visit(port, '/')).status).toBe(404);
    expect((await visit(port, '/box_901', { 'user-agent': CHROME }, 'POST')).status).toBe(405);
    expect((await visit(port, `/box_901?sub1=${'x'.repeat(8200)}`)).status).toBe(414);
  });

  it('never lets a link parameter choose the target host', async () => {
    const hosts = new Set(['acme.example', 'pre.example', 'aff.example']);
    for (const value of [
      '//evil.example',
      '%0d%0aLocation:%20http://evil.example',
      '%ff%fe',
      '{click_id}',
      '%',
      '\\\\evil',
      '%00',
    ]) {
      const answer = await visit(
        port,
        `/box_901?sub1=${value}&source=${value}&code=${value}&cost=${value}&currency=${value}&ref=${value}`,
      );
      expect(answer.status).toBe(302);
      expect(hosts).toContain(new URL(answer.location).host);
    }
  });
});

describe('A changed configuration', () => {
  it('takes effect within two seconds, with or without a notification', async () => {
    const routesTo = (path: string) => async () =>
      (await visit(port, '/box_902')).location === `https://fallback.example/${path}`;
    const change = (path: string, more: string) =>
      runOnce(
        databases.databaseUrl,
        `BEGIN; UPDATE campaign_boxes SET fallback_url = 'https://fallback.example/${path}' WHERE id = 902; ${more}; COMMIT`,
      );
    const ms = await fastestTry(4_000, async (turn) => {
      const began = performance.now();
      await change(`told-${turn}`, "SELECT pg_notify('routing', 'campaignBox')");
      await until(routesTo(`told-${turn}`));
      await change(
        `untold-${turn}`,
        `INSERT INTO audit (id, at, entity, record_id, action, version, previous_hash, hash)
         VALUES (${turn}, now(), 'campaignBox', 902, 'update', ${turn + 1}, '', '')`,
      );
      await until(routesTo(`untold-${turn}`));
      return performance.now() - began;
    });
    expect(ms).toBeLessThan(4_000);
  });
});

describe('A router that stops', () => {
  it('ends busy keep-alive connections with an answer that closes them, and idle or silent ones too', async () => {
    const stopping = await startRouter({ ...options, dataDir: await testFolder() });
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const silentClient = connect(stopping.port, '127.0.0.1');
    silentClient.write('GET /box_901 HTTP/1.1\r\n');
    // Its request has begun when the router stops, and ends afterwards.
    const slowClient = connect(stopping.port, '127.0.0.1');
    slowClient.setEncoding('latin1').write(`GET /box_901 HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${CHROME}\r\n`);
    let slowAnswer = '';
    slowClient.on('data', (text) => {
      slowAnswer += text;
    });
    let refused = 0;
    const statuses = new Set<number | undefined>();
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        get({ agent, port: stopping.port, path: '/box_901', headers: { 'user-agent': CHROME } }, (response) => {
          statuses.add(response.statusCode);
          response.resume().once('end', resolve);
        }).once('error', () => {
          refused += 1;
          resolve();
        });
      });
    let stopped = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!stopped) await ask();
    });
    await until(() => statuses.size > 0);
    const began = performance.now();
    const stop = stopping.stop();
    slowClient.write('\r\n');
    await stop;
    expect(performance.now() - began).toBeLessThan(8_000);
    stopped = true;
    await Promise.all(clients);
    agent.destroy();
    expect([...statuses]).toEqual([302]);
    expect(slowAnswer).toMatch(/^HTTP\/1\.1 302 [\s\S]*\r\nConnection: close\r\n/);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('A router without PostgreSQL', () => {
  const away = {
    query: () => Promise.reject(new Error('away')),
    listen: () => Promise.reject(new Error('away')),
  };
  let second: Awaited<ReturnType<typeof startRouter>>;
  beforeAll(async () => {
    second = await startRouter({ ...options, source: away });
  });
  afterAll(() => second.stop());

  it('routes by the configuration stored on disk and reports it', async () => {
    expect((await visit(second.port, '/box_901')).status).toBe(302);
    const health = JSON.parse((await visit(second.port, '/health')).body);
    expect(health).toMatchObject({
      up: true,
      configuration: { staleSince: expect.any(String) },
      log: { writable: true },
      disk: { freeBytes: expect.any(Number) },
    });
    expect(JSON.parse(await readFile(join(clicksFolder(dataDir), 'configuration.json'), 'utf8')).boxes).toHaveLength(5);
  });

  it('asks visitors to try again later when it never had a configuration', async () => {
    const third = await startRouter({ ...options, dataDir: await testFolder(), source: away });
    const answer = await visit(third.port, '/box_901');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    await third.stop();
  });
});
