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
 * A bucket for each address that lets `clicks` drops out in `seconds`; each click is a drop, and those that find it full
 * are a burst. Whoever stops for `seconds` is a person again. The buckets lie in two arrays of fixed size, in sets of
 * four: where a set is full, the bucket that will be empty first gives way. So whoever sprays addresses can only make
 * others be counted too low.
 */
export class Bursts {
  readonly #sets: number;
  /** Milliseconds that one drop takes to leave, and that a full bucket takes. */
  readonly #drop: number;
  readonly #full: number;
  /** Half of an address's hash; the other half names its set. */
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

  /** Counts one click at `now` (milliseconds of a clock that never steps back); true when it is part of a burst. */
  count(address: string, now: number): boolean {
    const { high, low } = hashText(networkOf(address));
    const at = this.#bucketOf(high, (low % this.#sets) * WAYS);
    const emptyAt = Math.max(now, this.#emptyAt[at] ?? 0) + this.#drop;
    // No fuller than twice full: a burst that is over is forgotten after `seconds`, however long it was.
    this.#emptyAt[at] = Math.min(emptyAt, now + 2 * this.#full);
    // Half a drop of patience for what doubles round off.
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

/** A device or a household has a whole /64 of IPv6 to itself, and may change its address in it with every click. */
const NETWORK_BYTES = 8;

const networks = new RecentCache<string>(5_000, (address) => {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).toByteArray().slice(0, NETWORK_BYTES).join('.');
});

function networkOf(address: string): string {
  return address.includes(':') ? networks.get(address) : address;
}
