/** Explains to which deals a click was offered, from the step that its decision recorded. */
import type { ExplainedDeal, ExplainedDeals, ExplainedOut } from '@signpost/contract/traffic/clicks/explain.ts';
import type { TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import type { DealList, Step } from '../snapshot/deals.ts';
import { type DealStep, dealsFor } from './deal.ts';
import type { Decision } from './decide.ts';
import { destinationOf } from './destination.ts';
import { decideOut } from './out.ts';
import type { Visit } from './visit.ts';

/** The name of a partner; '' if unknown. */
export type PartnerNames = (partnerId: number) => string;

const stepIn = (trace: readonly TraceStep[]): DealStep | undefined => trace.find((step) => step.step === 'deal');

/** The deals of an offer lander; null if the click did not go to one. */
export function visitDeals(
  snapshot: Snapshot,
  { box, campaign, trace }: Decision,
  visit: Visit,
  partner: PartnerNames,
): ExplainedDeals | null {
  if (campaign?.landerType !== 'offer_lander') return null;
  return explained(snapshot, dealsFor(snapshot, { campaign, box, step: 'visit' }, visit.geo), stepIn(trace), partner);
}

/** The decision that `/out/{clickId}` would make for this visit now; null if the click leaves at once. */
export function outOf(
  snapshot: Snapshot,
  { box, campaign, place }: Decision,
  visit: Visit,
  { known, partner }: { known: { clickId: string; code: string }; partner: PartnerNames },
): ExplainedOut | null {
  if (box === null || campaign?.landerType !== 'prelander') return null;
  const out = decideOut(snapshot, { boxId: box.id, campaignId: campaign.id }, visit);
  const step: Step = 'out';
  const destination = destinationOf({ ...out, box, place }, visit, known);
  return {
    ...explained(snapshot, dealsFor(snapshot, { campaign, box, step }, visit.geo), stepIn(out.trace), partner),
    reason: out.reason,
    offerId: out.offer.offerId || null,
    targetUrl: destination.targetUrl || null,
    app: destination.step?.result ?? null,
  };
}

function explained(
  { deals }: Snapshot,
  list: DealList,
  step: DealStep | undefined,
  partner: PartnerNames,
): ExplainedDeals {
  const { ways, idle, version } = list;
  const total = ways.reduce((sum, { weight }) => sum + weight, 0);
  const reasons = new Map(step?.skipped?.map(({ dealId, reason }, at) => [dealId, { reason, at }]));
  const place = (dealId: number): number =>
    reasons.get(dealId)?.at ?? (dealId === step?.dealId ? ways.length : ways.length + 1);
  const shown = ways.map(({ deal, offer, weight }): ExplainedDeal => {
    const chosen = deal.id === step?.dealId;
    return {
      dealId: deal.id,
      partnerId: deal.partnerId,
      partner: partner(deal.partnerId),
      dealType: deal.dealType,
      offerId: offer.offerId,
      weight,
      share: Math.round((weight / total) * 1000) / 10,
      outcome: chosen ? 'chosen' : (reasons.get(deal.id)?.reason ?? 'not_tried'),
    };
  });
  const aside = idle.flatMap(({ dealId, reason }): ExplainedDeal[] => {
    const deal = deals.byId(dealId);
    if (deal === undefined) return [];
    const { partnerId, dealType, weight } = deal;
    return [
      { dealId, partnerId, partner: partner(partnerId), dealType, offerId: 0, weight, share: 0, outcome: reason },
    ];
  });
  return { version, deals: [...shown.sort((a, b) => place(a.dealId) - place(b.dealId)), ...aside] };
}
