/** App addresses over real HTTP, with the user agents that browsers send. */
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../../packages/testkit/src/database.ts';
import { runOnce } from '../../platform/postgres.ts';
import { clicksFolder } from './log/segments.ts';
import { startRouter } from './router.ts';
import { startShipper } from './ship/shipper.ts';
import { CHROME, IPHONE, postgresSource, silent, testFolder, until, visit, WORLD_SQL } from './testing/world.ts';

const databases = await testDatabases();
const dataDir = await testFolder();
await runOnce(
  databases.databaseUrl,
  `${WORLD_SQL}
  INSERT INTO direct_links (slug, target_url, android_url, ios_url, pass_on, status) VALUES
    ('app', 'https://web.example/?c={click_id}', 'shop://open?c={click_id}&s={sub1}', 'itms-apps://apps.apple.com/app/id1', 'gclid', 'active'),
    ('universal', 'https://web.example/?c={click_id}', 'https://app.example/?c={click_id}', 'https://app.example/?c={click_id}', 'gclid', 'active');
  UPDATE offers SET target_url = 'https://offer.example/?c={click_id}', android_url = 'market://details?id=com.shop' WHERE id = 953;`,
);
const { source, close } = postgresSource(databases.databaseUrl);
const router = await startRouter({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  trustedProxies: { hops: 1 },
  source,
  log: silent,
});
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse: databases.clickhouse, log: silent });
afterAll(async () => {
  await router.stop();
  await shipper.stop();
  await close();
});

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.135 Mobile Safari/537.36';
const BOT =
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.108 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const WEB = /^https:\/\/web\.example\/\?c=[\w-]{36}&gclid=a%3Bend$/;
const INTENT =
  /^intent:\/\/open\?c=[\w-]{36}&s=%3Bend#Intent;scheme=shop;S\.browser_fallback_url=https%3A%2F%2Fweb\.example%2F%3Fc%3D[\w-]{36}%26gclid%3Da%253Bend;end$/;

const open = async (path: string, agent: string): Promise<string> =>
  (
    await visit(router.port, `${path}?sub1=%3Bend&gclid=a%3Bend`, {
      'user-agent': agent,
      'x-forwarded-for': '203.0.113.9',
    })
  ).location;

async function factOf(location: string): Promise<{ target_url: unknown; trace: string }> {
  const clickId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/.exec(location)?.[0] ?? '';
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    found = await databases.clickhouse.query(
      'SELECT target_url, trace FROM facts WHERE click_id = {clickId:UUID}',
      { clickId },
      { parse: (row) => row },
    );
    return found.length > 0;
  });
  return { target_url: found[0]?.target_url, trace: String(found[0]?.trace) };
}

describe('A direct link with app addresses', () => {
  it.each([
    ['Chrome on Android', ANDROID_CHROME, INTENT],
    ['Safari on an iPhone', IPHONE, /^itms-apps:\/\/apps\.apple\.com\/app\/id1$/],
    ['a WebView on Android', WEBVIEW, WEB],
    ['Facebook on Android', `${WEBVIEW} [FB_IAB/FB4A;FBAV/491.0.0.60.75;]`, WEB],
    ['Instagram on Android', `${WEBVIEW} Instagram 361.0.0.46.88 Android (33/13; 450dpi; 1080x2194; samsung)`, WEB],
    ['Instagram on an iPhone', `${IOS} Mobile/22B83 Instagram 361.0.0.35.87 (iPhone14,5; iOS 18_1; de_DE)`, WEB],
    ['Facebook on an iPhone', `${IOS} Mobile/22B83 [FBAN/FBIOS;FBAV/491.0.0.50.103]`, WEB],
    ['TikTok on an iPhone', `${IOS} Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6`, WEB],
    ['LinkedIn on an iPhone', `${IOS} LinkedIn/9.11 Version/10.0 Mobile/14A403 Safari/602.1`, WEB],
    ['an app that names itself behind Safari', `${IPHONE} SomeNewApp/1.0`, WEB],
    ['an app on an iPhone without a name', `${IOS} Mobile/22B83`, WEB],
    ['Chrome on a desktop', CHROME, WEB],
    ['a bot that calls itself a phone', BOT, WEB],
  ])('leads %s where it can go', async (_browser, agent, expected) => {
    expect(await open('/d_app', agent)).toMatch(expected);
  });

  it('leads also browsers inside other apps to an https address', async () => {
    const agent = `${IOS} Mobile/22B83 Instagram 361.0.0.35.87 (iPhone14,5; iOS 18_1; de_DE)`;
    expect(await open('/d_universal', agent)).toMatch(/^https:\/\/app\.example\/\?c=[\w-]{36}&gclid=a%3Bend$/);
    expect(await open('/d_universal', BOT)).toMatch(WEB);
  });

  it('leads a prefetch to the web target', async () => {
    const headers = { 'user-agent': ANDROID_CHROME, 'sec-purpose': 'prefetch' };
    expect((await visit(router.port, '/d_app', headers)).location).toMatch(/^https:\/\/web\.example\//);
  });

  it('keeps the address that was sent in the fact, without the parameters of the visitor, and the reason in its trace', async () => {
    const location = await open('/d_app', ANDROID_CHROME);
    const fact = await factOf(location);
    expect(fact.target_url).toBe(location.replace('%26gclid%3Da%253Bend', ''));
    expect(JSON.parse(fact.trace).steps).toContainEqual({ step: 'app', result: 'android' });
    const web = await factOf(await open('/d_app', CHROME));
    expect(JSON.parse(web.trace).steps).toContainEqual({ step: 'app', result: 'other_system' });
  });
});

it('the step from a page to its offer leads to the offer’s app address', async () => {
  await runOnce(
    databases.databaseUrl,
    `UPDATE campaigns SET offer_id = 953 WHERE id = 962;
    INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (904, 0, 962, 100);
    SELECT pg_notify('routing', '')`,
  );
  let location = '';
  await until(async () => {
    location = await open('/b_904', ANDROID_CHROME);
    return location.startsWith('https://pre.example/');
  });
  const clickId = location.slice('https://pre.example/'.length);
  const step = async (agent: string) =>
    (await visit(router.port, `/out/${clickId}`, { 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' })).location;
  expect(await step(ANDROID_CHROME)).toBe(
    `intent://details?id=com.shop#Intent;scheme=market;S.browser_fallback_url=${encodeURIComponent(`https://offer.example/?c=${clickId}`)};end`,
  );
  expect(await step(CHROME)).toBe(`https://offer.example/?c=${clickId}`);
});
