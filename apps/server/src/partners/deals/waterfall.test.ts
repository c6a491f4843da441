import {
  changeWaterfallDeal,
  listWaterfallGeos,
  previewWaterfall,
  showWaterfall,
  weighWaterfall,
} from '@signpost/contract/calls/deals.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { geo } from '@signpost/contract/entities/geo.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { product } from '@signpost/contract/entities/product.ts';
import type { WaterfallPreview } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildOffer } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { newId } from '../../platform/ids.ts';
import { decimalOf, hashText } from '../../traffic/clicks/decide/hash.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const geoCalls = entityCalls(geo);
const integrationCalls = entityCalls(integration);
const partnerCalls = entityCalls(entities.partner);
const productCalls = entityCalls(product);

const world = await testApp();
const admin = await world.signIn('Admin');
const { id: geoId } = await call(admin, geoCalls.create, { body: { code: 'ZZ', country: 'Nowhere' } });
const { id: integrationId } = await call(admin, integrationCalls.create, { body: { name: 'Waterfall test' } });
const withDeals = z.looseObject({ id: z.number(), deals: z.array(z.looseObject({ id: z.number() })) });
const partnerWith = async (name: string, deals: object[], timeZone = 'UTC') => {
  const made = await call(admin, partnerCalls.create, {
    body: {
      name,
      partnerTypeId: 105,
      currency: 'EUR',
      timeZone,
      deals: deals.map((deal) => ({
        geoId,
        integrationId,
        dealType: 'CPL',
        dealRevenueType: 'lead',
        fixedAmount: '5',
        ...deal,
      })),
    },
  });
  return withDeals.parse(made);
};
const first = await partnerWith('First', [{ weight: 60, leadCap: 10 }], 'Asia/Tokyo');
const others = await partnerWith('Others', [{ weight: 30 }, { weight: 30, validTo: '2020-01-01' }, { weight: 0 }]);
const [a = 0, b = 0, c = 0, off = 0] = [...first.deals, ...others.deals].map(({ id }) => id);
const read = async () => {
  const [waterfall] = await call(admin, showWaterfall, { query: { geoId } });
  return waterfall?.deals ?? [];
};
/** The weights of all deals as they are, with new ones for some. */
const weights = async (next: Record<number, number> = {}) =>
  (await read()).map(({ dealId, weight }) => ({ dealId, before: weight, after: next[dealId] ?? weight }));
const weigh = (list: object[]) => attempt(admin, weighWaterfall, { body: { geoId, integrationId, weights: list } });
const change = (id: number, next: object, before: object) =>
  attempt(admin, changeWaterfallDeal, { params: { id }, body: { change: next, before } });

