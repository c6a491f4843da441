import { type Hash64, laneOf, unitIn } from './hash.ts';

/** What can be chosen: `weight` is its share among those given. */
export interface Weighted {
  readonly weight: number;
}

/** Of each item what tells it apart and its weight, in turns: side by side in memory, for a choice reads nothing else. */
export type Odds = Float64Array;

/** The odds of items; made once for as long as they and their weights stay. */
export function oddsOf<T extends Weighted>(items: readonly T[], idOf: (item: T) => number): Odds {
  return Float64Array.from(items.flatMap((item) => [idOf(item), item.weight]));
}

/**
 * Chooses by weight, always the same for one visitor and seed (weighted rendezvous hashing): the item with the
 * smallest −ln(u) ÷ weight wins. When an item goes away, only its own visitors move, and they spread over the others
 * by weight; everybody else stays. Items of weight 0 are never chosen; undefined when there is nothing to choose.
 */
export function choose<T>(items: readonly T[], odds: Odds, visitor: Hash64, seed: number): T | undefined {
  if (odds.length === 2 && (odds[1] ?? 0) > 0) return items[0];
  const lane = laneOf(visitor, seed);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < odds.length; at += 2) {
    const weight = odds[at + 1] ?? 0;
    const unit = unitIn(lane, odds[at] ?? 0);
    // −ln(u) is never less than 1 − u: whoever is beaten by that much needs no logarithm.
    if (!(weight > 0) || 1 - unit >= least * weight) continue;
    const score = -Math.log(unit) / weight;
    if (score < least) {
      least = score;
      best = at / 2;
    }
  }
  return items[best];
}
