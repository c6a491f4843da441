/** Token buckets that limit how often one caller may call (docs/product/operations.md#limits). */

export interface Limits {
  /** The number of calls that may come at once. */
  burst: number;
  perSecond: number;
}

const MOST_BUCKETS = 20_000;

/** A limiter in this process's memory. `take` returns whether the call may go on. */
export function limiter({ burst, perSecond }: Limits, now: () => number = Date.now): { take(name: string): boolean } {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(name) {
      const at = now();
      const known = buckets.get(name);
      const left = known === undefined ? burst : Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond);
      // The least recently used bucket is removed first.
      buckets.delete(name);
      buckets.set(name, { left: left >= 1 ? left - 1 : left, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MOST_BUCKETS && oldest !== undefined) buckets.delete(oldest);
      return left >= 1;
    },
  };
}
