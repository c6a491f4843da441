/** Reproducible random numbers; each stream is named by its seed. */

/** A stream of chance. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [from, to]. */
  whole(from: number, to: number): number;
  /** True with this probability. */
  hit(probability: number): boolean;
  /** One of them, each equally likely. */
  one<T>(items: readonly T[]): T;
  /** Around 1, with this spread; never below 0.2. */
  about(spread: number): number;
}

/** Mulberry32: small, fast, good enough to look real. */
export function chance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    hit: (probability) => next() < probability,
    one: (items) => {
      const found = items[Math.floor(next() * items.length)];
      if (found === undefined) throw new RangeError('The list of items to choose from is empty.');
      return found;
    },
    about: (spread) => Math.max(0.2, 1 + (next() + next() + next() - 1.5) * spread),
  };
}

/** Chooses by weight in O(log n): the weights are summed once. */
export class Wheel<T> {
  readonly #items: readonly T[];
  readonly #ends: number[];

  constructor(items: readonly T[], weight: (item: T) => number) {
    this.#items = items;
    let sum = 0;
    this.#ends = items.map((item) => (sum += Math.max(0, weight(item))));
  }

  /** The sum of all weights. */
  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  spin(luck: Chance): T {
    const at = luck.next() * this.total;
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const found = this.#items[low];
    if (found === undefined) throw new RangeError('The list of items to choose from is empty.');
    return found;
  }
}
