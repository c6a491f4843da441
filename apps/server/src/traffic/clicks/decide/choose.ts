import { type Hash64, laneOf, unitIn } from './hash.ts';

/** An item to choose from; `weight` is its share among the given items. */
export interface Weighted {
  readonly weight: number;
}

/** Key and weight of each item side by side in memory, so that a choice reads nothing else. */
export type Odds = Float64Array;

/** Prepares items for choosing. The result can be used as long as the items and their weights stay the same. */
export function oddsOf<T extends Weighted>(items: readonly T[], idOf: (item: T) => number): Odds {
  return Float64Array.from(items.flatMap((item) => [idOf(item), item.weight]));
}

/**
 * Chooses by weight, always the same item for one visitor and seed (weighted rendezvous hashing): the item with the
 * smallest −ln(u) ÷ weight wins. When an item goes away, only its own visitors move, and they spread over the others
 * by weight; all other visitors stay. Items of weight 0 are never chosen; undefined if there is nothing to choose.
 */
export function choose<T>(items: readonly T[], odds: Odds, visitor: Hash64, seed: number): T | undefined {
  if (odds.length === 2 && (odds[1] ?? 0) > 0) return items[0];
  const lane = laneOf(visitor, seed);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < odds.length; at += 2) {
    const weight = odds[at + 1] ?? 0;
    const unit = unitIn(lane, odds[at] ?? 0);
    // −ln(u) is at least 1 − u: an item that loses even with 1 − u needs no logarithm.
    if (!(weight > 0) || 1 - unit >= least * weight) continue;
    const score = -Math.log(unit) / weight;
    if (score < least) {
      least = score;
      best = at / 2;
    }
  }
  return items[best];
}
