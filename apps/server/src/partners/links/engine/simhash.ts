/** Compares texts by 64-bit simhash (Charikar 2002): nearly equal texts have nearly equal hashes. */
import { createHash } from 'node:crypto';

const BITS = 64;
/** Words per shingle, so that the order of words counts. */
const SHINGLE = 3;
const MOST_WORDS = 5_000;

/** The hash of a text; 0 for a text without words. */
export function simhash(text: string): bigint {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  const votes = new Array<number>(BITS).fill(0);
  for (let at = 0; at < Math.max(words.length - SHINGLE + 1, Math.min(words.length, 1)); at += 1) {
    const shingle = words.slice(at, at + SHINGLE).join(' ');
    const hash = createHash('md5').update(shingle).digest();
    for (let bit = 0; bit < BITS; bit += 1) {
      const isSet = ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1;
      votes[bit] = (votes[bit] ?? 0) + (isSet === 1 ? 1 : -1);
    }
  }
  return votes.reduce((sum, vote, bit) => (vote > 0 ? sum | (1n << BigInt(bit)) : sum), 0n);
}

/** The number of bits in which two hashes differ. */
export function distance(one: bigint, other: bigint): number {
  let left = one ^ other;
  let count = 0;
  for (; left > 0n; left &= left - 1n) count += 1;
  return count;
}
