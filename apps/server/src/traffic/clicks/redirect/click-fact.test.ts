import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import { decimalOf } from '../decide/hash.ts';
import { targetUrlOf } from '../decide/target-url.ts';
import { compile } from '../snapshot/compile.ts';
import { parseConfig } from '../snapshot/config.ts';
import { testVisit } from '../testing/visit.ts';
import { lineOfClick } from './click-fact.ts';
import { clickIdAt } from './click-id.ts';
import { readLink } from './link.ts';

const box = { status: 'active', nativeBoxType: null, websiteId: null, trafficSourceId: null, productId: null };
const campaign = { landerType: 'affiliate', offerId: null, status: 'active', archived: false };
const snapshot = compile(
  parseConfig(
    JSON.stringify({
      version: '7',
      boxes: [{ ...box, id: 1, fallbackUrl: 'https://fallback.example/' }],
      allocations: [
        { campaignBoxId: 1, campaignId: 2, weight: 50 },
        { campaignBoxId: 1, campaignId: 3, weight: 50 },
      ],
      campaigns: [
        { ...campaign, id: 2, targetUrl: 'https://two.example/?s={sub1}' },
        { ...campaign, id: 3, targetUrl: '', status: 'paused' },
      ],
      offers: [],
      sources: [],
      websites: [],
      domains: [],
      codes: [],
      geos: [],
    }),
  ),
);

it('writes a line with the exact decision for arbitrary visitor input and times', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 4_102_444_800_000 }), (typed, browser, at) => {
      const link = readLink(`/box_1?sub1=${encodeURIComponent(typed.toWellFormed())}`);
      if (link === undefined) throw new Error('No link.');
      const visit = testVisit({ at, browser, subs: link.subs });
      const decision = decide(snapshot, visit);
      const id = clickIdAt(at);
      const targetUrl = targetUrlOf(decision, visit, { clickId: id, code: '' });
      const click = { id, visitorId: decimalOf(visit.visitor), link, visit, decision, bot: undefined, targetUrl };
      const fact = JSON.parse(lineOfClick(snapshot, click));
      const when = new Date(at).toISOString();
      expect(fact).toMatchObject({
        at: when,
        fact_id: id,
        kind: 'visit',
        campaign_id: 2,
        target_url: `https://two.example/?s=${encodeURIComponent(link.subs[0])}`,
        visits: 1,
        clickouts: 1,
        ...(typed !== '' && { sub1: link.subs[0] }),
        ...(browser !== '' && { browser }),
      });
      expect(JSON.parse(fact.trace)).toEqual({ configuration: '7', steps: decision.trace });
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at);
    }),
  );
});
