import { describe, expect, it } from 'vitest';
import { compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { testVisit } from '../testing/visit.ts';
import { decide } from './decide.ts';
import { hashText } from './hash.ts';
import { decideOut } from './out.ts';
import { targetUrlOf } from './target-url.ts';

const deal = (id: number, weight: number) => ({
  id,
  version: 1,
  partnerId: id,
  integrationId: 1,
  geo: 'DE',
  dealType: 'CPA',
  weight,
  blocked: false,
  leadCap: null,
  validFrom: null,
  validTo: null,
  timeZone: 'UTC',
  partnerActive: true,
});
const offer = (id: number) => ({
  id: 100 + id,
  partnerId: id,
  productId: 40,
  integrationId: null,
  targetUrl: `https://p${id}.example/?c={click_id}`,
});
const campaign = (id: number, landerType: string) => ({
  id,
  landerType,
  status: 'active',
  offerId: 101,
  archived: false,
  targetUrl: `https://c${id}.example/?c={click_id}`,
});
/** Box 1 shares its visitors between two affiliate campaigns; box 2 leads to a prelander, whose deals are two partners'. */
const world = (dead: readonly string[], change: Partial<RoutingConfig> = {}) =>
  compile({
    version: '1',
    boxes: [1, 2].map((id) => ({
      id,
      status: 'active',
      boxKind: 'regular',
      nativeBoxType: null,
      websiteId: null,
      trafficSourceId: null,
      productId: null,
      fallbackUrl: 'https://fallback.example/',
    })),
    allocations: [
      { campaignBoxId: 1, campaignId: 1, weight: 70 },
      { campaignBoxId: 1, campaignId: 2, weight: 30 },
      { campaignBoxId: 2, campaignId: 3, weight: 100 },
    ],
    campaigns: [campaign(1, 'affiliate'), campaign(2, 'affiliate'), campaign(3, 'prelander')],
    offers: [offer(1), offer(2)],
    deals: [deal(1, 80), deal(2, 20)],
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
    deadLinks: dead.map((url) => ({ url })),
    ...change,
  });
const [DEAD_CAMPAIGN, OTHER_CAMPAIGN] = ['https://c1.example/?c={click_id}', 'https://c2.example/?c={click_id}'];
const [DEAD_OFFER, OTHER_OFFER] = ['https://p1.example/?c={click_id}', 'https://p2.example/?c={click_id}'];
const visitors = Array.from({ length: 300 }, (_, at) => hashText(`visitor ${at}`));
const visits = visitors.map((visitor) => testVisit({ boxId: 1, visitor }));
const asking = visitors.map((visitor) => ({ at: 0, geo: 'DE', visitor }));

describe('a campaign whose link is dead', () => {
  it('takes no click, so that only its own visitors move, and the trace of each click says so', () => {
    const [before, after] = [world([]), world([DEAD_CAMPAIGN])];
    for (const visit of visits) {
      const [was, is] = [decide(before, visit), decide(after, visit)];
      expect(is.campaign?.id).toBe(2);
      if (was.campaign?.id === 2) expect(is.target).toEqual(expect.any(Function));
      expect(is.trace).toContainEqual(
        expect.objectContaining({ step: 'campaign', skipped: [{ campaignId: 1, reason: 'dead_link' }] }),
      );
    }
  });

  it('leaves its visitors to the fallback link when no other campaign can take them', () => {
    const decision = decide(world([DEAD_CAMPAIGN, OTHER_CAMPAIGN]), testVisit({ boxId: 1 }));
    expect(decision.reason).toBe('no_campaign');
    const known = { clickId: 'x', code: '' };
    expect(targetUrlOf(decision, testVisit({ boxId: 1 }), known)).toBe('https://fallback.example/');
  });

  it('comes back to exactly the visitors that it had', () => {
    const ids = (dead: readonly string[]) => visits.map((visit) => decide(world(dead), visit).campaign?.id);
    expect(ids([])).toEqual(ids(['https://unrelated.example/']));
    expect(new Set(ids([]))).toEqual(new Set([1, 2]));
  });
});

describe('a deal whose partner link is dead', () => {
  it('is passed over down the waterfall, and the trace names it', () => {
    const [before, after] = [world([]), world([DEAD_OFFER])];
    let moved = 0;
    for (const one of asking) {
      const [was, is] = [
        decideOut(before, { boxId: 2, campaignId: 3 }, one),
        decideOut(after, { boxId: 2, campaignId: 3 }, one),
      ];
      expect(is.offer.dealId).toBe(2);
      if (was.offer.dealId === 2) expect(is.trace).toEqual(was.trace);
      else {
        moved += 1;
        expect(is.trace[0]).toMatchObject({ result: 'chosen', skipped: [{ dealId: 1, reason: 'dead_link' }] });
      }
    }
    expect(moved).toBeGreaterThan(150);
  });

  it('leaves the click to the fallback link as "no_deal" when all links are dead', () => {
    const out = decideOut(
      world([DEAD_OFFER, OTHER_OFFER]),
      { boxId: 2, campaignId: 3 },
      { at: 0, geo: 'DE', visitor: hashText('a') },
    );
    expect([out.reason, out.target?.({})]).toEqual(['no_deal', 'https://fallback.example/']);
    expect(out.trace[0]).toMatchObject({ step: 'deal', result: 'none' });
  });

  it('says "dead_link" when the page has an offer without deals', () => {
    const one = { at: 0, geo: 'AT', visitor: hashText('a') };
    expect(decideOut(world([]), { boxId: 2, campaignId: 3 }, one).reason).toBe('out');
    const out = decideOut(world([DEAD_OFFER]), { boxId: 2, campaignId: 3 }, one);
    expect([out.reason, out.target?.({})]).toEqual(['dead_link', 'https://fallback.example/']);
  });

  it('stays reachable by the link that a box sets for the offer', () => {
    const boxOffers = [{ campaignBoxId: 2, offerId: 101, targetUrl: 'https://box.example/' }];
    const out = decideOut(
      world([DEAD_OFFER], { boxOffers }),
      { boxId: 2, campaignId: 3 },
      { at: 0, geo: 'AT', visitor: hashText('a') },
    );
    expect([out.reason, out.target?.({})]).toEqual(['out', 'https://box.example/']);
  });
});
