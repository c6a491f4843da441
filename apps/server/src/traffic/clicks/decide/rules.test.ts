import type { ConditionNode } from '@signpost/contract/traffic/clicks/conditions.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { testVisit } from '../testing/visit.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { hashText } from './hash.ts';
import { targetUrlOf } from './target-url.ts';

type RuleRow = RoutingConfig['rules'][number];
const germany: ConditionNode = { field: 'geo', is: true, values: ['DE'] };
const rule = (id: number, kind: RuleRow['kind'], items: ConditionNode[], change: Partial<RuleRow> = {}): RuleRow => ({
  id,
  kind,
  name: `Rule ${id}`,
  status: 'active',
  conditions: { match: 'all', items },
  ...change,
});

/** Box 1 with campaign 1; each rule leads to two separate campaigns, 10 × its id and the next (70 : 30). */
function world(rules: RuleRow[], change: Partial<RoutingConfig> = {}): RoutingConfig {
  const box = { id: 1, status: 'active', boxKind: 'regular', nativeBoxType: null, websiteId: null };
  const campaignIds = [1, ...rules.flatMap(({ id }) => [id * 10, id * 10 + 1])];
  return {
    version: '1',
    boxes: [{ ...box, trafficSourceId: null, productId: null, fallbackUrl: 'https://fallback.example/' }],
    allocations: [{ campaignBoxId: 1, campaignId: 1, weight: 100 }],
    rules,
    ruleAllocations: rules.flatMap(({ id }) => [
      { ruleId: id, campaignId: id * 10, weight: 70 },
      { ruleId: id, campaignId: id * 10 + 1, weight: 30 },
    ]),
    boxRules: rules.filter(({ kind }) => kind === 'box').map(({ id }) => ({ campaignBoxId: 1, ruleId: id })),
    campaigns: campaignIds.map((id) => ({
      id,
      landerType: 'affiliate',
      status: 'active',
      offerId: null,
      archived: false,
      targetUrl: `https://c${id}.example/`,
    })),
    offers: [],
    deals: [],
    boxOffers: [],
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
const asBanner = (config: RoutingConfig): RoutingConfig => ({
  ...config,
  boxes: config.boxes.map((box) => ({ ...box, boxKind: 'banner' })),
});
const decided = (config: RoutingConfig, visit = testVisit()) => decide(compile(config), visit);
const ruleOf = (config: RoutingConfig) => decided(config).rule?.id ?? null;

describe('Rules', () => {
  const three = [rule(3, 'global', [germany]), rule(4, 'banner', [germany]), rule(5, 'box', [germany])];

  it('are tried in the order global, banner (on banner boxes only), own, before the allocation', () => {
    const pausing = (...ids: number[]) =>
      world(three.map((it) => (ids.includes(it.id) ? { ...it, status: 'paused' } : it)));
    expect(ruleOf(asBanner(pausing()))).toBe(3);
    expect(ruleOf(asBanner(pausing(3)))).toBe(4);
    expect(ruleOf(asBanner(pausing(3, 4)))).toBe(5);
    expect(ruleOf(pausing(3))).toBe(5);
    expect(decided(pausing(3, 4, 5))).toMatchObject({ rule: null, reason: 'allocation', campaign: { id: 1 } });
  });

  it('are tried in the order of the box, and the first match decides', () => {
    const rules = [rule(5, 'box', [{ ...germany, is: false }]), rule(6, 'box', [germany]), rule(7, 'box', [])];
    expect(ruleOf(world(rules))).toBe(6);
    const boxRules = [7, 6, 5].map((ruleId) => ({ campaignBoxId: 1, ruleId }));
    expect(ruleOf(world(rules, { boxRules }))).toBe(7);
  });

  it('do not apply to other boxes or to a paused box', () => {
    const rules = [rule(5, 'box', [])];
    expect(ruleOf(world(rules, { boxRules: [{ campaignBoxId: 2, ruleId: 5 }] }))).toBeNull();
    const paused = world([rule(3, 'global', [])]);
    const boxes = paused.boxes.map((box) => ({ ...box, status: 'paused' }));
    expect(decided({ ...paused, boxes })).toMatchObject({ rule: null, reason: 'box_paused' });
  });

  it('are skipped when none of their campaigns can take the click', () => {
    const config = world([rule(5, 'box', []), rule(6, 'box', [])]);
    const campaigns = config.campaigns.map((row) => (row.id < 50 || row.id > 51 ? row : { ...row, status: 'paused' }));
    const { rule: decisive, trace } = decided({ ...config, campaigns });
    expect(decisive?.id).toBe(6);
    expect(trace).toContainEqual({ step: 'rule', result: 'empty', kind: 'box', ruleId: 5 });
  });

  it('give the same result when they name more words than one index mask holds', () => {
    const wordy = Array.from({ length: 50 }, (_, at) =>
      rule(100 + at, 'global', [
        { field: 'language', is: true, values: Array.from({ length: 90 }, (_word, word) => `l${at}-${word}`) },
      ]),
    );
    const few = [rule(3, 'box', [germany]), rule(4, 'box', [{ ...germany, is: false }])];
    for (const geo of ['DE', 'US']) {
      const visit = testVisit({ geo });
      const { rule: decisive } = decided(world(few), visit);
      expect(decisive?.id).toBe(geo === 'DE' ? 3 : 4);
      expect(decided(world([...few, ...wordy]), visit).rule?.id).toBe(decisive?.id);
    }
    expect(decided(world([...few, ...wordy]), testVisit({ language: 'L49-89' })).rule?.id).toBe(149);
  });

  it('never match when their conditions are unreadable', () => {
    expect(ruleOf(world([rule(5, 'box', [], { conditions: { match: 'some', items: [] } })]))).toBeNull();
  });
});

describe('The campaign of a rule', () => {
  const visitors = Array.from({ length: 20_000 }, (_, index) => hashText(`visitor-${index}`));

  it('is chosen by the rule’s weights, and is always the same for one visitor', () => {
    const snapshot = compile(world([rule(5, 'box', [])]));
    const chosen = visitors.map((visitor) => decide(snapshot, testVisit({ visitor })).campaign?.id);
    const expected = 0.7 * visitors.length;
    const seventy = chosen.filter((id) => id === 50).length;
    const square = (seventy - expected) ** 2;
    expect(square / expected + square / (visitors.length - expected)).toBeLessThan(10.83);
    expect(visitors.map((visitor) => decide(snapshot, testVisit({ visitor })).campaign?.id)).toEqual(chosen);
  });

  it('gets the configured share of traffic: always the same visitors, but different ones for another rule', () => {
    const share = (percent: number): ConditionNode[] => [{ field: 'share', is: true, percent }];
    const within = (id: number) => {
      const snapshot = compile(world([rule(id, 'box', share(25))]));
      return new Set(visitors.filter((visitor) => decide(snapshot, testVisit({ visitor })).rule !== null));
    };
    const [five, again, six] = [within(5), within(5), within(6)];
    expect(five.size / visitors.length).toBeCloseTo(0.25, 1);
    expect(again).toEqual(five);
    expect([...six].filter((visitor) => five.has(visitor)).length / visitors.length).toBeCloseTo(0.0625, 1);
  });
});

const place = fc.constantFrom('DE', 'AT', 'US');
const test: fc.Arbitrary<ConditionNode> = fc.oneof(
  fc.record({ field: fc.constant('geo' as const), is: fc.boolean(), values: fc.array(place, { minLength: 1 }) }),
  fc.record({
    field: fc.constant('device' as const),
    is: fc.boolean(),
    values: fc.array(fc.constantFrom('mobile', 'desktop'), { minLength: 1 }),
  }),
  fc.record({ field: fc.constant('share' as const), is: fc.boolean(), percent: fc.integer({ min: 1, max: 99 }) }),
);
const kind = fc.constantFrom('global' as const, 'banner' as const, 'box' as const);
const ruleRows = fc
  .array(fc.tuple(kind, fc.array(test, { maxLength: 3 })), { maxLength: 6 })
  .map((list) => list.map(([kindOf, items], at) => rule(at + 2, kindOf, items)));

it('explains a visit as it routes it, for arbitrary rules and visits', () => {
  fc.assert(
    fc.property(ruleRows, place, fc.string(), fc.boolean(), (rules, geo, name, banner) => {
      const snapshot = compile(banner ? asBanner(world(rules)) : world(rules));
      const visit = testVisit({ geo, visitor: hashText(name), device: name.length % 2 === 0 ? 'mobile' : '' });
      const known = { clickId: 'click', code: '' };
      const routed = decide(snapshot, visit);
      const explained = explain(snapshot, visit, known);
      expect(explained).toMatchObject({
        reason: routed.reason,
        ruleId: routed.rule?.id ?? null,
        campaignId: routed.campaign?.id ?? null,
        targetUrl: targetUrlOf(routed, visit, known),
      });
      const chosen = explained?.allocation.filter((it) => it.chosen).map((it) => it.campaignId);
      expect(chosen).toEqual([routed.campaign?.id]);
      expect(explained?.rules.find((it) => it.outcome === 'decided')?.id).toBe(routed.rule?.id);
    }),
    { numRuns: 300 },
  );
});

it('finds a target without an error, traced or not, for arbitrary rules and visits', () => {
  fc.assert(
    fc.property(ruleRows, place, fc.string(), fc.boolean(), (rules, geo, name, banner) => {
      const config = banner ? asBanner(world(rules)) : world(rules);
      const visit = testVisit({ geo, visitor: hashText(name), device: name.length % 2 === 0 ? 'mobile' : '' });
      const snapshot = compile(config);
      const tried: number[] = [];
      const watched = decide(snapshot, visit, ({ id }, matched) => {
        if (matched) tried.push(id);
      });
      const routed = decide(snapshot, visit);
      expect(routed.target?.({})).toMatch(/^https:\/\//);
      expect({ ...watched, target: null }).toEqual({ ...routed, target: null });
      expect(tried.at(-1) ?? null).toBe(routed.rule?.id ?? null);
    }),
    { numRuns: 300 },
  );
});
