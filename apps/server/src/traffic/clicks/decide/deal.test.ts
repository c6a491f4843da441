import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapUse, useOf } from '../snapshot/caps.ts';
import { compile, type Snapshot } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { Flights } from '../snapshot/flights.ts';
import { testVisit } from '../testing/visit.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { hashText } from './hash.ts';
import { decideOut } from './out.ts';
import { targetUrlOf } from './target-url.ts';

type DealRow = RoutingConfig['deals'][number];
const PRODUCT = 40;
/** A deal of partner 10 × its number, with an offer that has its own link. */
const deal = (id: number, change: Partial<DealRow> = {}): DealRow => ({
  id,
  version: 3,
  partnerId: id * 10,
  integrationId: 1,
  geo: 'DE',
  dealType: 'CPA',
  weight: 10,
  blocked: false,
  leadCap: null,
  validFrom: null,
  validTo: null,
  timeZone: 'UTC',
  partnerActive: true,
  ...change,
});

/** Box 1 leads to campaign 1, an offer lander or prelander of partner 10's offer (offer numbers are partners' + 1000). */
function world(deals: DealRow[], change: Partial<RoutingConfig> = {}, landerType = 'offer_lander'): RoutingConfig {
  const partnerIds = [...new Set([10, ...deals.map(({ partnerId }) => partnerId)])];
  return {
    version: '1',
    boxes: [
      {
        id: 1,
        status: 'active',
        boxKind: 'regular',
        nativeBoxType: null,
        websiteId: null,
        trafficSourceId: null,
        productId: null,
        fallbackUrl: 'https://fallback.example/',
      },
    ],
    allocations: [{ campaignBoxId: 1, campaignId: 1, weight: 100 }],
    campaigns: [
      {
        id: 1,
        landerType,
        status: 'active',
        offerId: 1010,
        archived: false,
        targetUrl: 'https://lander.example/?c={click_id}',
      },
    ],
    offers: partnerIds.map((partnerId) => ({
      id: partnerId + 1000,
      partnerId,
      productId: PRODUCT,
      integrationId: null,
      targetUrl: `https://p${partnerId}.example/?o={offer_id}&c={click_id}`,
    })),
    deals: [...deals].sort((a, b) => b.weight - a.weight || a.id - b.id),
    boxOffers: [],
    rules: [],
    ruleAllocations: [],
    boxRules: [],
    directLinks: [],
    sources: [],
    websites: [],
    domains: [],
    codes: [],
    geos: [],
    exempt: [],
    ...change,
  };
}
const visitors = Array.from({ length: 20_000 }, (_, at) => hashText(`visitor ${at}`));
const known = { clickId: 'click', code: '' };
const routed = (snapshot: Snapshot, visit = testVisit()) => {
  const decision = decide(snapshot, visit);
  return {
    ...decision,
    url: targetUrlOf(decision, visit, known),
    step: decision.trace.find((it) => it.step === 'deal'),
  };
};
/** Deals that each visitor would get. */
const sharesOf = (config: RoutingConfig, use?: CapUse): Map<number, number> => {
  const snapshot = { ...compile(config), ...(use && { use }) };
  const counts = new Map<number, number>();
  for (const visitor of visitors) {
    const { dealId } = decide(snapshot, testVisit({ visitor })).offer;
    counts.set(dealId, (counts.get(dealId) ?? 0) + 1);
  }
  return counts;
};
const three = [deal(1, { weight: 60 }), deal(2, { weight: 30 }), deal(3, { weight: 10 })];

