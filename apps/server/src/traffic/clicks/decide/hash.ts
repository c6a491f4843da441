/** Hashes for choosing: fast, uniform, and the same on every machine and in every version. Not for secrets. */

/** 64 bits as two unsigned halves. */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}

/** A 64-bit hash of a text: two lanes of FNV-1a, each finished by murmur3's mixer. */
export function hashText(text: string): Hash64 {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 15;
  }
  high = mix(high ^ Math.imul(low, 0x9e3779b1));
  return { high, low: mix(low ^ Math.imul(high, 0x27d4eb2f)) };
}

/** The hash in decimal, as ClickHouse writes a UInt64. */
export function decimalOf({ high, low }: Hash64): string {
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}

const DECIMAL = /^\d{1,20}$/;

/** The hash that {@link decimalOf} wrote; undefined for any other text. */
export function hashOf(decimal: string): Hash64 | undefined {
  if (!DECIMAL.test(decimal)) return undefined;
  const whole = BigInt(decimal);
  if (whole > 0xffff_ffff_ffff_ffffn) return undefined;
  return { high: Number(whole >> 32n), low: Number(whole & 0xffff_ffffn) };
}

/** A number in (0, 1) for a visitor, a seed and an item. Different items and seeds are independent of each other. */
export function unitOf(visitor: Hash64, seed: number, item: number): number {
  return unitIn(laneOf(visitor, seed), item);
}

/** The part of the hash that all items share for one visitor and seed. */
export function laneOf({ high, low }: Hash64, seed: number): number {
  return mix(low ^ Math.imul(seed, 0x9e3779b1)) ^ high;
}

/** As {@link unitOf}, for an item of a lane. */
export function unitIn(lane: number, item: number): number {
  const hash = mix(lane ^ Math.imul(item, 0x85ebca77));
  return (mix(hash + item) + 0.5) / 4_294_967_296;
}

/** murmur3's finaliser. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