describe('The waterfall', () => {
  it('lists deals by descending weight with their state and today’s fill level in the partner’s time zone', async () => {
    await sql`INSERT INTO lead_caps (scope, day, accepted)
      VALUES (${`deal ${a}`}, (now() AT TIME ZONE 'Asia/Tokyo')::date, 10)`.execute(world.db);
    expect((await read()).map(({ dealId, state, accepted }) => [dealId, state, accepted])).toEqual([
      [a, 'full', 10],
      [b, 'open', 0],
      [c, 'not_valid', 0],
      [off, 'off', 0],
    ]);
  });

  it('counts the partner’s own reports, as routers do', async () => {
    await sql`UPDATE lead_caps SET accepted = 4 WHERE scope = ${`deal ${a}`}`.execute(world.db);
    await sql`INSERT INTO deal_flow (deal_id, day, reported, in_flight, lead_rate, measured_at)
      VALUES (${a}, (now() AT TIME ZONE 'Asia/Tokyo')::date, 6, 0, 0.1, now())`.execute(world.db);
    expect((await read())[0]).toMatchObject({ dealId: a, state: 'full', accepted: 10 });
    await sql`UPDATE deal_flow SET day = day - 1`.execute(world.db);
    expect((await read())[0]).toMatchObject({ dealId: a, state: 'open', accepted: 4 });
    await sql`UPDATE lead_caps SET accepted = 10 WHERE scope = ${`deal ${a}`}`.execute(world.db);
  });

  it('shows for every geo how many deals are open, full and blocked', async () => {
    const geos = await call(admin, listWaterfallGeos, {});
    expect(geos.find((one) => one.geoId === geoId)).toEqual({
      geoId,
      geo: 'Nowhere',
      code: 'ZZ',
      deals: 4,
      open: 1,
      full: 1,
      blocked: 0,
      accepted: 10,
    });
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, listWaterfallGeos, {})).status).toBe(403);
  });

  it('takes new weights, which appear in the history of each partner', async () => {
    expect((await weigh(await weights({ [a]: 30, [c]: 60 }))).body.data).toEqual({ changed: 2 });
    expect((await read()).map(({ dealId, weight }) => [dealId, weight])).toEqual([
      [c, 60],
      [a, 30],
      [b, 30],
      [off, 0],
    ]);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM audit
      WHERE entity = 'partner' AND record_id IN (${first.id}, ${others.id}) AND action = 'update'`.execute(world.db);
    expect(rows[0]?.count).toBe(2);
  });

  it('refuses weights that omit a deal, name an unknown one, or were changed meanwhile, and then changes none', async () => {
    const seen = await weights({ [a]: 5 });
    for (const list of [
      seen.slice(1),
      [...seen.slice(1), seen[1] ?? {}],
      [...seen.slice(1), { dealId: 1, before: 1, after: 1 }],
      seen.map((one) => (one.dealId === b ? { ...one, before: 29 } : one)),
    ])
      expect((await weigh(list)).status).toBe(409);
    expect((await weigh(seen.map((one) => ({ ...one, after: 101 })))).status).toBe(400);
    expect((await read()).find(({ dealId }) => dealId === a)?.weight).toBe(30);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, weighWaterfall, { body: { geoId, integrationId, weights: seen } })).status).toBe(
      403,
    );
  });

  it('lets people with access block, cap or weigh a single deal', async () => {
    const next = { waterfallBlocked: true, leadCap: 5, weight: 31 };
    expect((await change(b, next, { waterfallBlocked: false, leadCap: null, weight: 30 })).status).toBe(200);
    expect((await read()).find(({ dealId }) => dealId === b)).toMatchObject(next);
    expect((await read()).find(({ dealId }) => dealId === c)).toMatchObject({ waterfallBlocked: false, leadCap: null });
    expect((await change(1, next, next)).status).toBe(404);
    expect((await change(b, { leadCap: -1 }, next)).status).toBe(400);
    expect((await change(b, { leadCap: 7 }, {})).status).toBe(400);
    const publisher = await world.signIn('Publisher');
    const body = { change: next, before: next };
    expect((await refusal(publisher, changeWaterfallDeal, { params: { id: b }, body })).status).toBe(403);
  });

  it('refuses a change of a value that somebody else changed meanwhile, and says what it is now', async () => {
    const answer = await change(b, { leadCap: 9 }, { leadCap: null });
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toEqual([
      { path: 'leadCap', message: 'Somebody else has changed the lead cap to 5. Look at it and enter yours again.' },
    ]);
    expect((await change(b, { weight: 30 }, { weight: 31 })).status).toBe(200);
    expect((await read()).find(({ dealId }) => dealId === b)).toMatchObject({ leadCap: 5, weight: 30 });
  });
});

describe('A preview of new weights', async () => {
  const { id: placeId } = await call(admin, geoCalls.create, { body: { code: 'ZY', country: 'Somewhere' } });
  const { id: productId } = await call(admin, productCalls.create, { body: { name: 'Waterfall test' } });
  const names = ['Poor', 'Rich', 'New'];
  const deals: number[] = [];
  let offerId = 0;
  for (const name of names) {
    const deal = {
      geoId: placeId,
      integrationId,
      dealType: 'CPL',
      dealRevenueType: 'lead',
      fixedAmount: '5',
      weight: 10,
    };
    const partner = await call(admin, partnerCalls.create, {
      body: {
        name,
        partnerTypeId: 105,
        currency: 'EUR',
        timeZone: 'UTC',
        deals: [{ ...deal, weight: name === 'New' ? 0 : 10 }],
      },
    });
    deals.push(withDeals.parse(partner).deals[0]?.id ?? 0);
    offerId = (await buildOffer(world.db, { partnerId: partner.id, productId, targetUrl: 'https://acme.example/' })).id;
  }
  const [poor = 0, rich = 0, fresh = 0] = deals;
  const campaign = await call(admin, campaignCalls.create, {
    body: {
      name: 'Waterfall test',
      landerType: 'prelander',
      offerId,
      targetUrl: 'https://page.example/{click_id}',
    },
  });
  const box = await call(admin, campaignBoxCalls.create, {
    body: {
      name: 'Waterfall test',
      boxKind: 'regular',
      status: 'active',
      fallbackUrl: 'https://fallback.example/',
      rules: [],
      allocation: [{ campaignId: campaign.id, weight: 100 }],
    },
  });
  const DAY_MS = 86_400_000;
  const start = Date.now();
  const stepAt = (index: number, at: Date, more: object) =>
    fact({
      factId: newId({ now: () => at }),
      clickId: newId({ now: () => at }),
      kind: 'clickout',
      clickouts: 1,
      campaignBoxId: box.id,
      campaignId: campaign.id,
      geoId: placeId,
      at: at.toISOString(),
      clickAt: at.toISOString(),
      visitorId: decimalOf(hashText(`waterfall ${index}`)),
      ...more,
    });
  const times = Array.from({ length: 700 }, (_, index) => start - (index + 0.5) * ((7 * DAY_MS) / 701));
  // Each deal takes 350 click-outs in the last days; those of one earn 1 each, those of the other 3.
  await storeFacts(
    world,
    times.map((time, index) => {
      const at = new Date(time);
      const isRich = index % 2 === 0;
      return stepAt(index, at, { dealId: isRich ? rich : poor, revenue: isRich ? '3' : '1' });
    }),
    'steps',
  );
  // An earlier month earned much more per click-out; a repeated step counts nothing.
  const earlier = new Date(start - 20 * DAY_MS);
  await storeFacts(
    world,
    [
      stepAt(1, earlier, { dealId: poor, clickouts: 50, revenue: '3650' }),
      stepAt(2, new Date(start - DAY_MS), { clickouts: 0, reason: 'out_again' }),
    ],
    'earlier',
  );
  const preview = async (next: Record<number, number>, more: object = {}, by = admin): Promise<WaterfallPreview> => {
    const list = deals.map((dealId) => {
      const before = dealId === fresh ? 0 : 10;
      return { dealId, before, after: next[dealId] ?? before };
    });
    const body = { geoId: placeId, integrationId, weights: list, ...more };
    const answer = await attempt(by, previewWaterfall, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  it('moves nothing if the weights are those that are saved', async () => {
    expect(await preview({})).toEqual({
      clicks: 700,
      decided: 700,
      moved: 0,
      deals: [],
      value: '0',
      unknown: 0,
      earningDays: 7,
    });
  });

  it('decides real click-outs again and values each move by what both deals earn per click-out', async () => {
    const { moved, deals: shown, value, unknown } = await preview({ [rich]: 30 });
    // The share of the richer deal grows from a half to three quarters of 100 click-outs a day.
    expect([moved, unknown]).toEqual([25, 0]);
    expect(shown).toEqual([
      { dealId: poor, name: 'Poor', before: 50, after: 25 },
      { dealId: rich, name: 'Rich', before: 50, after: 75 },
    ]);
    expect(Number(value)).toBeCloseTo(2 * 25, 3);
    expect(Number((await preview({ [rich]: 0 })).value)).toBeCloseTo(-100, 3);
  });

  it('uses the earnings of the last 30 days if asked to', async () => {
    const { value, earningDays } = await preview({ [rich]: 30 }, { days: 30 });
    expect(earningDays).toBe(30);
    expect(Number(value)).toBeLessThan(0);
  });

  it('says how many clicks go to a deal of which too little is known, and leaves them out of the amount', async () => {
    const { moved, value, unknown } = await preview({ [fresh]: 10 });
    expect([moved, unknown, Number(value)]).toEqual([33.3, 33.3, 0]);
  });

  it('respects lead caps: what a full deal cannot take goes down the waterfall', async () => {
    await sql`UPDATE deals SET lead_cap = 1 WHERE id = ${rich}`.execute(world.db);
    // One lead a day is ten click-outs as long as no lead rate is measured. A larger weight only adds a part of a click to
    // each full day, and a few clicks to the days that are cut at both ends of the week, where the cap is not reached.
    const { moved, deals: shown } = await preview({ [rich]: 30 });
    expect(moved).toBeLessThan(1.5);
    expect(shown.find(({ dealId }) => dealId === rich)?.after ?? 0).toBeLessThan(13);
    await sql`UPDATE deals SET lead_cap = NULL WHERE id = ${rich}`.execute(world.db);
  });

  it('changes nothing, and is refused for deals of another place and to people without the screen', async () => {
    const [place] = await call(admin, showWaterfall, { query: { geoId: placeId } });
    expect(place?.deals.map(({ weight }) => weight)).toEqual([10, 10, 0]);
    // The last 7 days with today leave out the first hours of the 168 in which the click-outs happened.
    const firstDay = Date.parse(new Date(start - 6 * DAY_MS).toISOString().slice(0, 10));
    const counted = (isRich: boolean) =>
      times.filter((at, index) => (index % 2 === 0) === isRich && at >= firstDay).length;
    expect(place?.deals.map(({ earnings }) => [earnings?.clickouts, Number(earnings?.epc)])).toEqual([
      [counted(false), 1],
      [counted(true), 3],
      [0, 0],
    ]);
    const foreign = { geoId: placeId, integrationId, weights: [{ dealId: a, before: 30, after: 1 }] };
    expect((await refusal(admin, previewWaterfall, { body: foreign })).status).toBe(404);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, previewWaterfall, { body: foreign })).status).toBe(403);
  });
});