describe('The deal of an offer lander', () => {
  it('is chosen by weight, and is always the same for one visitor', () => {
    const counts = sharesOf(world(three));
    const chi = three.reduce((sum, { id, weight }) => {
      const expected = (visitors.length * weight) / 100;
      return sum + ((counts.get(id) ?? 0) - expected) ** 2 / expected;
    }, 0);
    expect(chi).toBeLessThan(13.8);
    expect(sharesOf(world(three))).toEqual(counts);
  });

  it('leads to the campaign’s page for its own partner, and to the offer’s link for another', () => {
    expect(routed(compile(world([deal(1)])))).toMatchObject({
      url: 'https://lander.example/?c=click',
      offer: { offerId: 1010, partnerId: 10, dealId: 1, dealVersion: 3, dealType: 'CPA', productId: PRODUCT },
    });
    expect(routed(compile(world([deal(2)])))).toMatchObject({
      url: 'https://p20.example/?o=1020&c=click',
      offer: { offerId: 1020, partnerId: 20, dealId: 2 },
      campaign: { id: 1 },
    });
  });

  it('leads to the campaign’s page for any partner when the page shows whose offer it is, and prefers the box’s link to the offer’s', () => {
    const campaigns = world([]).campaigns.map((row) => ({ ...row, targetUrl: 'https://any.example/?p={partner_id}' }));
    expect(routed(compile(world([deal(2)], { campaigns }))).url).toBe('https://any.example/?p=20');
    const boxOffers = [{ campaignBoxId: 1, offerId: 1020, targetUrl: 'https://box.example/{offer_id}' }];
    expect(routed(compile(world([deal(2)], { boxOffers }))).url).toBe('https://box.example/1020');
  });

  it('must be for the visit’s geo and the campaign’s product and have a target', () => {
    const offers = world([deal(2)]).offers;
    const other = offers.map((row) => (row.partnerId === 20 ? { ...row, productId: 41 } : row));
    const silent = offers.map((row) => ({ ...row, targetUrl: null }));
    for (const config of [
      world([deal(2, { geo: 'AT' })]),
      world([deal(2)], { offers: other }),
      world([deal(2)], { offers: silent }),
    ])
      expect(routed(compile(config))).toMatchObject({
        url: 'https://lander.example/?c=click',
        reason: 'allocation',
        offer: { offerId: 1010, dealId: 0 },
      });
  });
});

describe('When the first deal cannot take a click, the choice', () => {
  it('excludes deals of an archived offer unless the campaign shows that offer', () => {
    const deals = [deal(1, { weight: 60 }), deal(2, { weight: 40, partnerId: 20 })];
    const config = world(deals);
    const without = (offerId: number) => ({
      ...config,
      offers: config.offers.map((offer) => (offer.id === offerId ? { ...offer, archived: true } : offer)),
    });
    const asked = (changed: RoutingConfig) => [...sharesOf(changed).keys()].sort();
    expect(asked(config)).toEqual([1, 2]);
    expect(asked(without(1020))).toEqual([1]);
    expect(asked(without(1010))).toEqual([1, 2]);
  });

  it('tries the others by weight and records a reason for each skip', () => {
    const all = [
      deal(1, { weight: 90, partnerActive: false }),
      deal(2, { weight: 5, validTo: '2026-11-20' }),
      deal(3, { weight: 3, validFrom: '2026-11-22' }),
      deal(4, { weight: 2, leadCap: 0 }),
      deal(5, { weight: 1 }),
    ];
    const snapshot = compile(world(all));
    const visitor = visitors.find((one) => routed(snapshot, testVisit({ visitor: one })).step?.skipped?.length === 4);
    expect(routed(snapshot, testVisit({ ...(visitor && { visitor }) })).step).toMatchObject({
      result: 'chosen',
      dealId: 5,
      skipped: [
        { dealId: 1, reason: 'partner_paused' },
        { dealId: 2, reason: 'no_longer_valid' },
        { dealId: 3, reason: 'not_yet_valid' },
        { dealId: 4, reason: 'over_cap' },
      ],
    });
    expect([...sharesOf(world(all)).keys()]).toEqual([5]);
  });

  it('gives a deal that blocks the waterfall only its direct share', () => {
    const before = sharesOf(
      world([deal(1, { weight: 50 }), deal(2, { weight: 50, blocked: true }), deal(3, { weight: 1 })]),
    );
    const after = sharesOf(
      world([deal(1, { weight: 50, leadCap: 0 }), deal(2, { weight: 50, blocked: true }), deal(3, { weight: 1 })]),
    );
    expect(after.get(2)).toBe(before.get(2));
    expect(after.get(1)).toBeUndefined();
    expect(after.get(3)).toBe((before.get(1) ?? 0) + (before.get(3) ?? 0));
  });

  it('ends at the box’s fallback, and otherwise at the site’s', () => {
    const full = world([deal(1, { leadCap: 0 }), deal(2, { blocked: true, weight: 1, leadCap: 0 })]);
    expect(routed(compile(full))).toMatchObject({
      url: 'https://fallback.example/',
      reason: 'no_deal',
      campaign: { id: 1 },
      offer: { partnerId: 0, dealId: 0 },
      step: { result: 'none' },
    });
    const boxes = full.boxes.map((box) => ({ ...box, fallbackUrl: '', websiteId: 5 }));
    const websites = [{ id: 5, publisherId: null, fallbackUrl: 'https://site.example/' }];
    expect(routed(compile({ ...full, boxes, websites })).url).toBe('https://site.example/');
  });

  it('counts days in the partner’s time zone', () => {
    // 10:00 UTC on the 21st is midnight of the 22nd in Kiritimati.
    const only = (timeZone: string) => routed(compile(world([deal(1, { validFrom: '2026-11-22', timeZone })]))).reason;
    expect(only('UTC')).toBe('no_deal');
    expect(only('Pacific/Kiritimati')).toBe('allocation');
  });
});

