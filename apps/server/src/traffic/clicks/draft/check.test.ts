import type { FoundProblem } from '@signpost/contract/traffic/clicks/check.ts';
import type { ConditionNode } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { Draft } from '@signpost/contract/traffic/clicks/draft.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import { hashText } from '../decide/hash.ts';
import { compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { testVisit } from '../testing/visit.ts';
import { withDraft } from './apply.ts';
import { checkDraft } from './check.ts';

const now = new Date('2026-11-21T10:00:00Z');
const campaign = (id: number, change: object = {}) => ({
  id,
  landerType: 'external_lander',
  status: 'active',
  offerId: null,
  archived: false,
  targetUrl: `https://c${id}.example/`,
  ...change,
});
const BOX_ROW = {
  status: 'active',
  boxKind: 'regular',
  nativeBoxType: null,
  fallbackUrl: 'https://fallback.example/',
  websiteId: null,
  trafficSourceId: null,
  productId: null,
};
const only = (field: 'geo' | 'device', ...values: string[]): ConditionNode => ({ field, is: true, values });
type RuleRow = RoutingConfig['rules'][number];
const rule = (id: number, items: ConditionNode[], change: Partial<RuleRow> = {}): RuleRow => ({
  kind: 'box',
  id,
  name: `Rule ${id}`,
  status: 'active',
  conditions: { match: 'all', items },
  ...change,
});
const config = (rules: RuleRow[], change: Partial<RoutingConfig> = {}): RoutingConfig => ({
  version: '1',
  boxes: [],
  allocations: [],
  rules,
  boxRules: [],
  directLinks: [],
  offers: [],
  codes: [],
  deals: [],
  boxOffers: [],
  ruleAllocations: rules.map(({ id }) => ({ ruleId: id, campaignId: 1, weight: 100 })),
  campaigns: [
    campaign(1),
    campaign(2),
    campaign(3, { status: 'paused' }),
    campaign(4, { archived: true }),
    campaign(5, { targetUrl: 'javascript:alert(1)' }),
  ],
  sources: [{ id: 1, name: 'one', publisherId: null, categoryId: 8, maySendCosts: false, mostCostPerClick: '0' }],
  websites: [{ id: 1, publisherId: 7, fallbackUrl: null }],
  domains: [],
  geos: ['DE', 'AT', 'US'].map((code, at) => ({ id: at + 1, code })),
  exempt: [],
  ...change,
});
const box = (values: object): Draft => ({
  kind: 'campaignBox',
  id: null,
  values: {
    name: 'Box',
    status: 'active',
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    rules: [],
    allocation: [{ campaignId: 1, weight: 100 }],
    ...values,
  },
});
const names = () => '';
const check = (draft: Draft, known = config([])): FoundProblem[] => checkDraft(known, draft, now, names);
const codes = (draft: Draft, known?: RoutingConfig) => check(draft, known).map(({ code, field }) => [code, field]);

describe('A check of an unsaved box', () => {
  it('finds no problem in a valid box', () => {
    const known = config([rule(1, [only('geo', 'DE')]), rule(2, [only('device', 'mobile')])]);
    expect(check(box({ rules: [1, 2] }), known)).toEqual([]);
  });

  it('reports weights that can never apply', () => {
    const allocation = [3, 4, 5, 9, 1, 1, 2].map((campaignId) => ({ campaignId, weight: campaignId === 2 ? 0 : 20 }));
    expect(codes(box({ allocation }))).toEqual([
      ['campaign_paused', 'allocation.0'],
      ['campaign_archived', 'allocation.1'],
      ['campaign_bad_target', 'allocation.2'],
      ['campaign_missing', 'allocation.3'],
      ['campaign_twice', 'allocation.5'],
      ['weight_zero', 'allocation.6'],
    ]);
  });

  it('reports a fallback link that is missing or unusable', () => {
    expect(codes(box({ fallbackUrl: '' }))).toEqual([['fallback_missing', 'fallbackUrl']]);
    const site = { websites: [{ id: 1, publisherId: null, fallbackUrl: 'https://site.example/' }] };
    expect(codes(box({ fallbackUrl: 'x', websiteId: 1 }), config([], site))).toEqual([
      ['fallback_site', 'fallbackUrl'],
    ]);
    expect(codes(box({ status: 'paused' }))).toEqual([['box_paused', 'status']]);
  });

  it('reports a box that has not begun or is over, and nothing else about it', () => {
    expect(codes(box({ validFrom: '2099-01-01' }))).toEqual([['box_not_begun', 'validFrom']]);
    expect(codes(box({ validTo: '2001-01-01' }))).toEqual([['box_ended', 'validTo']]);
    // A day in a form may be incomplete while it is typed.
    expect(codes(box({ validTo: '2001-', timeZone: 'Mars', status: 'paused' }))).toEqual([['box_paused', 'status']]);
  });

  it('reports rules that can never match, are over, are never reached, are paused, or have no target', () => {
    const old = { field: 'dates' as const, is: true, timeZone: 'UTC', from: null, to: '2026-11-01' };
    const known = config(
      [
        rule(1, [only('geo', 'DE'), only('geo', 'AT')]),
        rule(2, [old]),
        rule(3, [only('geo', 'DE')]),
        rule(4, [only('geo', 'AT', 'US')]),
        rule(5, [only('geo', 'AT', 'DE'), only('device', 'mobile')]),
        rule(6, [only('device', 'tablet')], { status: 'paused' }),
        rule(7, [only('device', 'desktop')]),
        rule(8, [{ field: 'category', is: true, values: [9] }]),
        rule(9, [{ field: 'website', is: false, values: [1] }]),
      ],
      {},
    );
    const empty = known.ruleAllocations.map((row) => (row.ruleId === 7 ? { ...row, campaignId: 3 } : row));
    const draft = box({ websiteId: 1, rules: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    const found = check(draft, { ...known, ruleAllocations: empty });
    expect(found.map(({ code, field }) => [code, field])).toEqual([
      ['rule_never', 'rules.0'],
      ['rule_over', 'rules.1'],
      ['rule_shadowed', 'rules.4'],
      ['rule_empty', 'rules.6'],
      ['rule_never', 'rules.7'],
      ['rule_never', 'rules.8'],
      ['rule_paused', 'rules.5'],
    ]);
    expect(found[0]?.words).toEqual(['Geo is DE', 'Geo is AT']);
    expect(found[2]?.before).toEqual(['Rule 3', 'Rule 4']);
  });

  it('reports that the allocation is never used, and the rules that take all visits', () => {
    const known = config([rule(1, [only('geo', 'DE')]), rule(2, [{ field: 'geo', is: false, values: ['DE'] }])]);
    expect(check(box({ rules: [1, 2] }), known)).toMatchObject([
      { code: 'allocation_never', before: ['Rule 1', 'Rule 2'] },
    ]);
  });

  it('reports geos and devices that nothing takes, as an error if there is no fallback link', () => {
    const known = config([rule(1, [only('geo', 'DE', 'AT'), only('device', 'desktop', 'tablet')])]);
    const found = check(box({ rules: [1], allocation: [] }), known);
    expect(found).toMatchObject([
      { code: 'allocation_empty' },
      { code: 'nowhere', severity: 'warning', places: 'US on desktop, tablet; any geo on mobile' },
    ]);
    expect(check(box({ rules: [1], allocation: [], fallbackUrl: '' }), known).at(-1)?.severity).toBe('error');
  });
});

describe('A check of an unsaved rule', () => {
  const draft = (conditions: ConditionNode[], change: Partial<Draft> = {}): Draft => ({
    kind: 'rule',
    id: 2,
    values: {
      name: 'Mine',
      status: 'active',
      conditions: { match: 'all', items: conditions },
      allocation: [{ campaignId: 1, weight: 100 }],
    },
    ...change,
  });
  const known = config([rule(1, [only('geo', 'DE')]), rule(2, [])], {
    boxes: [{ id: 50, ...BOX_ROW }],
    boxRules: [1, 2].map((ruleId) => ({ campaignBoxId: 50, ruleId })),
  });

  it('reports contradictory conditions at the last of them', () => {
    expect(check(draft([only('device', 'mobile'), only('geo', 'DE'), only('geo', 'US')]), known)).toMatchObject([
      { code: 'rule_never', field: 'conditions.items.2', words: ['Geo is DE', 'Geo is US'] },
    ]);
  });

  it('reports the boxes in which the rule is never reached, and a rule that no box tries', () => {
    expect(check(draft([only('geo', 'DE')]), known)).toMatchObject([
      { code: 'rule_shadowed', boxId: 50, before: ['Rule 1'] },
    ]);
    expect(check(draft([only('geo', 'AT')]), known)).toEqual([]);
    expect(codes(draft([only('geo', 'DE')], { id: null }), known)).toEqual([['rule_unused', '']]);
  });

  it('reports an earlier global rule that takes all its visits', () => {
    const global = (id: number, position: number) => rule(id, [only('geo', 'DE')], { kind: 'global', position });
    const rules = config([global(1, 5), global(3, 20)], { boxes: [{ id: 50, ...BOX_ROW }] });
    const asked = (position: number): Draft => {
      const { values } = draft([only('geo', 'DE'), only('device', 'mobile')]);
      return { kind: 'globalRule', id: null, values: { ...values, position } };
    };
    expect(codes(asked(9), rules)).toEqual([['rule_shadowed', 'conditions']]);
    expect(codes(asked(1), rules)).toEqual([]);
  });
});

const geos = fc.uniqueArray(fc.constantFrom('DE', 'AT', 'US'), { minLength: 1 });
const devices = fc.uniqueArray(fc.constantFrom('mobile', 'desktop', 'tablet'), { minLength: 1 });
const test: fc.Arbitrary<ConditionNode> = fc.oneof(
  fc.record({ field: fc.constant('geo' as const), is: fc.boolean(), values: geos }),
  fc.record({ field: fc.constant('device' as const), is: fc.boolean(), values: devices }),
  fc.record({
    field: fc.constant('category' as const),
    is: fc.boolean(),
    values: fc.constantFrom(8, 9).map((id) => [id]),
  }),
  fc.record({ field: fc.constant('share' as const), is: fc.boolean(), percent: fc.constantFrom(20, 80) }),
);
const group = fc.record({
  match: fc.constantFrom('all' as const, 'any' as const),
  items: fc.array(test, { maxLength: 3 }),
});
const clicks = fc.record({
  geo: fc.constantFrom('DE', 'AT', 'US', ''),
  device: fc.constantFrom('mobile', 'desktop', 'tablet'),
  source: fc.constantFrom('', 'one', 'other'),
  visitor: fc.nat(500).map((at) => hashText(`v${at}`)),
});

it('reports only rules that never decide a click as having no effect', () => {
  let reported = 0;
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 1, maxLength: 5 }),
      fc.array(clicks, { minLength: 40 }),
      (groups, visits) => {
        const known = config(groups.map((conditions, at) => rule(at + 1, [], { conditions })));
        const draft = box({ rules: groups.map((_, at) => at + 1) });
        const found = check(draft, known);
        const dead = new Set(
          found.filter(({ code }) => code === 'rule_never' || code === 'rule_shadowed').map(({ rule: name }) => name),
        );
        const unused = found.some(({ code }) => code === 'allocation_never');
        reported += dead.size;
        const { config: drafted, id } = withDraft(known, draft);
        const snapshot = compile(drafted);
        for (const visit of visits) {
          const decision = decide(snapshot, testVisit({ boxId: id, at: now.getTime(), ...visit }));
          expect(dead.has(decision.rule?.name)).toBe(false);
          if (unused) expect(decision.rule).not.toBeNull();
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(reported).toBeGreaterThan(50);
});
