/** The terms on which a conversion may be paid, and those that hold for a click. */

import type { DealType, RevenueType } from '@signpost/contract/partners/conversions/deal-types.ts';
import { isValidOn, type Validity } from '@signpost/contract/traffic/clicks/validity.ts';

/** Terms of a deal; a global deal has no partner and may have no geo. */
export interface DealTerms extends Validity {
  id: number;
  version: number;
  partnerId: number | null;
  geoId: number | null;
  integrationId: number | null;
  dealType: DealType;
  dealRevenueType: RevenueType;
  /** The fixed amount, in `currency`. */
  fixedAmount: string | null;
  sharePercent: string | null;
  currency: string;
  weight: number;
  /** Whether a lead is still paid if its partner rejects it. */
  rejectedPaid: boolean;
}

export interface OverrideTerms extends Validity {
  id: number;
  partnerId: number;
  geoId: number | null;
  trafficSourceId: number | null;
  dealType: DealType;
  /** Percent for RevShare, else money in `currency`. */
  amount: string;
  currency: string;
}

export interface ClickTerms {
  /** The day of the click in its partner's time zone, as in routing. */
  day: string;
  geoId: number;
  trafficSourceId: number;
  integrationId: number;
  /** The deal that routing chose, 0 for none. */
  dealId: number;
}

/**
 * The deal that pays for a click: the one that routing chose, else the heaviest valid one for its geo and integration.
 */
export function dealFor(
  deals: readonly DealTerms[],
  partnerId: number | null,
  click: ClickTerms,
): DealTerms | undefined {
  const valid = deals.filter((deal) => deal.partnerId === partnerId && isValidOn(deal, click.day));
  const chosen = valid.find((deal) => deal.id === click.dealId);
  if (chosen !== undefined) return chosen;
  const fits = (own: number | null, asked: number): boolean => own === null || asked === 0 || own === asked;
  const fitting = valid.filter(
    (deal) => (deal.geoId === null || deal.geoId === click.geoId) && fits(deal.integrationId, click.integrationId),
  );
  const narrow = (deal: DealTerms): number => {
    if (deal.geoId === null) return 0;
    return 1;
  };
  return fitting.sort((a, b) => narrow(b) - narrow(a) || b.weight - a.weight || a.id - b.id)[0];
}

/**
 * The narrowest override: geo and source > source > geo > the partner; of equally narrow ones the one that started
 * last.
 */
export function overrideFor(
  overrides: readonly OverrideTerms[],
  partnerId: number,
  click: ClickTerms,
): OverrideTerms | undefined {
  const fits = (own: number | null, asked: number): boolean => own === null || own === asked;
  // A traffic source is narrower than a geo.
  const narrow = ({ geoId, trafficSourceId }: OverrideTerms): number =>
    2 * Number(trafficSourceId !== null) + Number(geoId !== null);
  return overrides
    .filter(
      (it) =>
        it.partnerId === partnerId &&
        isValidOn(it, click.day) &&
        fits(it.geoId, click.geoId) &&
        fits(it.trafficSourceId, click.trafficSourceId),
    )
    .sort((a, b) => narrow(b) - narrow(a) || (b.validFrom ?? '').localeCompare(a.validFrom ?? '') || b.id - a.id)[0];
}
