import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { limitedClicksOf } from '../snapshot/limited-clicks.ts';
import { testVisit } from '../testing/visit.ts';
import { decide } from './decide.ts';
import { decimalOf, hashText } from './hash.ts';

const weights = [60, 30, 10];
const config = (change: Partial<RoutingConfig> = {}): RoutingConfig => ({
  version: '1',
  boxes: [
    {
      id: 1,
      status: 'active',
      boxKind: 'regular',
      nativeBoxType: null,
      websiteId: 5,
      trafficSourceId: null,
      productId: null,
      fallbackUrl: 'https://fallback.example/',
    },
  ],
  allocations: weights.map((weight, index) => ({ campaignBoxId: 1, campaignId: index + 1, weight })),
  campaigns: weights.map((_, index) => ({
    id: index + 1,
    landerType: 'affiliate',
    status: 'active',
    offerId: null,
    targetUrl: `https://c${index + 1}.example/`,
    archived: false,
  })),
  offers: [],
  deals: [],
  boxOffers: [],
  rules: [],
  ruleAllocations: [],
  boxRules: [],
  directLinks: [],
  sources: [],
  websites: [{ id: 5, publisherId: null, fallbackUrl: 'https://site.example/' }],
  domains: [],
  codes: [],
  geos: [],
  exempt: [],
  ...change,
});
const withStatus = (status: string, ...ids: number[]): RoutingConfig => {
  const { campaigns } = config();
  return config({ campaigns: campaigns.map((row) => (ids.includes(row.id) ? { ...row, status } : row)) });
};
const boxWith = (change: Partial<RoutingConfig['boxes'][number]>): RoutingConfig =>
  config({ boxes: config().boxes.map((box) => ({ ...box, ...change })) });

const visitors = Array.from({ length: 60_000 }, (_, index) => hashText(`visitor-${index}`));
const campaignOf = (snapshot: ReturnType<typeof compile>, visitor: (typeof visitors)[number]): number =>
  decide(snapshot, testVisit({ visitor })).campaign?.id ?? 0;
const versionOf = (from: RoutingConfig): number => {
  const box: Box | undefined = compile(from).boxes.get(1);
  return box?.allocation.version ?? -1;
};

/** χ² of the chosen campaigns against the weights. */
function chiSquare(chosen: readonly number[], shares: ReadonlyMap<number, number>): number {
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
  let sum = 0;
  for (const [id, share] of shares) {
    const expected = (chosen.length * share) / total;
    sum += (chosen.filter((it) => it === id).length - expected) ** 2 / expected;
  }
  return sum;
}

describe('Shares of campaigns', () => {
  // The limits are χ² at p = 0.001.
  it('match the weights', () => {
    const snapshot = compile(config());
    const chosen = visitors.map((visitor) => campaignOf(snapshot, visitor));
    expect(
      chiSquare(
        chosen,
        new Map([
          [1, 60],
          [2, 30],
          [3, 10],
        ]),
      ),
    ).toBeLessThan(13.82);
  });

  it('of a paused campaign go to the others by weight, while all other visitors stay', () => {
    const before = compile(config());
    const after = compile(withStatus('paused', 2));
    const moved: number[] = [];
    for (const visitor of visitors) {
      const was = campaignOf(before, visitor);
      const is = campaignOf(after, visitor);
      if (was === 2) moved.push(is);
      else expect(is).toBe(was);
    }
    expect(
      chiSquare(
        moved,
        new Map([
          [1, 60],
          [3, 10],
        ]),
      ),
    ).toBeLessThan(10.83);
  });

  it('are independent between boxes with different allocations', () => {
    const first = compile(config());
    const second = compile(
      config({ allocations: [1, 2].map((campaignId) => ({ campaignBoxId: 1, campaignId, weight: 50 })) }),
    );
    const chosen = visitors
      .filter((visitor) => campaignOf(first, visitor) === 1)
      .map((visitor) => campaignOf(second, visitor));
    expect(
      chiSquare(
        chosen,
        new Map([
          [1, 50],
          [2, 50],
        ]),
      ),
    ).toBeLessThan(10.83);
  });
});

