/** Direct links, which have no box and no rules, only one target. */
import type { Snapshot } from '../snapshot/compile.ts';
import { NO_OFFER, offerOf } from './deal.ts';
import type { Decision } from './decide.ts';
import { placeOf, type Visit } from './visit.ts';

/** Where a direct link leads. An unknown or paused one leads nowhere. */
export function decideDirect(snapshot: Snapshot, slug: string, visit: Visit): Decision {
  const link = snapshot.directLinks.get(slug) ?? snapshot.directLinks.get(slug.toLowerCase());
  const target = link?.target ?? null;
  return {
    box: null,
    rule: null,
    allocationVersion: 0,
    target,
    place: placeOf(snapshot, { trafficSourceId: link?.trafficSourceId ?? 0, websiteId: 0 }, visit),
    campaign: link?.campaign ?? null,
    offer: link?.campaign ? offerOf(link.campaign) : NO_OFFER,
    reason: target === null ? 'unknown_link' : 'direct_link',
    trace: link === undefined ? [] : [{ step: 'direct', result: 'active', directLinkId: link.id }],
  };
}
