/** The one order in which deals are asked, for clicks and for leads alike. */
import { choose, type Odds, type Weighted } from './choose.ts';
import type { Hash64 } from './hash.ts';

/** A deal as the waterfall sees it. */
export interface InWaterfall extends Weighted {
  /** *Block Waterfall*: it keeps its direct share and takes nothing that overflows. */
  readonly blocked: boolean;
}

/** What overflows: who is asked for it, and who is passed over. */
export interface Overflow<T> {
  readonly asked: readonly T[];
  readonly passedOver: readonly T[];
}

/** Who is asked first: by weight, always the same for one visitor (or lead) and seed. */
export function firstAsked<T extends InWaterfall>(
  deals: readonly T[],
  odds: Odds,
  visitor: Hash64,
  seed: number,
): T | undefined {
  return choose(deals, odds, visitor, seed);
}

/**
 * Who is asked where the first cannot take it: all others, heaviest first, equal ones as they are given. Those that
 * block the waterfall are passed over. The first is among them: whoever asks leaves it out.
 */
export function overflowOf<T extends InWaterfall>(deals: readonly T[]): Overflow<T> {
  const taking = deals.filter(({ weight }) => weight > 0);
  return {
    asked: taking.filter(({ blocked }) => !blocked).sort((a, b) => b.weight - a.weight),
    passedOver: taking.filter(({ blocked }) => blocked),
  };
}
