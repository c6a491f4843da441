/** Chooses the deal for a click: by weight first, then down the waterfall (docs/product/deals.md#which-deal-takes-a-click). */

import type { DealSkipReason } from '@signpost/contract/traffic/clicks/explain.ts';
import type { StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { validityOn } from '@signpost/contract/traffic/clicks/validity.ts';
import { zoneTime } from '../../../platform/zone-time.ts';
import type { Campaign } from '../snapshot/allocation.ts';
import type { Box, Snapshot } from '../snapshot/compile.ts';
import type { Deal, DealList, Offered, Step, Way } from '../snapshot/deals.ts';
import type { Target } from '../snapshot/target.ts';
import type { Visit } from './visit.ts';
import { firstAsked } from './waterfall.ts';

/** Why a deal did not take a click. `waterfall_blocked`: the deal takes no overflow of other deals. */
type DealSkip = Exclude<DealSkipReason, 'weight_zero' | 'no_link'>;

export type DealStep = StepOf<'deal'>;
type DealSkipped = NonNullable<DealStep['skipped']>[number];

export const NO_OFFER: Offered = {
  offerId: 0,
  productId: 0,
  partnerId: 0,
  integrationId: 0,
  dealId: 0,
  dealVersion: 0,
  dealType: '',
};

/** A campaign's own offer, without a deal. */
export const offerOf = ({ offerId, productId, partnerId, integrationId }: Campaign): Offered => ({
  offerId,
  productId,
  partnerId,
  integrationId,
  dealId: 0,
  dealVersion: 0,
  dealType: '',
});

export interface ChosenDeal {
  readonly list: DealList;
  readonly step: DealStep;
  readonly offer: Offered;
  /** Null if every deal was skipped. */
  readonly target: Target | null;
}

/** The parts of a visit on which deals depend. */
export type Asking = Pick<Visit, 'at' | 'geo' | 'visitor'>;

/** The place for which a deal is wanted. `box` is null for direct links. */
interface DealSearch {
  campaign: Campaign;
  box: Box | null;
  step: Step;
}

/** The deals for a campaign of a box in the geo of a visit. */
export function dealsFor(snapshot: Snapshot, { campaign, box, step }: DealSearch, geo: string): DealList {
  const productId = campaign.productId || box?.productId || 0;
  return snapshot.deals.listFor({ campaign, boxId: box?.id ?? 0, productId, geo, step });
}

/** Chooses a deal; undefined if there are no candidates at all. */
export function chooseDeal(snapshot: Snapshot, search: DealSearch, asking: Asking): ChosenDeal | undefined {
  const list = dealsFor(snapshot, search, asking.geo);
  const first = firstAsked(list.ways, list.odds, asking.visitor, list.version);
  if (first === undefined) return undefined;
  const reason = skipOf(snapshot, first, asking.at);
  if (reason === undefined) return { list, step: first.step, offer: first.offer, target: first.target };
  return overflowing(snapshot, list, { first, reason }, asking.at);
}

/** The first choice cannot take the click, for the given reason, so the others are tried. */
function overflowing(
  snapshot: Snapshot,
  list: DealList,
  { first, reason }: { first: Way; reason: DealSkip },
  at: number,
): ChosenDeal {
  const { asked, passedOver } = list.overflow;
  const skipped: DealSkipped[] = [{ dealId: first.deal.id, reason }];
  const taking = asked.find((way) => {
    if (way === first) return false;
    const why = skipOf(snapshot, way, at);
    if (why !== undefined) skipped.push({ dealId: way.deal.id, reason: why });
    return why === undefined;
  });
  for (const way of passedOver) if (way !== first) skipped.push({ dealId: way.deal.id, reason: 'waterfall_blocked' });
  if (taking !== undefined)
    return { list, step: { ...taking.step, skipped }, offer: taking.offer, target: taking.target };
  const none: DealStep = { step: 'deal', result: 'none', version: list.version, skipped };
  return { list, step: none, offer: NO_OFFER, target: null };
}

/** Why a deal takes no click now; undefined if it does. */
export function skipOf(snapshot: Snapshot, { deal, isDead }: Way, at: number): DealSkip | undefined {
  if (isDead) return 'dead_link';
  return skipOfDeal(snapshot, deal, at);
}

/** Why a deal takes no click now, apart from its link; undefined if it does. Days are in the partner's time zone. */
export function skipOfDeal({ use }: Pick<Snapshot, 'use'>, deal: Deal, at: number): DealSkip | undefined {
  const { validFrom, validTo, leadCap } = deal;
  if (!deal.partnerActive) return 'partner_paused';
  if (validFrom === null && validTo === null && leadCap === null) return undefined;
  const { day } = zoneTime(deal.timeZone, at);
  const validity = validityOn(deal, day);
  if (validity !== 'valid') return validity;
  if (leadCap !== null && use.leadsOn(deal.id, day) >= leadCap) return 'over_cap';
  return undefined;
}
