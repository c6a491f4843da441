/** Finds a visit that goes to what is checked: a box, or a box and a visitor whom it sends to a campaign or a partner. */
import { createHash } from 'node:crypto';
import { bannerPath, boxPath, seoBoxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import type { LaunchSubject } from '@signpost/contract/traffic/links/launch.ts';
import { dealsFor } from '../../../traffic/clicks/decide/deal.ts';
import { boxStateOf, type Decision, decide } from '../../../traffic/clicks/decide/decide.ts';
import { hashText } from '../../../traffic/clicks/decide/hash.ts';
import { decideOut } from '../../../traffic/clicks/decide/out.ts';
import type { Visit } from '../../../traffic/clicks/decide/visit.ts';
import { agentOf } from '../../../traffic/clicks/redirect/agent.ts';
import type { Campaign } from '../../../traffic/clicks/snapshot/allocation.ts';
import type { Box, Snapshot } from '../../../traffic/clicks/snapshot/compile.ts';
import type { Offered } from '../../../traffic/clicks/snapshot/deals.ts';

/** Visitors that are tried in all, which takes less than a second, and in each box at least: one percent is missed once in ten thousand. */
const VISITORS = 60_000;
const LEAST_VISITORS = 900;
const MOST_BOXES = 200;

/** The language of the test visitor, as its header names it. */
export const LANGUAGE = 'en';

export interface Way {
  path: string;
  boxId: number;
  /** The name in the visitor's cookie. */
  visitor: string;
}

/** The subject for which a way is searched. `host` is the host of our links. */
export interface Wanted {
  subject: LaunchSubject;
  recordId: number;
  geo: string;
  userAgent: string;
  host: string;
}

function pathOf({ id, boxKind }: Box): string {
  if (boxKind === 'seo') return seoBoxPath(id);
  if (boxKind === 'banner') return bannerPath(id);
  return boxPath(id);
}

/** The visitors of a box are the same in every check, so that every press of the button gives the same answer. */
function visitorName(boxId: number, count: number): string {
  const hex = createHash('sha256').update(`launch check ${boxId} ${count}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The visit that the test click will be. */
export function testVisit({ geo, userAgent, host }: Wanted, boxId: number, visitor: string, now: number): Visit {
  const { device, os, browser } = agentOf(userAgent);
  return {
    boxId,
    visitor: hashText(visitor),
    returning: true,
    at: now,
    geo,
    language: LANGUAGE,
    device,
    os,
    browser,
    address: '',
    source: '',
    referrer: '',
    host,
    code: '',
    subs: ['', '', '', '', ''],
    kept: NOTHING_KEPT,
    consent: '',
  };
}

/** Whether visitors see a page of the campaign before they go on to an offer. */
export const hasPage = ({ landerType, pageId }: Campaign): boolean => landerType === 'prelander' || pageId !== 0;

/** The offer that a visit ends at: behind a page, it is chosen at the step from the page. */
function offerReached(snapshot: Snapshot, { campaign, box, offer }: Decision, visit: Visit): Offered {
  if (campaign !== null && hasPage(campaign))
    return decideOut(snapshot, { boxId: box?.id ?? 0, campaignId: campaign.id }, visit).offer;
  return offer;
}

/** A box and a visitor whom the router's own decision sends to what is checked; null if there is none. */
export function findWay(snapshot: Snapshot, wanted: Wanted, now: number): Way | null {
  const { subject, recordId } = wanted;
  if (subject === 'campaignBox' || subject === 'seoCampaignBox') {
    const box = snapshot.boxes.get(recordId);
    if (box === undefined) return null;
    return { path: pathOf(box), boxId: box.id, visitor: visitorName(box.id, 0) };
  }
  // A campaign whose deals send its visitors to other partners is walked all the same.
  let other: Way | null = null;
  const boxes = boxesLeadingTo(snapshot, wanted, now).slice(0, MOST_BOXES);
  const visitors = Math.max(LEAST_VISITORS, Math.floor(VISITORS / Math.max(boxes.length, 1)));
  for (const box of boxes)
    for (let count = 0; count < visitors; count += 1) {
      const visitor = visitorName(box.id, count);
      const visit = testVisit(wanted, box.id, visitor, now);
      const decision = decide(snapshot, visit);
      const { campaign } = decision;
      if (campaign === null || (subject === 'campaign' && campaign.id !== recordId)) continue;
      const { partnerId } = offerReached(snapshot, decision, visit);
      const way = { path: pathOf(box), boxId: box.id, visitor };
      if (partnerId === (subject === 'campaign' ? campaign.partnerId : recordId)) return way;
      if (subject === 'campaign') other ??= way;
    }
  return other;
}

/** The boxes that take clicks now and can lead to the checked target by a campaign or a rule. */
export function boxesLeadingTo(snapshot: Snapshot, { subject, recordId, geo }: Wanted, now: number): Box[] {
  const canLead = (box: Box, campaign: Campaign): boolean => {
    if (subject === 'campaign') return campaign.id === recordId;
    return (
      campaign.partnerId === recordId ||
      (['visit', 'out'] as const).some((step) =>
        dealsFor(snapshot, { campaign, box, step }, geo).ways.some(({ deal }) => deal.partnerId === recordId),
      )
    );
  };
  return [...snapshot.boxes.values()].filter(
    (box) =>
      boxStateOf(snapshot, box, now) === 'active' &&
      [box.allocation, ...box.rules.all.map((rule) => rule.allocation)].some(({ candidates }) =>
        candidates.some(({ campaign }) => canLead(box, campaign)),
      ),
  );
}
