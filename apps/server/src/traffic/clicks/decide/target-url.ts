/** The target URL of a decision, with its macros filled in. */
import type { MacroValues } from '@signpost/contract/reading/macros.ts';
import { ctaOf, type Labelled } from '../snapshot/cta-labels.ts';
import type { Decision } from './decide.ts';
import type { Visit } from './visit.ts';

/** The parts of a decision that may appear in the target URL. */
export type Decided = Pick<Decision, 'campaign' | 'offer' | 'target'> & {
  box: Labelled | null;
  place: { readonly source: { readonly name: string } | undefined };
};

export type FilledVisit = Pick<Visit, 'subs' | 'geo' | 'device' | 'at' | 'kept'>;

/** The values of the macros of a decision's target. */
export function macroValuesOf(
  { campaign, box, offer, place }: Decided,
  visit: FilledVisit,
  known: { clickId: string; code: string },
): MacroValues {
  const [sub1, sub2, sub3, sub4, sub5] = visit.subs;
  return {
    click_id: known.clickId,
    geo: visit.geo,
    device: visit.device,
    source: place.source?.name ?? '',
    sub1,
    sub2,
    sub3,
    sub4,
    sub5,
    campaign_id: campaign?.id ?? '',
    box_id: box?.id ?? '',
    offer_id: offer.offerId || '',
    partner_id: offer.partnerId || '',
    code: known.code,
    cta: ctaOf(box, campaign?.id ?? 0, offer.offerId),
    timestamp: Math.floor(visit.at / 1000),
    param: visit.kept,
  };
}

/** '' if there is nowhere to go. */
export function targetUrlOf(decision: Decided, visit: FilledVisit, known: { clickId: string; code: string }): string {
  return decision.target?.(macroValuesOf(decision, visit, known)) ?? '';
}
