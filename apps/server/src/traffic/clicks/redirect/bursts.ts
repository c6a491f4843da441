/** Recognises bursts of clicks from one address (docs/decisions/0034). */
import { CLICK_BURST } from '@signpost/contract/limits.ts';
import ipaddr from 'ipaddr.js';
import { hashText } from '../decide/hash.ts';
import { RecentCache } from '../recent-cache.ts';

export interface BurstLimits {
  readonly clicks: number;
  readonly seconds: number;
  readonly addresses: number;
}

const WAYS = 4;

/**
 * A leaky bucket per address that drains `clicks` drops in `seconds`. Each click is a drop; clicks that find the bucket
 * full are a burst. An address that pauses for `seconds` is normal again. The buckets are in two arrays of fixed size, in
 * sets of four; in a full set the bucket that empties first is replaced. An attacker with many addresses can therefore
 * only make other addresses be counted too low.
 */
export class Bursts {
  readonly #sets: number;
  /** How many milliseconds one drop takes to drain, and how many a full bucket takes. */
  readonly #drop: number;
  readonly #full: number;
  /** Half of an address's hash; the other half selects its set. */
  readonly #marks: Uint32Array;
  /** When the bucket will be empty. */
  readonly #emptyAt: Float64Array;

  constructor({ clicks, seconds, addresses }: BurstLimits = CLICK_BURST) {
    this.#sets = Math.max(1, Math.floor(addresses / WAYS));
    this.#full = seconds * 1_000;
    this.#drop = this.#full / clicks;
    this.#marks = new Uint32Array(this.#sets * WAYS);
    this.#emptyAt = new Float64Array(this.#sets * WAYS);
  }

  /** Counts one click at `now` (milliseconds of a monotonic clock); returns whether it is part of a burst. */
  count(address: string, now: number): boolean {
    const { high, low } = hashText(networkOf(address));
    const at = this.#bucketOf(high, (low % this.#sets) * WAYS);
    const emptyAt = Math.max(now, this.#emptyAt[at] ?? 0) + this.#drop;
    // The bucket can be at most twice full, so that even a long burst is forgotten soon after it ends.
    this.#emptyAt[at] = Math.min(emptyAt, now + 2 * this.#full);
    // Half a drop of tolerance for rounding errors.
    return emptyAt - now > this.#full + this.#drop / 2;
  }

  #bucketOf(mark: number, from: number): number {
    let oldest = from;
    for (let at = from; at < from + WAYS; at += 1) {
      if (this.#marks[at] === mark) return at;
      if ((this.#emptyAt[at] ?? 0) < (this.#emptyAt[oldest] ?? 0)) oldest = at;
    }
    this.#marks[oldest] = mark;
    this.#emptyAt[oldest] = 0;
    return oldest;
  }
}

/** A device or household has a whole /64 of IPv6 and may change its address within it with every click. */
const NETWORK_BYTES = 8;

const networks = new RecentCache<string>(5_000, (address) => {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).toByteArray().slice(0, NETWORK_BYTES).join('.');
});

/** The network that counts as one address: an IPv6 address stands for its /64. */
export function networkOf(address: string): string {
  if (address.includes(':')) return networks.get(address);
  return address;
}
