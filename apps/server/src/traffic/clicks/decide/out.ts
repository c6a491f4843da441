/** The step from a prelander or lander to its offer: offer and deal are chosen at that moment (docs/decisions/0012). */
import type { TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Campaign } from '../snapshot/allocation.ts';
import type { Box, Snapshot } from '../snapshot/compile.ts';
import type { Offered } from '../snapshot/deals.ts';
import type { Target } from '../snapshot/target.ts';
import { type Asking, type ChosenDeal, chooseDeal, NO_OFFER, offerOf } from './deal.ts';
import type { Reason } from './decide.ts';

export interface OutDecision {
  readonly campaign: Campaign | null;
  readonly offer: Offered;
  /** Null if there is neither an offer nor a usable fallback. */
  readonly target: Target | null;
  readonly reason: Reason;
  readonly trace: readonly TraceStep[];
  readonly chosen: ChosenDeal | undefined;
}

/**
 * Decides where a visitor goes on from a campaign's page. `lastResort` is the site's fallback, for visitors who came
 * without a box. Never throws.
 */
export function decideOut(
  snapshot: Snapshot,
  { boxId, campaignId }: { boxId: number; campaignId: number },
  asking: Asking,
  lastResort: Target | null = null,
): OutDecision {
  const fallBack = fallingBack(snapshot.boxes.get(boxId) ?? null, lastResort);
  const campaign = snapshot.campaigns.get(campaignId) ?? null;
  const box = snapshot.boxes.get(boxId) ?? null;
  if (campaign === null) return fallBack(null, 'no_campaign', [], undefined);
  const chosen = chooseDeal(snapshot, { campaign, box, step: 'out' }, asking);
  if (chosen !== undefined) {
    const { offer, target, step } = chosen;
    if (target === null) return fallBack(campaign, 'no_deal', [step], chosen);
    return { campaign, offer, target, reason: 'out', trace: [step], chosen };
  }
  // Without any deal for that geo, the campaign's own offer takes the click.
  const page = campaign.landerType === 'prelander' || campaign.pageId !== 0 ? null : campaign;
  const link = snapshot.deals.linkOf(boxId, campaign.offerId) ?? page;
  if (link === null) return fallBack(campaign, 'no_link', [], undefined);
  if (link.isDead) return fallBack(campaign, 'dead_link', [], undefined);
  const { target } = link;
  const trace: TraceStep[] = [campaign.offerStep ?? { step: 'offer', result: 'campaign', offerId: 0, partnerId: 0 }];
  return { campaign, offer: offerOf(campaign), target, reason: 'out', trace, chosen: undefined };
}

type FallBack = (
  campaign: Campaign | null,
  reason: Reason,
  before: readonly TraceStep[],
  chosen: ChosenDeal | undefined,
) => OutDecision;

function fallbackResult(ofBox: Target | null, target: Target | null): 'box' | 'site' | 'none' {
  if (ofBox !== null) return 'box';
  if (target !== null) return 'site';
  return 'none';
}

function fallingBack(box: Box | null, lastResort: Target | null): FallBack {
  const fallback = box?.fallback ?? null;
  const target = fallback ?? box?.siteFallback ?? lastResort;
  const result = fallbackResult(fallback, target);
  return (campaign, reason, before, chosen) => {
    const trace: TraceStep[] = [...before, { step: 'fallback', result }];
    return { campaign, offer: NO_OFFER, target, reason, trace, chosen };
  };
}
