/** Launch checks through a real router, real postbacks, the worker's rounds and hosts that answer over HTTP. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readLaunchCheck, startLaunchCheck } from '@signpost/contract/calls/launch-checks.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import {
  buildCampaign,
  buildCampaignBox,
  buildDeal,
  buildOffer,
  buildPartner,
  buildProduct,
} from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { clicksFolder } from '../../../traffic/clicks/log/segments.ts';
import { clickFinder } from '../../../traffic/clicks/out/find-click.ts';
import { startRouter } from '../../../traffic/clicks/router.ts';
import { startShipper } from '../../../traffic/clicks/ship/shipper.ts';
import { compile } from '../../../traffic/clicks/snapshot/compile.ts';
import { readConfig } from '../../../traffic/clicks/snapshot/config.ts';
import { CHROME, postgresSource, silent, testFolder, visit } from '../../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { deliverDue } from '../../conversions/outgoing/deliver.ts';
import { conversionWorld } from '../../conversions/testing/world.ts';
import { launchRuns } from '../jobs.ts';
import { farm } from '../testing/farm.ts';
import { whyNobody } from './hindrance.ts';
import { findWay } from './way.ts';

const campaignCalls = entityCalls(entities.campaign);

const page = '<title>Best Casino</title><p>play slots and tables every day of the week</p>';
const hosts = await farm({
  acme: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  gone: (_, response) => response.writeHead(404).end(),
  forgetful: ({ path }, response) =>
    path === '/home'
      ? response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      : response.writeHead(302, { location: '/home' }).end(),
  pre: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  tracker: (_, response) => response.writeHead(200).end('ok'),
  deaf: (_, response) => response.writeHead(500).end(),
  nowhere: { code: 'ENOTFOUND' },
});
const world = await conversionWorld();
const { db, databases, admin } = world;
const { clickhouse } = databases;
const dataDir = await testFolder();
const { source, close } = postgresSource(databases.databaseUrl);
const router = await startRouter({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  trustedProxies: { hops: 1 },
  source,
  log: silent,
  findClick: clickFinder(clickhouse, silent),
  beside: world.handler,
});
const shipper = startShipper({ clicks: clicksFolder(dataDir), clickhouse, log: silent });
// The other work of the worker during the run: counting, shipping and sending.
let isWorking = true;
const working = (async () => {
  while (isWorking) {
    await world.round();
    await deliverDue({ db, send: hosts.send }, new Date());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})();
afterAll(async () => {
  isWorking = false;
  await working;
  await router.stop();
  await shipper.stop();
  await close();
  await hosts.close();
});

await buildProduct(db, { id: 955, name: 'Slots' });
await buildOffer(db, {
  id: 956,
  name: 'Acme slots',
  partnerId: 951,
  productId: 955,
  targetUrl: 'http://acme.farm.test/go?c={click_id}',
});
await buildOffer(db, {
  id: 957,
  name: 'Coil slots',
  partnerId: 953,
  productId: 955,
  targetUrl: 'http://acme.farm.test/coil?c={click_id}',
});
// Dune's offers are reached by its deal alone: nothing leads straight there.
await buildProduct(db, { id: 958, name: 'Poker' });
await buildPartner(db, { id: 954, name: 'Dune', partnerTypeId: 950, currency: 'EUR' });
await sql`INSERT INTO partners_integrations (record_id, target_id, position) VALUES (954, 960, 0)`.execute(db);
await buildOffer(db, {
  id: 959,
  name: 'Dune poker',
  partnerId: 954,
  productId: 958,
  targetUrl: 'http://acme.farm.test/dune?c={click_id}',
});
await buildDeal(db, {
  id: 974,
  partnerId: 954,
  position: 0,
  geoId: 12,
  integrationId: 960,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  fixedAmount: '70',
  weight: 100,
});
const campaign = async (
  id: number,
  landerType: 'affiliate' | 'offer_lander' | 'prelander',
  targetUrl: string,
  offerId = 956,
) => {
  await buildCampaign(db, { id, name: `Campaign ${id}`, landerType, offerId, targetUrl });
  await buildCampaignBox(db, { id, name: `Box ${id}`, fallbackUrl: 'http://acme.farm.test/fallback' });
  await sql`INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (${id}, 0, ${id}, 100)`.execute(
    db,
  );
};
// Its own offer is Coil's, which has no deal: visitors go from the page to Acme, by its deal.
await campaign(979, 'prelander', 'http://pre.farm.test/?c={click_id}', 957);
await campaign(981, 'prelander', 'http://pre.farm.test/?c={click_id}');
await campaign(982, 'affiliate', 'http://gone.farm.test/?c={click_id}');
await campaign(983, 'affiliate', 'http://forgetful.farm.test/?c={click_id}');
await campaign(984, 'affiliate', 'http://acme.farm.test/?c={click_id}', 957);
await campaign(985, 'affiliate', 'http://acme.farm.test/paused?c={click_id}');
await campaign(986, 'prelander', 'http://pre.farm.test/?c={click_id}', 959);
await campaign(988, 'affiliate', 'http://gone.farm.test/dead?c={click_id}');
await campaign(989, 'affiliate', 'http://acme.farm.test/other?c={click_id}');
await campaign(990, 'affiliate', 'http://nowhere.farm.test/?c={click_id}', 957);
await sql`UPDATE campaign_boxes SET traffic_source_id = 940 WHERE id = 981`.execute(db);
await sql`UPDATE campaigns SET status = 'paused' WHERE id = 985`.execute(db);
await sql`INSERT INTO outgoing_postbacks (id, name, traffic_source_id, events, url, method) VALUES
  (991, 'Tracker', 940, '{first_deposit}', 'http://tracker.farm.test/?c={click_id}&p={payout}', 'GET')`.execute(db);
await world.keyOf(951, 'hmac');
await sql`SELECT pg_notify('routing', 'campaign')`.execute(db);

const workOff = () =>
  workRuns(
    { db, log: silent },
    launchRuns({
      db,
      clickhouse,
      send: hosts.send,
      vault: world.deps.vault,
      ownLinks: { host: '127.0.0.1', clickPort: router.port, shortLinkHosts: [] },
    }),
    new AbortController().signal,
  );
/** A check for an Austrian phone. */
async function check(subject: string, recordId: number) {
  const { status, body } = await attempt(admin, startLaunchCheck, { body: { subject, recordId, geoId: 12 } });
  expect([status, body.errors ?? []]).toEqual([201, []]);
  const { id } = body.data;
  await workOff();
  const found = await call(admin, readLaunchCheck, { params: { id } });
  expect([found.state, found.problem]).toEqual(['succeeded', null]);
  return found.steps;
}
const stepOf = (steps: Awaited<ReturnType<typeof check>>, name: string) => steps.find(({ step }) => step === name);
const query = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
const nameOfAdmin = async () =>
  (await db.selectFrom('users').select('name').where('id', '=', admin.userId).executeTakeFirstOrThrow()).name;
