import { afterAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../../../packages/testkit/src/database.ts';
import { runOnce } from '../../../platform/postgres.ts';
import { clicksFolder } from '../log/segments.ts';
import { startRouter } from '../router.ts';
import { startShipper } from '../ship/shipper.ts';
import { CHROME, IPHONE, postgresSource, silent, testFolder, until, visit, WORLD_SQL } from '../testing/world.ts';

const { databaseUrl, clickhouse } = await testDatabases();
const dataDir = await testFolder();
await runOnce(databaseUrl, WORLD_SQL);
await runOnce(
  databaseUrl,
  `INSERT INTO campaigns (id, name, lander_type, offer_id, target_url) VALUES
    (971, 'Own page', 'prelander', 953, '/p_971?s={sub1}'), (972, 'Paused page', 'prelander', 953, '/p_972'),
    (973, 'No page', 'prelander', 953, '/p_973'), (974, 'Labelled page', 'offer_lander', 953, '/p_974'),
    (975, 'Labelled target', 'offer_lander', 953, 'https://cta.example/?t={cta}');
  INSERT INTO campaign_boxes (id, name, website_id, fallback_url) VALUES
    (905, 'Pages', NULL, 'https://fallback.example/pages'), (906, 'Offers', NULL, 'https://fallback.example/offers'),
    (907, 'On the site', 920, 'https://fallback.example/site'), (908, 'Paused page', NULL, 'https://fallback.example/off'),
    (990, 'No page', NULL, 'https://fallback.example/none'), (991, 'Labelled page', NULL, 'https://fallback.example/cta'),
    (992, 'Labelled target', NULL, 'https://fallback.example/cta'), (993, 'Offer label', NULL, 'https://fallback.example/cta'),
    (994, 'No label', NULL, 'https://fallback.example/cta');
  INSERT INTO buttons (id, name, campaign_box_id) VALUES (981, 'Play', 906), (982, 'Site button', NULL), (983, 'Labelled', 906);
  INSERT INTO button_variants (id, button_id, position, name, weight, text, background_color) VALUES
    (9811, 981, 0, 'A', 50, 'Play now', '#112233'), (9812, 981, 1, 'B', 50, 'Start <b>', '#445566'),
    (9821, 982, 0, 'A', 100, 'Of the site', '#112233'), (9831, 983, 0, 'A', 100, '{cta}', '#112233');
  INSERT INTO templates (campaign_id, name, button_id, css, status) VALUES
    (971, 'Quiz', 981, 'h1{color:red}</style><script>alert(1)</script>', 'active'), (972, 'Off', NULL, NULL, 'paused'),
    (974, 'Labelled', 983, NULL, 'active');
  INSERT INTO template_texts (template_id, position, name, text) VALUES
    (971, 0, 'headline', 'Hello <you>'), (971, 1, 'small', 'From the template');
  INSERT INTO template_variants (id, template_id, position, name, weight, html) VALUES
    (9711, 971, 0, 'A', 50, '<h1>{{ headline }}</h1><p>{{ small }}</p>{% if geo == ''US'' %}<i>America</i>{% else %}<i>{{ country }}</i>{% endif %}{% button %}<script>alert(1)</script>'),
    (9712, 971, 1, 'B', 50, '<h2>{{ headline }} {{ sub1 }}</h2><a href="{{ click_url }}">Go</a>{% button %}'),
    (9721, 972, 0, 'A', 100, '<p>Never seen</p>'),
    (9741, 974, 0, 'A', 100, '<h1>{{ cta | default: ''Go on'' }}</h1>{% button %}');
  INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES
    (905, 0, 971, 100), (906, 0, 961, 100), (907, 0, 971, 100), (908, 0, 972, 100), (990, 0, 973, 100);
  INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight, cta_label) VALUES
    (991, 0, 974, 100, 'Bet & win'), (992, 0, 975, 100, 'Bet & win'), (993, 0, 974, 100, NULL), (994, 0, 974, 100, NULL);
  INSERT INTO box_offers (name, campaign_box_id, product_id, offer_id, placement, cta_label) VALUES
    ('Labelled', 993, 952, 953, 1, 'Of the offer'), ('Labelled', 991, 952, 953, 1, 'Not of the offer');
  UPDATE offers SET target_url = 'https://acme.example/?c={click_id}' WHERE id = 953;
  INSERT INTO page_defaults (website_id, campaign_box_id, button_id, texts, updated_at) VALUES
    (920, NULL, 982, '[{"name": "headline", "text": "Of the site"}]', now()),
    (920, 907, NULL, '[{"name": "headline", "text": "Of the banner"}]', now());`,
);
const { source, close } = postgresSource(databaseUrl);
const router = await startRouter({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  trustedProxies: { hops: 1 },
  source,
  log: silent,
});
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse, log: silent });
const { port } = router;
afterAll(async () => {
  await router.stop();
  await shipper.stop();
  await close();
});

const AMERICAN = { 'user-agent': CHROME, 'x-forwarded-for': '8.8.8.8' };
const GERMAN = { 'user-agent': IPHONE, 'x-forwarded-for': '217.0.0.1' };
const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/.exec(text)?.[0] ?? '';