describe('The allocation version', () => {
  it('stays the same when anything but campaigns and weights changes', () => {
    const version = versionOf(config());
    expect(versionOf(boxWith({ fallbackUrl: 'https://other.example/', productId: 7 }))).toBe(version);
    expect(versionOf(withStatus('paused', 1))).toBe(version);
    expect(versionOf(config({ allocations: config().allocations.toReversed() }))).toBe(version);
  });

  it('changes with a weight', () => {
    const allocations = config().allocations.map((row) => ({ ...row, weight: row.weight === 60 ? 59 : row.weight }));
    expect(versionOf(config({ allocations }))).not.toBe(versionOf(config()));
  });
});

describe('A click that no campaign takes', () => {
  const [visitor = hashText('')] = visitors;
  const outcome = (from: RoutingConfig, boxId = 1) => {
    const { target, reason, trace } = decide(compile(from), testVisit({ boxId, visitor }));
    return { to: target?.({}) ?? null, reason, last: trace.at(-1) };
  };
  it('goes to the box’s fallback when the box or all its campaigns are paused', () => {
    const last = { step: 'fallback', result: 'box' };
    expect(outcome(boxWith({ status: 'paused' }))).toEqual({
      to: 'https://fallback.example/',
      reason: 'box_paused',
      last,
    });
    expect(outcome(withStatus('paused', 1, 2, 3))).toEqual({
      to: 'https://fallback.example/',
      reason: 'no_campaign',
      last,
    });
  });
  it('goes to the fallback before the first day of the box, after its last one and after its most clicks', () => {
    const { at } = testVisit();
    const day = (days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10);
    const of = (values: Partial<RoutingConfig['boxes'][number]>, clicks = 0) => {
      const limitedClicks = limitedClicksOf([{ table: 'campaign_boxes', id: 1, clicks }]);
      const { reason, target, trace, countsFor } = decide(
        { ...compile(boxWith(values)), limitedClicks },
        testVisit({ visitor }),
      );
      return { reason, to: target?.({}), trace, counts: countsFor !== null };
    };
    const over = (reason: string, result: string) => ({
      reason,
      to: 'https://fallback.example/',
      trace: [
        { step: 'box', result },
        { step: 'fallback', result: 'box' },
      ],
      counts: false,
    });
    expect(of({ validFrom: day(1) })).toEqual(over('box_not_begun', 'not_begun'));
    expect(of({ validTo: day(-1) })).toEqual(over('box_ended', 'ended'));
    expect(of({ maxClicks: 3 }, 3)).toEqual(over('box_used_up', 'used_up'));
    expect(of({ maxClicks: 3, status: 'paused' }, 3)).toEqual(over('box_paused', 'paused'));
    expect(of({ validFrom: day(0), validTo: day(0), maxClicks: 3 }, 2)).toMatchObject({
      reason: 'allocation',
      counts: true,
    });
    expect(of({ validFrom: day(0) })).toMatchObject({ reason: 'allocation', counts: false });
  });
  it('goes to the site’s fallback when the box’s fallback cannot be used', () => {
    expect(outcome(boxWith({ status: 'paused', fallbackUrl: 'https://{sub1}/' }))).toMatchObject({
      to: 'https://site.example/',
    });
  });
  it('has no target when the box is unknown', () => {
    expect(outcome(config(), 2)).toEqual({ to: null, reason: 'unknown_box', last: undefined });
  });
  it('records why each campaign was skipped', () => {
    const { trace } = decide(compile(withStatus('paused', 2)), testVisit({ visitor }));
    expect(trace).toContainEqual(expect.objectContaining({ skipped: [{ campaignId: 2, reason: 'campaign_paused' }] }));
  });
});

it('never throws and sends visitors only to configured http addresses', () => {
  const url = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('javascript:alert(1)', 'https://{sub1}.x', 'http://a@b/', '//x'),
  );
  fc.assert(
    fc.property(url, url, fc.string(), (target, fallbackUrl, value) => {
      const snapshot = compile({
        ...boxWith({ fallbackUrl }),
        campaigns: config().campaigns.map((row) => ({ ...row, targetUrl: target })),
      });
      const to = decide(snapshot, testVisit({ visitor: hashText(value) })).target?.({ sub1: value });
      if (to === undefined) return;
      expect(to).toMatch(/^https?:\/\/[^/]+/);
      expect(to).toMatch(/^[\x21-\x7e]*$/);
    }),
  );
});

it('hashes many visitors to 64 bits without collisions', () => {
  expect(new Set(visitors.map(decimalOf)).size).toBe(visitors.length);
});