const states = (steps: Awaited<ReturnType<typeof check>>) =>
  Object.fromEntries(steps.map(({ step, state }) => [step, state]));
const sums = async () =>
  (
    await clickhouse.query(
      `SELECT sum(visits) AS visits, sum(bot_visits) AS bots, sum(clickouts) AS clickouts, sum(leads) AS leads,
         sum(first_deposits) AS deposits, toString(sum(revenue)) AS revenue, toString(sum(publisher_cost)) AS cost,
         toString(sum(deposit_amount)) AS amounts FROM facts`,
      {},
      { parse: (row) => row },
    )
  )[0];
const NOTHING = { visits: 0, bots: 0, clickouts: 0, leads: 0, deposits: 0, revenue: '0', cost: '0', amounts: '0' };

describe('a launch check', () => {
  it('goes the whole way of a box and counts nothing: neither the click nor the conversion', async () => {
    const steps = await check('campaignBox', 981);
    expect(steps.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(steps.map(({ step }) => step)).toEqual([
      'link',
      'rules',
      'page',
      'hops',
      'target',
      'postback',
      'priced',
      'statistics',
      'outgoing',
    ]);
    expect(steps.find(({ step }) => step === 'priced')?.text).toContain('100');
    expect(await sums()).toEqual(NOTHING);
    expect(await db.selectFrom('affiliateTransactions').select(['state', 'reason', 'revenue']).execute()).toEqual([
      { state: 'ignored', reason: 'test', revenue: '0.000000' },
    ]);
    expect(hosts.requestsTo('tracker')).toBe(1);
    const [delivery] = await db.selectFrom('outgoingDeliveries').select('url').execute();
    expect(delivery?.url).toMatch(/&p=0\.00$/);
  });

  it('finds the visitor whom a box sends to a campaign or a partner', async () => {
    const found = await check('campaign', 981);
    expect(states(found)).toMatchObject({ link: 'ok', rules: 'ok', target: 'ok' });
    expect(stepOf(found, 'target')?.text).toMatch(/^The offer is “Acme slots” of the partner “Acme”\. /);
    const steps = await check('partner', 953);
    expect(stepOf(steps, 'rules')?.text).toBe(
      'No rule matched: the box’s own allocation decided. The campaign is “Campaign 984”. The offer is “Coil slots” of the partner “Coil”.',
    );
    expect(steps.find(({ state }) => state === 'broken')).toMatchObject({
      step: 'postback',
      text: 'The partner “Coil” has no postback address yet.',
    });
    expect(await db.selectFrom('runs').select('title').orderBy('id', 'desc').limit(1).execute()).toEqual([
      { title: 'Launch check of the partner “Coil”' },
    ]);
  });

  it('finds the same visitor at every press', async () => {
    const config = await readConfig(query);
    const snapshot = compile(config);
    const wanted = { subject: 'partner', recordId: 951, geo: 'AT', userAgent: CHROME, host: '127.0.0.1' } as const;
    const way = findWay(snapshot, wanted, 0);
    expect(way).not.toBeNull();
    expect(findWay(snapshot, wanted, 0)).toEqual(way);
    const box = { ...wanted, subject: 'campaignBox', recordId: 981 } as const;
    expect(findWay(snapshot, box, 0)).toEqual(findWay(snapshot, box, 0));
    // One visitor in four thousand is enough.
    const rare = config.allocations
      .filter(({ campaignId }) => campaignId === 982 || campaignId === 984)
      .map((row) => ({ ...row, campaignBoxId: 982, weight: row.campaignId === 984 ? 1 : 3999 }));
    const seldom = compile({ ...config, allocations: rare });
    expect(findWay(seldom, { ...wanted, subject: 'campaign', recordId: 984 }, 0)?.boxId).toBe(982);
  });

  it('says why nobody is sent to a partner: paused, lead cap reached, deal over', async () => {
    expect(stepOf(await check('partner', 954), 'target')?.text).toMatch(/“Dune poker” of the partner “Dune”/);
    const first = async () => (await check('partner', 954))[0];
    const nobody = 'No visitor of this geo and device is sent to the partner “Dune”.';
    await sql`UPDATE partners SET status = 'paused' WHERE id = 954`.execute(db);
    expect(await first()).toMatchObject({
      step: 'link',
      state: 'broken',
      text: `${nobody} The partner “Dune” is paused.`,
      who: expect.stringMatching(/^Anyone of the grades Admin, /),
    });
    const [box] = (await check('campaignBox', 986)).filter(({ state }) => state === 'broken');
    expect(box).toMatchObject({ step: 'target', text: expect.stringMatching(/The partner “Dune” is paused\.$/) });
    await sql`UPDATE partners SET status = 'active' WHERE id = 954`.execute(db);
    await sql`UPDATE deals SET lead_cap = 0 WHERE id = 974`.execute(db);
    expect(await first()).toMatchObject({
      state: 'broken',
      text: `${nobody} The lead cap of the deal 974 (CPA, AT) is reached: 0 a day.`,
    });
    await sql`UPDATE deals SET lead_cap = NULL, valid_to = '2026-01-31' WHERE id = 974`.execute(db);
    expect(await first()).toMatchObject({
      state: 'broken',
      text: `${nobody} The deal 974 (CPA, AT) ended on 2026-01-31.`,
    });
  });

  it('names what the deals would have refused where a campaign leads straight to its partner', async () => {
    await world.keyOf(954);
    await campaign(987, 'affiliate', 'http://acme.farm.test/straight?c={click_id}', 959);
    const steps = await check('campaignBox', 987);
    const ended = 'The deal 974 (CPA, AT) ended on 2026-01-31.';
    expect(stepOf(steps, 'rules')).toMatchObject({
      state: 'broken',
      text: expect.stringContaining(`“Dune”. The link leads straight there, past the deals: ${ended}`),
      who: expect.any(String),
    });
    expect(stepOf(steps, 'priced')).toMatchObject({
      state: 'broken',
      text: `No deal and no override prices it. ${ended}`,
    });
    await sql`UPDATE partners SET status = 'paused' WHERE id = 954`.execute(db);
    expect(stepOf(await check('partner', 954), 'rules')).toMatchObject({
      state: 'broken',
      text: expect.stringMatching(/past the deals: The partner “Dune” is paused\.$/),
    });
  });

  it('says that a box has not begun, is over or was used up, and that a campaign is only in such boxes', async () => {
    const text = async () => stepOf(await check('campaignBox', 983), 'rules')?.text;
    const to = (end: string) => `The box ${end}: the click goes to the fallback link.`;
    await sql`UPDATE campaign_boxes SET valid_from = '2099-01-01' WHERE id = 983`.execute(db);
    expect(await text()).toBe(to('has not reached its first day'));
    await sql`UPDATE campaign_boxes SET valid_from = NULL, max_clicks = 1, clicks = 1 WHERE id = 983`.execute(db);
    expect(await text()).toBe(to('has had its most clicks'));
    await sql`UPDATE campaign_boxes SET valid_to = '2026-01-31' WHERE id = 983`.execute(db);
    expect(await text()).toBe(to('is past its last day'));
    expect((await check('campaign', 983))[0]?.text).toMatch(
      /^The box “Box 983” of the campaign “.*” is past its last day\.$/,
    );
    await sql`UPDATE campaign_boxes SET valid_to = NULL, max_clicks = NULL, clicks = 0 WHERE id = 983`.execute(db);
  });

  it('says that a campaign is paused, dead or overruled, and who can mend that', async () => {
    const data = await call(admin, campaignCalls.read, { params: { id: 985 } });
    const { version } = data;
    expect(
      (await attempt(admin, campaignCalls.update, { params: { id: 985 }, body: { version, values: { name: 'Late' } } }))
        .status,
    ).toBe(200);
    const who = await nameOfAdmin();
    expect((await check('campaign', 985))[0]).toMatchObject({
      state: 'broken',
      text: 'The campaign “Late” is paused: it takes no clicks.',
      who,
    });
    expect(stepOf(await check('campaignBox', 985), 'rules')).toMatchObject({
      text: 'No rule and no campaign can take the click, so it goes to the fallback link. The campaign “Late” is paused.',
      who,
    });
    const url = 'http://gone.farm.test/dead?c={click_id}';
    await sql`UPDATE link_watch_settings SET takes_out = true`.execute(db);
    await sql`INSERT INTO watched_links (url, host, since, is_dead, confirmed_at)
      VALUES (${url}, 'gone.farm.test', now(), true, now())`.execute(db);
    expect((await check('campaign', 988))[0]?.text).toBe(
      `The target of the campaign “Campaign 988” is dead and has left the rotation: ${url}. See the watched links.`,
    );
    expect(stepOf(await check('campaignBox', 988), 'rules')?.text).toContain('has a dead target');
    await sql`INSERT INTO rules (id, name, conditions) VALUES (975, 'Austrians', '{"match":"all","items":[{"field":"geo","is":true,"values":["AT"]}]}')`.execute(
      db,
    );
    await sql`INSERT INTO rule_campaigns (rule_id, position, campaign_id, weight) VALUES (975, 0, 983, 100)`.execute(
      db,
    );
    await sql`INSERT INTO campaign_boxes_rules (record_id, target_id, position) VALUES (989, 975, 1)`.execute(db);
    expect((await check('campaign', 989))[0]?.text).toBe(
      'In the box “Box 989”, the rule “Austrians” sends visitors of this geo and device elsewhere: to the campaign “Campaign 983”.',
    );
    // The same rule in all boxes that lead straight to a partner without a deal there.
    const config = await readConfig(query);
    const boxRules = [979, 984, 990].map((campaignBoxId) => ({ campaignBoxId, ruleId: 975 }));
    const known = { db, config, snapshot: compile({ ...config, boxRules }), now: Date.now() };
    const wanted = { subject: 'partner', recordId: 953, geo: 'AT', userAgent: CHROME, host: '' } as const;
    expect(findWay(known.snapshot, wanted, known.now)).toBeNull();
    expect(await whyNobody(known, wanted)).toMatchObject({
      text: expect.stringMatching(/^In the box “Box 979”, the rule “Austrians” sends visitors/),
      mend: [{ name: 'rule' }, 975],
    });
  });

  it('does not judge the click id where nothing answered', async () => {
    expect(stepOf(await check('campaignBox', 990), 'hops')).toMatchObject({
      state: 'skipped',
      text: 'Not checked: nothing was opened there.',
    });
  });

  it('names the step that is broken and the person who can mend it', async () => {
    const data = await call(admin, campaignCalls.read, { params: { id: 982 } });
    const { version } = data;
    expect(
      (await attempt(admin, campaignCalls.update, { params: { id: 982 }, body: { version, values: { name: 'Dead' } } }))
        .status,
    ).toBe(200);
    const name = await nameOfAdmin();
    const dead = await check('campaignBox', 982);
    expect(version).toBeGreaterThan(0);
    expect(dead.find(({ state }) => state === 'broken')).toMatchObject({
      step: 'target',
      text: 'The page does not exist (HTTP 404).',
      who: name,
    });
    const forgetful = await check('campaignBox', 983);
    expect(forgetful.find(({ step }) => step === 'hops')).toMatchObject({
      state: 'broken',
      text: expect.stringMatching(/^Step 2 loses the click id/),
      who: expect.stringMatching(/^Anyone of the grades Admin, /),
    });
    expect(states(await check('campaignBox', 985))).toMatchObject({
      link: 'ok',
      rules: 'broken',
      page: 'skipped',
      outgoing: 'skipped',
    });
  });
});

describe('a test click', () => {
  it('is refused without a ticket and is no click then', async () => {
    const before = await clickhouse.query('SELECT count() AS n FROM facts', {}, { parse: ({ n }) => Number(n) });
    const { status, body } = await visit(router.port, '/box_982?signpost_test=forged', { 'user-agent': CHROME });
    expect([status, body]).toEqual([503, 'This test click is not known, or its time is over.\n']);
    expect(await clickhouse.query('SELECT count() AS n FROM facts', {}, { parse: ({ n }) => Number(n) })).toEqual(
      before,
    );
  });
});

it('is refused to people who may not change the record, and shown to nobody else', async () => {
  const seo = await world.signIn('Seo User');
  const start = (by: typeof seo, subject: string) =>
    attempt(by, startLaunchCheck, { body: { subject, recordId: 981, geoId: 12 } });
  expect((await start(seo, 'campaignBox')).status).toBe(403);
  const other = await world.signIn('Admin');
  const { id } = await db.selectFrom('launchChecks').select('id').limit(1).executeTakeFirstOrThrow();
  expect((await refusal(other, readLaunchCheck, { params: { id } })).status).toBe(404);
  expect(
    (await refusal(admin, startLaunchCheck, { body: { subject: 'campaign', recordId: 99, geoId: 12 } })).status,
  ).toBe(404);
});