/** The facts of a click in the order of their times. */
async function factsOf(clickId: string, count: number): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    found = await clickhouse.query(
      'SELECT *, toString(visitor_id) AS visitor FROM facts WHERE click_id = {clickId:UUID} ORDER BY at, fact_id',
      { clickId },
      { parse: (row) => row },
    );
    return found.length >= count;
  });
  expect(found).toHaveLength(count);
  return found;
}

describe('A page of ours', () => {
  it('is shown to the visitor of a click, counted, and leads to the offer, all under one template and variant', async () => {
    const first = await visit(port, '/box_905?sub1=%3Cb%3E', AMERICAN);
    const id = idIn(first.location);
    expect(first.location).toBe(`/p_971?click=${id}&s=%3Cb%3E`);
    const page = await visit(port, first.location, AMERICAN);
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox (?!.*allow-scripts)/);
    expect(page.body).toContain('Hello &lt;you&gt;');
    expect(page.body).toContain(`href="/out/${id}"`);
    expect(page.body).toMatch(/Play now|Start &lt;b&gt;/);
    expect(page.body).not.toMatch(/<script|<\/style><script/i);
    expect((await visit(port, `/out/${id}`, AMERICAN)).location).toBe(`https://acme.example/?c=${id}`);
    const facts = await factsOf(id, 3);
    expect(facts.map(({ kind, visits, impressions, clickouts }) => [kind, visits, impressions, clickouts])).toEqual([
      ['visit', 1, 0, 0],
      ['impression', 0, 1, 0],
      ['clickout', 0, 0, 1],
    ]);
    const seen = facts.map(({ template_id, template_variant_id, button_id, button_variant_id, campaign_id, visitor }) =>
      JSON.stringify([template_id, template_variant_id, button_id, button_variant_id, campaign_id, visitor]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(facts[0]).toMatchObject({ template_id: 971, button_id: 981, campaign_id: 971 });
  });

  it('shows both variants, the same one to the same person, and what belongs to the country', async () => {
    const seen = new Map<number, string>();
    for (let n = 0; seen.size < 2; n += 1) {
      const cookie = `signpost_visitor=visitor-number-${String(n).padStart(6, '0')}`;
      const bodies = [];
      for (let again = 0; again < 2; again += 1) {
        const { location } = await visit(port, '/box_905', { ...(n % 2 ? AMERICAN : GERMAN), cookie });
        bodies.push((await visit(port, location, { ...GERMAN, cookie })).body.replaceAll(idIn(location), ''));
      }
      expect(bodies[1]).toBe(bodies[0]);
      const body = bodies[0] ?? '';
      if (body.includes('<h1>')) expect(body).toContain(n % 2 ? '<i>America</i>' : '<i>Germany</i>');
      seen.set(body.includes('<h1>') ? 1 : 2, body);
    }
  });

  it('takes its texts from the banner, then from the site, then from itself, and its button too', async () => {
    let body = '';
    while (!body.includes('<h1>')) {
      const { location } = await visit(port, '/box_907', AMERICAN);
      ({ body } = await visit(port, location, AMERICAN));
    }
    expect(body).toContain('<h1>Of the banner</h1><p>From the template</p>');
    expect(body).toContain('>Of the site</a>');
  });

  it('shows the CTA label of the allocation, else of the box’s offer, in its text and its button', async () => {
    const pageOf = async (box: number) =>
      (await visit(port, (await visit(port, `/box_${box}`, AMERICAN)).location)).body;
    const labelled = await pageOf(991);
    expect(labelled).toContain('<h1>Bet &amp; win</h1>');
    expect(labelled).toContain('>Bet &amp; win</a>');
    expect(await pageOf(993)).toMatch(/<h1>Of the offer<\/h1>.*>Of the offer<\/a>/);
    expect(await pageOf(994)).toMatch(/<h1>Go on<\/h1>.*>Continue<\/a>/);
    expect((await visit(port, '/b_983/show', AMERICAN)).body).toContain('>Continue</a>');
    expect((await visit(port, '/box_992', AMERICAN)).location).toBe('https://cta.example/?t=Bet%20%26%20win');
  });

  it('opened without a click begins one: a visit and an impression in one fact', async () => {
    const page = await visit(port, '/p_971?source=letter_two&sub1=abc', AMERICAN);
    const id = idIn(page.body);
    expect(page.cookie).toMatch(/^signpost_visitor=/);
    expect((await visit(port, `/out/${id}`, AMERICAN)).location).toBe(`https://acme.example/?c=${id}`);
    const [first, second] = await factsOf(id, 2);
    expect(first).toMatchObject({
      kind: 'visit',
      visits: 1,
      impressions: 1,
      prelander_visits: 1,
      clickouts: 0,
      template_id: 971,
      traffic_source_id: 941,
      sub1: 'abc',
    });
    expect(second).toMatchObject({ kind: 'clickout', clickouts: 1, template_id: 971 });
  });

  it('sends its visitors on to the offer while it is paused, and does not exist if nobody made it', async () => {
    const { location } = await visit(port, '/box_908', AMERICAN);
    const id = idIn(location);
    expect((await visit(port, location, AMERICAN)).location).toBe(`/out/${id}`);
    expect(await factsOf(id, 1)).toMatchObject([{ kind: 'visit', template_id: 0 }]);
    expect((await visit(port, '/p_999', AMERICAN)).status).toBe(404);
    // Of a campaign whose page does not exist, visitors still get the offer.
    const lost = (await visit(port, '/box_990', AMERICAN)).location;
    expect(lost).toMatch(/^\/p_973\?click=/);
    expect((await visit(port, lost, AMERICAN)).location).toBe(`/out/${idIn(lost)}`);
    expect((await visit(port, '/p_971', AMERICAN, 'POST')).status).toBe(405);
  });

  it('is shown to bots and previews without counting anything', async () => {
    const { location } = await visit(port, '/box_905', AMERICAN);
    const id = idIn(location);
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'x-forwarded-for': '8.8.8.8' };
    expect((await visit(port, location, { ...bot, 'x-forwarded-for': '9.9.9.1' })).status).toBe(200);
    const head = await visit(port, location, AMERICAN, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    const facts = await factsOf(id, 3);
    expect(facts.map(({ impressions, reason }) => [impressions, reason])).toEqual([
      [0, 'allocation'],
      [0, 'bot'],
      [0, 'look_ahead'],
    ]);
  });
});

describe('A button on a site', () => {
  it('is shown in a frame, and its click is that of the person and variant that was shown', async () => {
    const frame = await visit(port, '/b_981/show', { ...AMERICAN, referer: 'https://known.example/x' });
    expect(frame.headers['set-cookie']).toBeUndefined();
    const [, path = '', variant, person] = /href="(\/b_981\?v=(\d+)&amp;u=(\d+))" target="_top"/.exec(frame.body) ?? [];
    const again = await visit(port, '/b_981/show', { ...AMERICAN, referer: 'https://known.example/x' });
    expect(again.body).toBe(frame.body);
    const click = await visit(port, path.replace('&amp;', '&'), AMERICAN);
    expect(click.location).toMatch(/^https:\/\/acme\.example\//);
    const [fact] = await factsOf(idIn(click.location), 1);
    expect(fact).toMatchObject({
      kind: 'visit',
      campaign_box_id: 906,
      button_id: 981,
      button_variant_id: Number(variant),
      visitor: person,
      clickouts: 1,
    });
    const shown = () =>
      clickhouse.query(
        `SELECT publisher_id, button_variant_id AS variant, toString(visitor_id) AS person, impressions FROM facts
         WHERE kind = 'impression' AND button_id = 981 AND template_id = 0`,
        {},
        { parse: (row) => row },
      );
    await until(async () => (await shown()).length === 2);
    expect(await shown()).toEqual(
      Array(2).fill({ publisher_id: 911, variant: Number(variant), person, impressions: 1 }),
    );
  });

  it('and a banner box count an impression by their pixel; no other id has one', async () => {
    for (const [path, status] of [
      ['/b_981.gif', 200],
      ['/b_904.gif', 200],
      ['/b_901.gif', 404],
      ['/b_999.gif', 404],
      ['/b_982/show', 200],
      ['/b_904/show', 404],
    ] as const)
      expect((await visit(port, path, GERMAN)).status, path).toBe(status);
    const counted = () =>
      clickhouse.query(
        `SELECT campaign_box_id AS box, button_id AS button, sum(impressions) AS shown FROM facts
         WHERE kind = 'impression' AND template_id = 0 AND os = 'iOS' GROUP BY ALL ORDER BY ALL`,
        {},
        { parse: (row) => row },
      );
    await until(async () => (await counted()).length === 3);
    expect(await counted()).toMatchObject([
      { box: 0, button: 982 },
      { box: 904, button: 0 },
      { box: 906, button: 981 },
    ]);
  });

  it('without a box has no link, and never shares one with a box', async () => {
    expect((await visit(port, '/b_982', AMERICAN)).status).toBe(404);
    expect((await visit(port, '/box_981', AMERICAN)).status).toBe(404);
    await expect(
      runOnce(
        databaseUrl,
        `INSERT INTO campaign_boxes (id, name, fallback_url) VALUES (981, 'x', 'https://x.example/')`,
      ),
    ).rejects.toThrow('exists already');
    await expect(runOnce(databaseUrl, `INSERT INTO buttons (id, name) VALUES (901, 'x')`)).rejects.toThrow();
  });
});

it('counts a page on another host by the pixel of its click', async () => {
  let answer = await visit(port, '/box_901', AMERICAN);
  while (!answer.location.startsWith('https://pre.example/')) answer = await visit(port, '/box_901', AMERICAN);
  const id = idIn(answer.location);
  expect((await visit(port, `/i/${id}.gif`, AMERICAN)).status).toBe(200);
  expect(await factsOf(id, 2)).toMatchObject([
    { impressions: 0 },
    { kind: 'impression', impressions: 1, campaign_id: 962 },
  ]);
  expect((await visit(port, '/i/00000000-0000-7000-8000-000000000000.gif', AMERICAN)).status).toBe(200);
});
