/** Which deal takes a click: first by weight, and where that one cannot, down the waterfall (clicks.md, step 4). */
import type { DealSkipReason } from '@signpost/contract/clicks/explain.ts';
import type { StepOf } from '@signpost/contract/clicks/trace.ts';
import { zoneTime } from '@signpost/contract/clicks/zone-time.ts';
import type { Campaign } from '../snapshot/allocation.ts';
import type { Box, Snapshot } from '../snapshot/compile.ts';
import type { Deal, DealList, Step, Way } from '../snapshot/deals.ts';
import type { Target } from '../snapshot/target.ts';
import type { Visit } from './visit.ts';
import { askedNext, firstAsked } from './waterfall.ts';

/** Why a deal did not take a click. `waterfall_blocked`: what another deal could not take is not for it. */
type DealSkip = Exclude<DealSkipReason, 'weight_zero' | 'no_link'>;

export type DealStep = StepOf<'deal'>;

/** What is advertised, of whom, under which deal; zeros and '' for none. */
export interface Offered {
  readonly offerId: number;
  readonly productId: number;
  readonly partnerId: number;
  readonly integrationId: number;
  readonly dealId: number;
  readonly dealVersion: number;
  readonly dealType: string;
}

export const NO_OFFER: Offered = {
  ...{ offerId: 0, productId: 0, partnerId: 0, integrationId: 0, dealId: 0, dealVersion: 0, dealType: '' },
};

/** A campaign's own offer, without a deal. */
export const offerOf = ({ offerId, productId, partnerId, integrationId }: Campaign): Offered => ({
  ...{ offerId, productId, partnerId, integrationId, dealId: 0, dealVersion: 0, dealType: '' },
});

export interface ChosenDeal {
  readonly list: DealList;
  readonly step: DealStep;
  readonly offer: Offered;
  /** Null where every deal was skipped. */
  readonly target: Target | null;
}

/** Who asks: the parts of a visit that deals look at. */
export type Asking = Pick<Visit, 'at' | 'geo' | 'visitor'>;

const idOf = ({ deal }: Way): number => deal.id;

/** The deals for a campaign of a box in the geo of a visit. */
export function dealsFor(snapshot: Snapshot, campaign: Campaign, box: Box | null, geo: string, step: Step): DealList {
  const productId = campaign.productId || box?.productId || 0;
  return snapshot.deals.listFor({ campaign, boxId: box?.id ?? 0, productId, geo, step });
}

/** Chooses; undefined where there is no deal that could be asked at all. */
export function chooseDeal(
  snapshot: Snapshot,
  campaign: Campaign,
  box: Box | null,
  asking: Asking,
  step: Step,
): ChosenDeal | undefined {
  const list = dealsFor(snapshot, campaign, box, asking.geo, step);
  const { ways, version } = list;
  const first = firstAsked(ways, idOf, asking.visitor, version);
  if (first === undefined) return undefined;
  const reason = skipOf(snapshot, first.deal, asking.at);
  if (reason === undefined) return taken(list, first, []);
  const skipped: { dealId: number; reason: DealSkip }[] = [{ dealId: first.deal.id, reason }];
  const { asked, passedOver } = askedNext(ways, first);
  const blocked = passedOver.map(({ deal }) => ({ dealId: deal.id, reason: 'waterfall_blocked' as const }));
  for (const way of asked) {
    const why = skipOf(snapshot, way.deal, asking.at);
    if (why === undefined) return taken(list, way, [...skipped, ...blocked]);
    skipped.push({ dealId: way.deal.id, reason: why });
  }
  const none: DealStep = { step: 'deal', result: 'none', version, skipped: [...skipped, ...blocked] };
  return { list, step: none, offer: NO_OFFER, target: null };
}

function taken(list: DealList, way: Way, skipped: NonNullable<DealStep['skipped']>): ChosenDeal {
  const { deal, offerId, productId, target, weight } = way;
  const { id: dealId, partnerId, integrationId } = deal;
  return {
    list,
    target,
    offer: { offerId, productId, partnerId, integrationId, dealId, dealVersion: deal.version, dealType: deal.dealType },
    step: {
      ...{ step: 'deal', result: 'chosen', version: list.version, dealId, weight, offerId, partnerId },
      ...(skipped.length > 0 && { skipped }),
    },
  };
}

/** Days are those of the partner's own time zone. */
function skipOf({ use }: Snapshot, deal: Deal, at: number): DealSkip | undefined {
  const { validFrom, validTo, leadCap } = deal;
  if (!deal.partnerActive) return 'partner_paused';
  if (validFrom === null && validTo === null && leadCap === null) return undefined;
  const { day } = zoneTime(deal.timeZone, at);
  if (validFrom !== null && day < validFrom) return 'not_yet_valid';
  if (validTo !== null && day > validTo) return 'no_longer_valid';
  return leadCap !== null && use.leadsOn(deal.id, day) >= leadCap ? 'over_cap' : undefined;
}
