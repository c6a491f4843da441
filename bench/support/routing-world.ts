/**
 * The configuration for measuring `decisionsPerSecond`: 500 boxes × 20 rules × 8 conditions, offer landers with five
 * deals in each geo.
 */
import type { ConditionTest } from '@signpost/contract/traffic/clicks/conditions.ts';
import { hashText } from '../../apps/server/src/traffic/clicks/decide/hash.ts';
import type { Visit } from '../../apps/server/src/traffic/clicks/decide/visit.ts';
import { compile, type Snapshot } from '../../apps/server/src/traffic/clicks/snapshot/compile.ts';

const BOXES = 500;
const RULES = 20;
const CAMPAIGNS = 10;
const GEOS = ['DE', 'AT', 'CH', 'GB', 'US', 'FR', 'IT', 'ES', 'SE', 'NO', 'BR', 'JP'];
const DEVICES = ['mobile', 'desktop', 'tablet'];
const SYSTEMS = ['iOS', 'Android', 'Windows', 'macOS'];
const BROWSERS = ['Chrome', 'Mobile Safari', 'Firefox', 'Edge'];
const SITES = ['news.example', 'mail.example', 'social.example', ''];

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const pick = <T>(list: readonly T[], at: number): T => {
  const item = list[at % list.length];
  if (item === undefined) throw new RangeError('Nothing to pick from.');
  return item;
};

/** Eight conditions. Each rule accepts about two geos, so most visits test many rules before one matches. */
function conditions(at: number): ConditionTest[] {
  return [
    { field: 'geo', is: true, values: [pick(GEOS, at), pick(GEOS, at * 7 + 3)] },
    { field: 'device', is: true, values: [pick(DEVICES, at), pick(DEVICES, at + 1)] },
    { field: 'os', is: false, values: [pick(SYSTEMS, at), 'Linux'] },
    { field: 'browser', is: true, values: [pick(BROWSERS, at), pick(BROWSERS, at + 1), pick(BROWSERS, at + 2)] },
    { field: 'referrer', is: false, how: 'contains', values: [pick(SITES, at * 4), 'spam'] },
    { field: 'sub1', is: true, how: 'contains', values: ['a', 'e'] },
    { field: 'hours', is: true, timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7], from: 6, to: 23 },
    { field: 'share', is: true, percent: 80 },
  ];
}

/** The compiled configuration and 10 000 visits to it. */
export function routingWorld(): { snapshot: Snapshot; visits: readonly Visit[] } {
  const ids = times(BOXES, (at) => at + 1);
  const ruleIds = times(BOXES * RULES, (at) => at + 1);
  const shares = times(CAMPAIGNS, (at) => ({ campaignId: at + 1, weight: 100 / CAMPAIGNS }));
  const snapshot = compile({
    version: '1',
    boxes: ids.map((id) => ({
      id,
      status: 'active',
      boxKind: 'regular',
      nativeBoxType: null,
      websiteId: null,
      trafficSourceId: null,
      productId: null,
      fallbackUrl: 'https://fallback.example/',
    })),
    allocations: ids.flatMap((campaignBoxId) => shares.map((share) => ({ campaignBoxId, ...share }))),
    rules: ruleIds.map((id) => ({
      kind: 'box' as const,
      id,
      name: `Rule ${id}`,
      status: 'active',
      conditions: { match: 'all', items: conditions(id) },
    })),
    ruleAllocations: ruleIds.flatMap((ruleId) => shares.map((share) => ({ ruleId, ...share }))),
    boxRules: ruleIds.map((ruleId) => ({ campaignBoxId: 1 + Math.floor((ruleId - 1) / RULES), ruleId })),
    campaigns: times(CAMPAIGNS, (at) => ({
      id: at + 1,
      landerType: 'offer_lander',
      status: 'active',
      offerId: at + 1,
      archived: false,
      targetUrl: 'https://one.example/?c={click_id}&p={partner_id}',
    })),
    offers: times(CAMPAIGNS, (at) => ({
      id: at + 1,
      partnerId: at + 1,
      productId: 1,
      integrationId: null,
      targetUrl: null,
    })),
    // Five deals in each geo: one has ended, one has a cap.
    deals: GEOS.flatMap((geo, nth) =>
      times(5, (at) => ({
        id: nth * 5 + at + 1,
        version: 1,
        partnerId: at + 1,
        integrationId: 1,
        geo,
        dealType: 'CPA',
        weight: 10 - at,
        blocked: at === 4,
        leadCap: at === 1 ? 100 : null,
        timeZone: 'Europe/Malta',
        validFrom: null,
        validTo: at === 0 ? '2026-11-01' : null,
        partnerActive: true,
      })),
    ),
    boxOffers: [],
    directLinks: [],
    sources: [],
    websites: [],
    domains: [],
    codes: [],
    geos: [],
    exempt: [],
  });
  const visits = times(
    10_000,
    (at): Visit => ({
      boxId: 1 + ((at * 31) % BOXES),
      visitor: hashText(`visitor ${at}`),
      returning: at % 3 === 0,
      at: Date.parse('2026-11-21T10:00:00Z'),
      geo: pick(GEOS, at * 5),
      language: 'en',
      device: pick(DEVICES, at * 3 + (at >> 3)),
      os: pick(SYSTEMS, at >> 1),
      browser: pick(BROWSERS, at >> 2),
      address: '203.0.113.7',
      source: '',
      host: 'go.example',
      referrer: pick(SITES, at >> 3),
      code: '',
      subs: [pick(['alpha', 'beta', 'xyz'], at), '', '', '', ''],
      kept: {},
      consent: '',
    }),
  );
  return { snapshot, visits };
}
