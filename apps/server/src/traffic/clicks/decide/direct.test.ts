import { expect, it } from 'vitest';
import { compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { LimitedClicks, limitedKey } from '../snapshot/limited-clicks.ts';
import { testVisit } from '../testing/visit.ts';
import { decideDirect } from './direct.ts';
import { targetUrlOf } from './target-url.ts';

type Row = RoutingConfig['directLinks'][number];

const world = (link: Partial<Row>, domains: RoutingConfig['domains'] = []) =>
  compile({
    version: '1',
    boxes: [],
    allocations: [],
    campaigns: [],
    offers: [],
    deals: [],
    boxOffers: [],
    rules: [],
    ruleAllocations: [],
    boxRules: [],
    directLinks: [
      {
        id: 1,
        slug: 'derby',
        targetUrl: 'https://derby.example/?c={click_id}',
        trafficSourceId: null,
        campaignId: null,
        validFrom: null,
        validTo: null,
        timeZone: 'UTC',
        maxClicks: null,
        fallbackUrl: null,
        ...link,
      },
    ],
    sources: [],
    websites: [],
    domains,
    codes: [],
    geos: [],
    exempt: [],
  });
const decided = (snapshot: ReturnType<typeof world>, at: string, host = 'go.example') => {
  const visit = { ...testVisit(), at: Date.parse(at), host };
  const decision = decideDirect(snapshot, 'derby', visit);
  return { ...decision, url: targetUrlOf(decision, visit, { clickId: 'id', code: '' }) };
};

/** The days of a link in its zone, and whether a click at an instant is within them; days around changes of clocks among them. */
const MOMENTS: [days: [from: string | null, to: string | null], zone: string, at: string, state: string][] = [
  [[null, null], 'UTC', '2026-11-27T12:00:00Z', 'direct_link'],
  [['2026-11-27', null], 'UTC', '2026-11-26T23:59:59.999Z', 'link_not_begun'],
  [['2026-11-27', null], 'UTC', '2026-11-27T00:00:00.000Z', 'direct_link'],
  [[null, '2026-11-27'], 'UTC', '2026-11-27T23:59:59.999Z', 'direct_link'],
  [[null, '2026-11-27'], 'UTC', '2026-11-28T00:00:00.000Z', 'link_ended'],
  [['2026-11-27', '2026-11-27'], 'Asia/Tokyo', '2026-11-26T14:59:59.999Z', 'link_not_begun'],
  [['2026-11-27', '2026-11-27'], 'Asia/Tokyo', '2026-11-26T15:00:00.000Z', 'direct_link'],
  [['2026-11-27', '2026-11-27'], 'Asia/Tokyo', '2026-11-27T15:00:00.000Z', 'link_ended'],
  // Summer time begins on 29 March 2026 in Berlin: the day has 23 hours.
  [['2026-03-29', '2026-03-29'], 'Europe/Berlin', '2026-03-28T22:59:59.999Z', 'link_not_begun'],
  [['2026-03-29', '2026-03-29'], 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 'direct_link'],
  [['2026-03-29', '2026-03-29'], 'Europe/Berlin', '2026-03-29T21:59:59.999Z', 'direct_link'],
  [['2026-03-29', '2026-03-29'], 'Europe/Berlin', '2026-03-29T22:00:00.000Z', 'link_ended'],
  // It ends on 25 October 2026: the day has 25 hours.
  [[null, '2026-10-25'], 'Europe/Berlin', '2026-10-25T22:59:59.999Z', 'direct_link'],
  [[null, '2026-10-25'], 'Europe/Berlin', '2026-10-25T23:00:00.000Z', 'link_ended'],
  // In Cairo there is no midnight on 24 April 2026: the day begins at 1 o'clock.
  [['2026-04-24', null], 'Africa/Cairo', '2026-04-23T21:59:59.999Z', 'link_not_begun'],
  [['2026-04-24', null], 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 'direct_link'],
  // In Havana midnight comes twice on 1 November 2026: the day begins with the first one.
  [['2026-11-01', null], 'America/Havana', '2026-11-01T03:59:59.999Z', 'link_not_begun'],
  [['2026-11-01', null], 'America/Havana', '2026-11-01T04:00:00.000Z', 'direct_link'],
];

it.each(MOMENTS)('of the days %j in %s decides a click at %s as %s', ([validFrom, validTo], timeZone, at, reason) => {
  const decision = decided(world({ validFrom, validTo, timeZone }), at);
  expect([decision.reason, decision.url]).toEqual([
    reason,
    reason === 'direct_link' ? 'https://derby.example/?c=id' : '',
  ]);
});

const OVER = { validTo: '2026-01-01' };
const NOW = '2026-11-27T12:00:00Z';
const HOST = [
  { id: 5, name: 'go.example', websiteId: null, unknownLinkUrl: 'https://home.example/' },
  { id: 6, name: 'other.example', websiteId: null },
];

it('sends visitors of a link that is over to its fallback link, else where their host sends unknown links, else nowhere', () => {
  const own = decided(world({ ...OVER, fallbackUrl: 'https://sorry.example/?c={click_id}' }, HOST), NOW);
  expect([own.url, own.trace.at(-1)]).toEqual(['https://sorry.example/?c=id', { step: 'fallback', result: 'link' }]);
  const host = decided(world(OVER, HOST), NOW);
  expect([host.url, host.trace.at(-1)]).toEqual(['https://home.example/', { step: 'fallback', result: 'host' }]);
  for (const name of ['other.example', 'stranger.example']) {
    const none = decided(world(OVER, HOST), NOW, name);
    expect([none.url, none.trace]).toEqual([
      '',
      [
        { step: 'direct', result: 'ended', directLinkId: 1 },
        { step: 'fallback', result: 'none' },
      ],
    ]);
  }
});

const ONE = { table: 'direct_links', id: 1 } as const;

it('takes the most clicks and not one more, whether they are stored, being stored or only counted', () => {
  const limitedClicks = new LimitedClicks();
  const snapshot = { ...world({ maxClicks: 3 }), limitedClicks };
  const reason = () => decided(snapshot, NOW).reason;
  expect(decided(snapshot, NOW).countsFor).toMatchObject(ONE);
  limitedClicks.refresh([{ table: 'direct_links', id: 1, clicks: 1 }]);
  limitedClicks.count(ONE);
  expect(reason()).toBe('direct_link');
  limitedClicks.count(ONE);
  expect(reason()).toBe('link_used_up');
  const taken = limitedClicks.take();
  expect([taken, reason()]).toEqual([[{ table: 'direct_links', id: 1, clicks: 2 }], 'link_used_up']);
  // A total that is read meanwhile may contain them already, so it is not taken over: they would count twice.
  limitedClicks.refresh([{ table: 'direct_links', id: 1, clicks: 3 }]);
  expect(limitedClicks.clicksOf(limitedKey('direct_links', 1))).toBe(3);
  limitedClicks.putBack(taken);
  expect(limitedClicks.clicksOf(limitedKey('direct_links', 1))).toBe(3);
  limitedClicks.take();
  limitedClicks.keep([{ table: 'direct_links', id: 1, clicks: 4 }]);
  expect(limitedClicks.clicksOf(limitedKey('direct_links', 1))).toBe(4);
});

it('counts nothing for links without a limit', () => {
  expect(decided(world({}), NOW).countsFor).toBeNull();
});

it.each([
  ['derby', 'direct_link'],
  ['DERBY', 'direct_link'],
  ['derby_', 'direct_link'],
  ['derby__', 'direct_link'],
  ['Derby-', 'direct_link'],
  ['derby-x', 'unknown_link'],
  ['_derby', 'unknown_link'],
  ['__', 'unknown_link'],
])('A link that was followed as %s is %s, since texts leave marks behind a link', (slug, reason) => {
  expect(decideDirect(world({}), slug, testVisit()).reason).toBe(reason);
});

it('A link whose own name ends with a mark comes before the one without it', () => {
  expect(decideDirect(world({ slug: 'derby_' }), 'derby_', testVisit()).reason).toBe('direct_link');
  expect(decideDirect(world({ slug: 'derby_' }), 'derby', testVisit()).reason).toBe('unknown_link');
});