describe('A lead cap', () => {
  const capped = world([deal(1, { leadCap: 10 })]);
  const use = (change: object) => ({
    dealId: 1,
    day: '2026-11-21',
    accepted: 0,
    inFlight: 0,
    leadRate: 0.5,
    measuredAt: 0,
    ...change,
  });
  const reasonWith = (change: object) => routed({ ...compile(capped), use: useOf([use(change)]) }).reason;

  it('is reached by the day’s accepted leads plus the leads expected from clicks in flight', () => {
    expect(reasonWith({ accepted: 9 })).toBe('allocation');
    expect(reasonWith({ accepted: 10 })).toBe('no_deal');
    expect(reasonWith({ accepted: 10, day: '2026-11-20' })).toBe('allocation');
    expect(reasonWith({ accepted: 8, inFlight: 3 })).toBe('allocation');
    expect(reasonWith({ accepted: 8, inFlight: 4 })).toBe('no_deal');
  });

  it('includes a router’s own clicks at once, and does not count them twice when they are measured', () => {
    const flights = new Flights();
    const snapshot = { ...compile(capped), use: flights };
    const { at } = testVisit();
    flights.refresh([use({ measuredAt: at - 60_000 })], at);
    for (let sent = 0; sent < 19; sent += 1) flights.sent(1, at);
    expect(routed(snapshot).reason).toBe('allocation');
    flights.sent(1, at);
    expect(routed(snapshot).reason).toBe('no_deal');
    flights.refresh([use({ measuredAt: at + 1_000 })], at + 1_000);
    expect(routed(snapshot).reason).toBe('no_deal');
    flights.refresh([use({ measuredAt: at + 10_000, inFlight: 19 })], at + 10_000);
    expect(routed(snapshot).reason).toBe('allocation');
    flights.refresh([use({ measuredAt: at + 10_000, accepted: 10 })], at + 10_000);
    expect(routed(snapshot).reason).toBe('no_deal');
  });
});

