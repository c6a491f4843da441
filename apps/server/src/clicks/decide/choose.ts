import { type Hash64, unitOf } from './hash.ts';

/** What can be chosen: `id` tells it apart, `weight` is its share among those given. */
export interface Weighted {
  readonly weight: number;
}

/**
 * Chooses by weight, always the same for one visitor and seed (weighted rendezvous hashing): the item with the
 * smallest −ln(u) ÷ weight wins. When an item goes away, only its own visitors move, and they spread over the others
 * by weight; everybody else stays. Items of weight 0 are never chosen; undefined when there is nothing to choose.
 */
export function choose<T extends Weighted>(
  items: readonly T[],
  idOf: (item: T) => number,
  visitor: Hash64,
  seed: number,
): T | undefined {
  if (items.length === 1 && (items[0]?.weight ?? 0) > 0) return items[0];
  let best: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const score = -Math.log(unitOf(visitor, seed, idOf(item))) / item.weight;
    if (item.weight > 0 && score < least) {
      least = score;
      best = item;
    }
  }
  return best;
}
