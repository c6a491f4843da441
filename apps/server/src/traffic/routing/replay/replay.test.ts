import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { replayDraft } from '@signpost/contract/calls/routing.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { geo } from '@signpost/contract/entities/geo.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { REPLAY_CLICKS, type Replay } from '@signpost/contract/traffic/clicks/replay.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildOffer } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storeFacts } from '../../../insight/stats/testing/random-world.ts';
import { newId } from '../../../platform/ids.ts';
import { decimalOf, hashText } from '../../clicks/decide/hash.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const geoCalls = entityCalls(geo);
const partnerCalls = entityCalls(entities.partner);
const productCalls = entityCalls(entities.product);
const ruleCalls = entityCalls(entities.rule);

const now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const admin = await world.signIn('Admin');
const campaign = (name: string) =>
  call(admin, campaignCalls.create, {
    body: { name, landerType: 'external_lander', targetUrl: 'https://one.example/' },
  });
const [one, two] = [await campaign('One'), await campaign('Two')];
const share = ({ id }: { id: number }, weight: number) => ({ campaignId: id, weight });
const germans = { match: 'all', items: [{ field: 'geo', is: true, values: ['DE'] }] };
const rule = await call(admin, ruleCalls.create, {
  body: { name: 'Germans', conditions: germans, allocation: [share(one, 100)] },
});
const values = {
  name: 'Box',
  boxKind: 'regular',
  status: 'active',
  fallbackUrl: 'https://fallback.example/',
  rules: [rule.id],
  allocation: [share(one, 50), share(two, 50)],
};
const box = await call(admin, campaignBoxCalls.create, { body: values });
const geos = await call(admin, geoCalls.options, { query: {} });
const { body: german } = await attempt(admin, geoCalls.list, { query: { q: 'Germany' } });
const de = german.data.find(({ code }) => code === 'DE')?.id ?? 0;
const elsewhere = geos.find(({ value }) => value !== de)?.value ?? 0;

const CLICKS = 400;
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
const seen = (index: number, more: object) =>
  fact({
    factId: newId({ now: () => now }),
    clickId: newId({ now: () => now }),
    kind: 'visit',
    visits: 1,
    campaignBoxId: box.id,
    campaignId: one.id,
    device: 'mobile',
    at: at((index + 0.5) / 4),
    visitorId: decimalOf(hashText(`visitor ${index}`)),
    geoId: index % 4 === 0 ? de : elsewhere,
    ...more,
  });
await storeFacts(world, [
  ...Array.from({ length: CLICKS }, (_, index) => seen(index, {})),
  seen(0, { kind: 'bot_visit', visits: 0, botVisits: 1 }),
  seen(0, { at: at(24 * 80) }),
]);
// Clicks old enough for their value to be known: campaign one earned 2 each, campaign two nothing.
const old = at(24 * 20);
await storeFacts(
  world,
  Array.from({ length: 200 }, (_, index) => seen(index, { at: old, clickAt: old, campaignBoxId: 1, revenue: '2' })),
  'old',
);