describe('The click-out', () => {
  it('from a prelander goes to the offer’s link according to the deals at that moment', () => {
    const snapshot = compile(world([deal(1, { leadCap: 0 }), deal(2)], {}, 'prelander'));
    const visit = testVisit();
    expect(decide(snapshot, visit)).toMatchObject({ reason: 'allocation', offer: { offerId: 1010, dealId: 0 } });
    const out = decideOut(snapshot, { boxId: 1, campaignId: 1 }, visit);
    expect(out).toMatchObject({ reason: 'out', offer: { offerId: 1020, partnerId: 20, dealId: 2 } });
    expect(out.target?.({ offer_id: 5 })).toBe('https://p20.example/?o=5&c=');
  });

  it('goes to the campaign’s offer without a deal, and to a fallback when that has no link or all deals are full', () => {
    const to = (config: RoutingConfig, campaignId = 1) => {
      const { reason, target } = decideOut(compile(config), { boxId: 1, campaignId }, testVisit());
      return [reason, target?.({})];
    };
    const bare = world([], {}, 'prelander');
    expect(to(bare)).toEqual(['out', 'https://p10.example/?o=&c=']);
    expect(to({ ...bare, offers: [] })).toEqual(['no_link', 'https://fallback.example/']);
    expect(to(world([deal(1, { leadCap: 0 })], {}, 'prelander'))).toEqual(['no_deal', 'https://fallback.example/']);
    expect(to(bare, 99)).toEqual(['no_campaign', 'https://fallback.example/']);
    expect(to(world([], { offers: [] }))).toEqual(['out', 'https://lander.example/?c=']);
  });
});

const someDeal = fc.record({
  weight: fc.integer({ min: 0, max: 100 }),
  blocked: fc.boolean(),
  partnerActive: fc.boolean(),
  leadCap: fc.option(fc.integer({ min: 0, max: 3 })),
  validFrom: fc.option(fc.constantFrom('2026-11-01', '2026-12-01')),
  validTo: fc.option(fc.constantFrom('2026-12-31', '2026-11-20')),
  geo: fc.constantFrom('DE', 'AT'),
  timeZone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Nowhere/Land'),
});

it('finds a target without an error, chooses only possible deals, and agrees with explain, for arbitrary deals', () => {
  const zones = (rows: DealRow[]) => rows.filter(({ timeZone }) => timeZone !== 'Nowhere/Land');
  fc.assert(
    fc.property(
      fc.array(someDeal, { maxLength: 6 }),
      fc.constantFrom('offer_lander', 'prelander', 'affiliate'),
      fc.string(),
      fc.integer({ min: 0, max: 4 }),
      (list, lander, name, used) => {
        const deals = zones(list.map((change, at) => deal(at + 1, change)));
        const use: CapUse = { leadsOn: () => used };
        const snapshot = { ...compile(world(deals, {}, lander)), use };
        const visit = testVisit({ visitor: hashText(name) });
        const one = routed(snapshot, visit);
        expect(one.url).toMatch(/^https:\/\//);
        const taken = deals.find(({ id }) => id === one.offer.dealId);
        if (taken !== undefined) {
          expect(taken).toMatchObject({ geo: 'DE', partnerActive: true });
          expect(taken.weight).toBeGreaterThan(0);
          expect(taken.leadCap ?? 5).toBeGreaterThan(used);
        }
        const told = explain(snapshot, visit, known);
        expect(told).toMatchObject({ targetUrl: one.url, reason: one.reason });
        expect(told?.deals?.deals.find(({ outcome }) => outcome === 'chosen')?.dealId).toBe(taken?.id);
        const skipped = told?.deals?.deals.filter(
          ({ outcome }) => !['chosen', 'not_tried', 'weight_zero', 'no_link'].includes(outcome),
        );
        expect(skipped?.map(({ dealId, outcome: reason }) => ({ dealId, reason })) ?? []).toEqual(
          one.step?.skipped ?? [],
        );
        const out = decideOut(snapshot, { boxId: 1, campaignId: 1 }, visit);
        expect(out.target).not.toBeNull();
        if (lander === 'prelander')
          expect(told?.out).toMatchObject({ reason: out.reason, offerId: out.offer.offerId || null });
      },
    ),
    { numRuns: 300 },
  );
});
