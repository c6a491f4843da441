/** Where a click goes, and why: pure, so that routing, explaining and replaying are one and the same. */
import type { Box, Campaign, SkipReason, Snapshot } from '../snapshot/compile.ts';
import type { Target } from '../snapshot/target.ts';
import { choose } from './choose.ts';
import type { Hash64 } from './hash.ts';

/** Who clicks, and on what. */
export interface Visit {
  readonly boxId: number;
  readonly visitor: Hash64;
}

/** One step that was taken and what came of it; the fact keeps them all. */
export type TraceStep =
  | { readonly step: 'box'; readonly result: 'active' | 'paused' }
  | {
      readonly step: 'campaign';
      readonly result: 'chosen' | 'none';
      readonly campaignId?: number;
      readonly weight?: number;
      readonly skipped?: readonly { readonly campaignId: number; readonly reason: SkipReason }[];
    }
  | { readonly step: 'offer'; readonly result: 'campaign'; readonly offerId: number; readonly partnerId: number }
  | { readonly step: 'fallback'; readonly result: 'box' | 'site' | 'none' };

/** Why the click went where it went, in one word. */
export type Reason = 'allocation' | 'box_paused' | 'no_campaign' | 'unknown_box' | 'no_target';

export interface Decision {
  readonly box: Box | null;
  readonly allocationVersion: number;
  readonly campaign: Campaign | null;
  /** Null when the click has nowhere to go: the box is unknown, or neither it nor its site has a usable fallback. */
  readonly target: Target | null;
  readonly reason: Reason;
  readonly trace: readonly TraceStep[];
}

interface Draft {
  readonly visit: Visit;
  readonly box: Box;
  campaign: Campaign | null;
  target: Target | null;
  reason: Reason;
  readonly trace: TraceStep[];
}

/** The steps, in order; each works on the draft until one has found the target. */
const STEPS: readonly ((draft: Draft) => void)[] = [checkBox, chooseCampaign, chooseOffer, takeFallback];

/** Decides one click. Never throws. */
export function decide(snapshot: Snapshot, visit: Visit): Decision {
  const box = snapshot.boxes.get(visit.boxId);
  if (box === undefined) {
    return { box: null, allocationVersion: 0, campaign: null, target: null, reason: 'unknown_box', trace: [] };
  }
  const draft: Draft = { visit, box, campaign: null, target: null, reason: 'allocation', trace: [] };
  for (const step of STEPS) if (draft.target === null) step(draft);
  const { campaign, target, reason, trace } = draft;
  return { box, allocationVersion: box.allocation.version, campaign, target, reason, trace };
}

function checkBox(draft: Draft): void {
  if (draft.box.paused) draft.reason = 'box_paused';
  draft.trace.push({ step: 'box', result: draft.box.paused ? 'paused' : 'active' });
}

function chooseCampaign(draft: Draft): void {
  if (draft.box.paused) return;
  const { candidates, skipped, version } = draft.box.allocation;
  const chosen = choose(candidates, (candidate) => candidate.campaign.id, draft.visit.visitor, version);
  if (chosen === undefined) draft.reason = 'no_campaign';
  else draft.campaign = chosen.campaign;
  draft.trace.push({
    step: 'campaign',
    result: chosen === undefined ? 'none' : 'chosen',
    ...(chosen !== undefined && { campaignId: chosen.campaign.id, weight: chosen.weight }),
    ...(skipped.length > 0 && { skipped }),
  });
}

/** The campaign's own offer and target. */
function chooseOffer(draft: Draft): void {
  const { campaign } = draft;
  if (campaign === null) return;
  draft.target = campaign.target;
  if (campaign.offerId !== 0) {
    const { offerId, partnerId } = campaign;
    draft.trace.push({ step: 'offer', result: 'campaign', offerId, partnerId });
  }
}

function takeFallback(draft: Draft): void {
  const { fallback, siteFallback } = draft.box;
  draft.target = fallback ?? siteFallback;
  if (draft.target === null) draft.reason = 'no_target';
  draft.trace.push({
    step: 'fallback',
    result: fallback !== null ? 'box' : siteFallback !== null ? 'site' : 'none',
  });
}