const replay = async (change: object, more: object = {}): Promise<Replay> => {
  const body = { kind: 'campaignBox', id: box.id, values: { ...values, ...change }, days: 14, ...more };
  const answer = await attempt(admin, replayDraft, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('A replay', () => {
  it('of the current configuration moves no clicks', async () => {
    const result = await replay({});
    expect(result).toMatchObject({ clicks: CLICKS, decided: CLICKS, moved: 0 });
    for (const { before, after } of [...result.campaigns, ...result.partners]) expect(after).toBe(before);
    expect(result.campaigns.reduce((sum, { after }) => sum + after, 0)).toBe(CLICKS);
    expect(result.campaigns.find(({ id }) => id === one.id)?.recorded).toBe(CLICKS);
    expect(result.revenue.after).toBe(result.revenue.before);
  });

  it('counts each click that a draft sends elsewhere, and reports how many of them have a known value', async () => {
    const saved = await replay({});
    const ofTwo = saved.campaigns.find(({ id }) => id === two.id)?.before ?? 0;
    expect(ofTwo).toBeGreaterThan(100);
    const all = await replay({ allocation: [share(one, 100)] });
    expect(all.moved).toBe(ofTwo);
    expect(all.campaigns).toEqual([
      { id: one.id, name: 'One', recorded: CLICKS, before: CLICKS - ofTwo, after: CLICKS },
      { id: two.id, name: 'Two', recorded: 0, before: ofTwo, after: 0 },
    ]);
    expect(all.revenue).toEqual({
      before: ((CLICKS - ofTwo) * 2).toFixed(2),
      after: (CLICKS * 2).toFixed(2),
      knownBefore: (CLICKS - ofTwo) / CLICKS,
      knownAfter: 1,
    });
    const paused = await replay({ status: 'paused' });
    expect(paused.campaigns[0]).toMatchObject({ id: 0, name: 'Fallback link', before: 0, after: CLICKS });
  });

  it('of a rule decides the clicks of the boxes that try it', async () => {
    const conditions = { match: 'all', items: [{ field: 'geo', is: false, values: ['DE'] }] };
    const result = await replay(
      {},
      {
        kind: 'rule',
        id: rule.id,
        values: { name: 'Germans', status: 'active', conditions, allocation: [share(two, 100)] },
      },
    );
    expect(result.clicks).toBe(CLICKS);
    expect(result.rule).toEqual({ matched: (CLICKS * 3) / 4, decides: (CLICKS * 3) / 4, boxes: 1 });
    expect(result.campaigns.find(({ id }) => id === two.id)?.after).toBeGreaterThanOrEqual(CLICKS * 0.75);
  });

  it('of a rule that no box tries yet reports the visitors it would match', async () => {
    const drafted = { name: 'New', status: 'active', conditions: germans, allocation: [share(two, 100)] };
    const result = await replay({}, { kind: 'rule', id: null, values: drafted });
    expect(result).toMatchObject({ moved: 0, rule: { matched: CLICKS / 4, decides: 0, boxes: 0 } });
  });

  it('leaves out the clicks whose address a rule asks for, and counts them', async () => {
    const address = { field: 'address', is: true, values: ['203.0.113.0/24'] };
    const drafted = (items: object[]) => ({
      name: 'Office',
      status: 'active',
      conditions: { match: 'all', items },
      allocation: [share(two, 100)],
    });
    // The address decides for visitors from Germany only.
    const german = { field: 'geo', is: true, values: ['DE'] };
    const part = await replay({}, { kind: 'rule', id: rule.id, values: drafted([address, german]) });
    expect(part).toMatchObject({ clicks: CLICKS, decided: (CLICKS * 3) / 4, unjudged: CLICKS / 4 });
    expect(part.rule).toMatchObject({ matched: 0, decides: 0 });
    expect(part.campaigns.reduce((sum, { recorded }) => sum + recorded, 0)).toBe((CLICKS * 3) / 4);
    const none = await replay({}, { kind: 'globalRule', id: null, values: drafted([{ ...address, is: false }]) });
    expect(none).toMatchObject({ decided: 0, unjudged: none.clicks, moved: 0, campaigns: [] });
    expect(await replay({})).toMatchObject({ decided: CLICKS, unjudged: 0 });
  });

  it('uses only the requested days, and has no result for a new box', async () => {
    expect((await replay({}, { days: 1 })).clicks).toBe(24 * 4);
    expect(await replay({}, { id: null })).toMatchObject({ clicks: 0, decided: 0, moved: 0, campaigns: [] });
  });

  it('reports the effect on the lead caps of deals', async () => {
    const product = await call(admin, productCalls.create, { body: { name: 'Anvils' } });
    const deal = {
      geoId: de,
      integrationId: 1,
      dealType: 'CPL',
      dealRevenueType: 'lead',
      fixedAmount: '5',
      weight: 1,
      leadCap: 3,
    };
    const partner = await call(admin, partnerCalls.create, {
      body: {
        name: 'Acme',
        partnerTypeId: 105,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
        deals: [{ ...deal, waterfallBlocked: false }],
      },
    });
    const offer = await buildOffer(world.db, { partnerId: partner.id, productId: product.id });
    const lander = await call(admin, campaignCalls.create, {
      body: {
        name: 'Lander',
        landerType: 'offer_lander',
        offerId: offer.id,
        targetUrl: 'https://acme.example/',
      },
    });
    const { caps, partners } = await replay({ rules: [], allocation: [share(lander, 100)] });
    // A tenth of the clicks is taken for leads where nothing is measured yet: 100 Germans in 14 days.
    const none = { overBefore: 0, overAfter: 0 };
    expect(caps).toMatchObject([{ name: 'Acme · DE', cap: 3, before: 0, after: 0.7, ...none }]);
    expect(partners.find(({ id }) => id === partner.id)).toMatchObject({ name: 'Acme', before: 0, after: CLICKS });

    // One lead a day is ten clicks: the days of these have 12, 24, 24, 24 and 16 of them.
    await sql`UPDATE deals SET lead_cap = 1 WHERE partner_id = ${partner.id}`.execute(world.db);
    const drafted = { rules: [], allocation: [share(lander, 100)] };
    const full = await replay(drafted);
    expect(full.caps).toMatchObject([{ cap: 1, before: 0, after: 0.4, overBefore: 0, overAfter: 50 }]);
    expect(full.campaigns.find(({ id }) => id === 0)).toMatchObject({ name: 'Fallback link', before: 0, after: 50 });

    // A day that begins before the replay does is as full as its leads made it, of these boxes and of others.
    const dealId = full.caps[0]?.dealId ?? 0;
    const early = '2026-11-20T00:00:00.000Z';
    const lead = { kind: 'lead', visits: 0, leads: 1, dealId, at: early, clickAt: early } as const;
    const one = { days: 1 };
    expect((await replay(drafted, one)).caps).toMatchObject([{ overAfter: 4 }]);
    await storeFacts(world, [seen(0, lead)], 'lead');
    expect((await replay(drafted, one)).caps).toMatchObject([{ overAfter: 14 }]);
    const conditions = { match: 'all', items: [] };
    const everywhere = { name: 'All', status: 'active', conditions, allocation: [share(lander, 100)] };
    const global = { kind: 'globalRule', id: null, values: everywhere };
    expect((await replay({}, { ...global, ...one })).caps).toMatchObject([{ overAfter: 14 }]);

    // In the replay, its own clicks represent its leads; the lead of another box uses up the day's cap.
    expect((await replay(drafted)).caps).toMatchObject([{ overAfter: 50 }]);
    await storeFacts(world, [seen(0, { ...lead, campaignBoxId: 1 })], 'another lead');
    expect((await replay(drafted)).caps).toMatchObject([{ overAfter: 60 }]);
  });

  it('samples every n-th visitor when there are too many clicks, and scales the counts', async () => {
    const busy = await call(admin, campaignBoxCalls.create, { body: { ...values, name: 'Busy', rules: [] } });
    const many = REPLAY_CLICKS + 50_000;
    await world.databases.clickhouse.command(
      `INSERT INTO facts (fact_id, chunk_id, kind, at, click_at, recorded_at, click_id, visitor_id, campaign_box_id,
        campaign_id, visits)
      SELECT generateUUIDv4(), 'busy', 'visit', {at:DateTime64(3, 'UTC')}, {at:DateTime64(3, 'UTC')}, now64(3),
        generateUUIDv4(), cityHash64(intDiv(number, 2)), {box:UInt32}, {campaign:UInt32}, 1
      FROM numbers({many:UInt32})`,
      { at: new Date(at(3)), box: busy.id, campaign: one.id, many },
    );
    const body = { kind: 'campaignBox', id: busy.id, values: { ...values, rules: [] }, days: 1 };
    const answer = await attempt(admin, replayDraft, { body });
    const { clicks, decided, moved, campaigns } = answer.body.data;
    expect([answer.status, clicks, moved]).toEqual([200, many, 0]);
    expect(Math.abs(decided / many - 0.5)).toBeLessThan(0.01);
    expect(campaigns.reduce((sum, { after }) => sum + after, 0)).toBe(decided * 2);
  });

  it('is refused for more than two weeks, and to people who may edit neither boxes nor rules', async () => {
    const body = { kind: 'campaignBox', id: box.id, values, days: 15 };
    expect((await refusal(admin, replayDraft, { body })).status).toBe(400);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, replayDraft, { body: { ...body, days: 1 } })).status).toBe(403);
  });
});
