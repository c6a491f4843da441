import { expect, it } from 'vitest';
import { placeOf } from '../decide/visit.ts';
import { compile } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import { testVisit } from '../testing/visit.ts';
import { placesOf } from './rules.ts';

const costless = { maySendCosts: false, mostCostPerClick: '0' };
const none = { publisherId: null, trafficSourceId: null, websiteId: null };
const config: RoutingConfig = {
  version: '1',
  boxes: [
    {
      id: 1,
      status: 'active',
      boxKind: 'regular',
      nativeBoxType: null,
      websiteId: null,
      trafficSourceId: 2,
      productId: null,
      fallbackUrl: 'https://fallback.example/',
    },
  ],
  allocations: [],
  rules: [],
  ruleAllocations: [],
  boxRules: [],
  directLinks: [],
  campaigns: [],
  offers: [],
  deals: [],
  boxOffers: [],
  geos: [],
  exempt: [],
  codes: [
    { id: 1, code: 'SPRING', publisherId: 4 },
    { id: 2, code: 'nobodys', publisherId: null },
  ],
  sources: [
    { ...costless, id: 1, name: 'one', publisherId: 7, categoryId: 8 },
    { ...costless, id: 2, name: 'two', publisherId: null, categoryId: 9 },
  ],
  websites: [
    { id: 1, publisherId: 5, fallbackUrl: null },
    { id: 3, publisherId: null, fallbackUrl: null },
  ],
  domains: [{ id: 1, name: 'go.example', websiteId: 1 }],
  referrers: [
    { ...none, name: 'papers.example', publisherId: 6 },
    { ...none, name: 'www.mail.example', trafficSourceId: 1 },
    { ...none, name: 'site.example', websiteId: 3 },
  ],
};

it('lists every place to which a click on a box can be attributed', () => {
  const snapshot = compile(config);
  const [box] = snapshot.boxes.values();
  if (box === undefined) throw new Error('There is a box.');
  const known = new Set((placesOf(config, box) ?? []).map((place) => JSON.stringify(place)));
  const seen = new Set<string>();
  for (const referrer of ['', 'papers.example', 'mail.example', 'site.example', 'nobody.example'])
    for (const source of ['', 'one', 'two', 'three'])
      for (const host of ['go.example', 'other.example'])
        for (const code of ['', 'spring', 'Nobodys', 'unknown']) {
          const visit = testVisit({ referrer, source, host, code });
          const { source: found, websiteId, publisherId } = placeOf(snapshot, box, visit);
          const place = { source: found?.id ?? 0, category: found?.categoryId ?? 0, website: websiteId };
          const text = JSON.stringify({ ...place, publisher: publisherId });
          expect(known, `${referrer} ${source} ${host} ${code}`).toContain(text);
          seen.add(text);
        }
  expect(seen.size).toBeGreaterThan(6);
});

it('attributes a click to the publisher of its source, else of its code, its referrer host or its website', () => {
  const snapshot = compile(config);
  const box = { trafficSourceId: 2, websiteId: 1 };
  const publisher = (change: Parameters<typeof testVisit>[0]) => placeOf(snapshot, box, testVisit(change)).publisherId;
  expect(publisher({ source: 'one', code: 'Spring', referrer: 'papers.example' })).toBe(7);
  expect(publisher({ code: 'Spring', referrer: 'papers.example' })).toBe(4);
  expect(publisher({ code: 'nobodys', referrer: 'papers.example' })).toBe(6);
  expect(publisher({ code: 'unknown' })).toBe(5);
});
