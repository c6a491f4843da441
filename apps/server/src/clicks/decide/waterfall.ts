/** The one order in which deals are asked, for clicks and for leads alike. */
import { choose, type Weighted } from './choose.ts';
import type { Hash64 } from './hash.ts';

/** A deal as the waterfall sees it. */
export interface InWaterfall extends Weighted {
  /** *Block Waterfall*: it keeps its direct share and takes nothing that overflows. */
  readonly blocked: boolean;
}

/** Who is asked first: by weight, always the same for one visitor (or lead) and seed. */
export function firstAsked<T extends InWaterfall>(
  deals: readonly T[],
  idOf: (deal: T) => number,
  visitor: Hash64,
  seed: number,
): T | undefined {
  return choose(deals, idOf, visitor, seed);
}

/**
 * Who is asked where the first cannot take it: the others, heaviest first, equal ones as they are given. Those that
 * block the waterfall are passed over.
 */
export function askedNext<T extends InWaterfall>(deals: readonly T[], first: T): { asked: T[]; passedOver: T[] } {
  const others = deals.filter((deal) => deal !== first && deal.weight > 0);
  return {
    asked: others.filter(({ blocked }) => !blocked).sort((a, b) => b.weight - a.weight),
    passedOver: others.filter(({ blocked }) => blocked),
  };
}
