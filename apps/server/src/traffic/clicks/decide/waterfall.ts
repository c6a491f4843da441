/** The order in which deals are tried, for both clicks and leads (docs/product/deals.md#which-deal-takes-a-click). */
import { choose, type Odds, type Weighted } from './choose.ts';
import type { Hash64 } from './hash.ts';

/** The properties of a deal that the waterfall needs. */
export interface InWaterfall extends Weighted {
  /** *Block Waterfall*: the deal keeps its direct share and takes no overflow. */
  readonly blocked: boolean;
}

/** The deals that are tried for an overflow, and those that are passed over. */
export interface Overflow<T> {
  readonly asked: readonly T[];
  readonly passedOver: readonly T[];
}

/** The deal that is tried first: by weight, always the same for one visitor (or lead) and seed. */
export function firstAsked<T extends InWaterfall>(
  deals: readonly T[],
  odds: Odds,
  visitor: Hash64,
  seed: number,
): T | undefined {
  return choose(deals, odds, visitor, seed);
}

/**
 * The deals that are tried when the first cannot take the click: the heaviest first, equal weights in the given order.
 * Deals that block the waterfall are passed over. The result still contains the first deal; callers leave it out.
 */
export function overflowOf<T extends InWaterfall>(deals: readonly T[]): Overflow<T> {
  const taking = deals.filter(({ weight }) => weight > 0);
  return {
    asked: taking.filter(({ blocked }) => !blocked).sort((a, b) => b.weight - a.weight),
    passedOver: taking.filter(({ blocked }) => blocked),
  };
}
