/** Direct links, which have no box and no rules, only one target, and may have a begin and an end. */

import { trimEnd } from '@signpost/contract/reading/invisible.ts';
import type { EndState } from '@signpost/contract/traffic/clicks/trace.ts';
import type { DirectLink, Snapshot } from '../snapshot/compile.ts';
import { endStateOf } from '../snapshot/ends.ts';
import { FALLBACKS } from '../snapshot/steps.ts';
import { NO_OFFER, offerOf } from './deal.ts';
import type { Decision, Reason } from './decide.ts';
import { placeOf, type Visit } from './visit.ts';

const REASONS: Readonly<Record<EndState, Reason>> = {
  active: 'direct_link',
  not_begun: 'link_not_begun',
  ended: 'link_ended',
  used_up: 'link_used_up',
};

/** Underscores and hyphens behind a link, which texts and mail programs leave there. */
const MARKS_BEHIND = /[_-]/;

/** The link of a slug as it was followed: in any case, and with marks behind it unless a link of that name exists. */
function findLink({ directLinks }: Snapshot, slug: string): DirectLink | undefined {
  const found = directLinks.get(slug) ?? directLinks.get(slug.toLowerCase());
  if (found !== undefined) return found;
  const plain = trimEnd(slug, MARKS_BEHIND);
  if (plain === slug) return undefined;
  return directLinks.get(plain) ?? directLinks.get(plain.toLowerCase());
}

/** Decides where a direct link leads. An unknown or paused link leads nowhere. */
export function decideDirect(snapshot: Snapshot, slug: string, visit: Visit): Decision {
  const link = findLink(snapshot, slug);
  const place = placeOf(snapshot, { trafficSourceId: link?.trafficSourceId ?? 0, websiteId: 0 }, visit);
  const nowhere = { box: null, rule: null, allocationVersion: 0, target: null, place, campaign: null, offer: NO_OFFER };
  if (link === undefined || link.target === null) return { ...nowhere, reason: 'unknown_link', trace: [] };
  const { campaign, passOn } = link;
  const state = endStateOf(snapshot.limitedClicks, link.ends, visit.at);
  if (state === 'active')
    return {
      ...nowhere,
      target: link.target,
      campaign,
      offer: campaign === null ? NO_OFFER : offerOf(campaign),
      reason: 'direct_link',
      passOn,
      trace: [link.steps.active],
      countsFor: link.ends.mostClicks === 0 ? null : link.ends,
    };
  const hostTarget = snapshot.domains.get(visit.host)?.unknownLink ?? null;
  return {
    ...nowhere,
    target: link.fallback ?? hostTarget,
    reason: REASONS[state],
    passOn,
    trace: [link.steps[state], fallbackStep(link, hostTarget !== null)],
  };
}

function fallbackStep({ fallback }: DirectLink, hasHostTarget: boolean) {
  if (fallback !== null) return FALLBACKS.link;
  if (hasHostTarget) return FALLBACKS.host;
  return FALLBACKS.none;
}
