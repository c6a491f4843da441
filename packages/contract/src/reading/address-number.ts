/**
 * Addresses as numbers on one line: IPv4 from 0, IPv6 from {@link FIRST_IPV6}. An IPv4 address in the notation of IPv6
 * (`::ffff:203.0.113.7`) is the same number as the address itself.
 */

export const LAST_IPV4 = (1n << 32n) - 1n;
/** The number of `::`. */
export const FIRST_IPV6 = 1n << 128n;

const hex = (group: number): string => group.toString(16);

/** The eight groups of an IPv6 address as numbers. */
export function groupsOf(address: string): number[] {
  const [head = ''] = address.split('%');
  const last = head.slice(head.lastIndexOf(':') + 1);
  // A dotted end such as `::ffff:192.0.2.1` stands for two groups.
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
  const tail = last.includes('.') ? `${hex(a * 256 + b)}:${hex(c * 256 + d)}` : last;
  const plain = head.slice(0, head.length - last.length) + tail;
  const [left = '', right] = plain.split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) {
    const end = right === '' ? [] : right.split(':');
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - end.length) }, () => '0'), ...end);
  }
  return groups.map((group) => Number.parseInt(group, 16));
}

/** The number of an address in dots; undefined if a part of it is none. */
function dottedNumber(address: string): number | undefined {
  const parts = address.split('.');
  let sum = 0;
  for (const part of parts) {
    const value = Number(part);
    if (part === '' || !(value >= 0 && value <= 255)) return undefined;
    sum = sum * 256 + value;
  }
  if (parts.length === 4 && Number.isInteger(sum)) return sum;
  return undefined;
}

/** Whether the first 96 bits say that an IPv4 address follows. */
const isMapped = ([a, b, c, d, e, f]: readonly number[]): boolean =>
  a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;

/**
 * The place of an address on the line; null for an empty text. The caller has checked that it is an address, because
 * this is called at clicks.
 */
export function addressNumber(address: string): bigint | null {
  if (!address.includes(':')) {
    const number = address === '' ? undefined : dottedNumber(address);
    if (number === undefined) return null;
    return BigInt(number);
  }
  const groups = groupsOf(address);
  if (groups.length !== 8 || !groups.every((group) => group >= 0 && group <= 0xffff)) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const low = BigInt(g * 0x10000 + h);
  if (isMapped(groups)) return low;
  const high = (BigInt(a * 0x10000 + b) << 96n) | (BigInt(c * 0x10000 + d) << 64n) | (BigInt(e * 0x10000 + f) << 32n);
  return FIRST_IPV6 + (high | low);
}

/** An address of the line in its usual notation, with the zeros at the end of an IPv6 address left out. */
export function addressText(number: bigint): string {
  if (number <= LAST_IPV4) return [24n, 16n, 8n, 0n].map((by) => String((number >> by) & 255n)).join('.');
  const plain = number - FIRST_IPV6;
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((by) => ((plain >> by) & 0xffffn).toString(16));
  const end = groups.findLastIndex((group) => group !== '0');
  if (end >= 6) return groups.join(':');
  return `${groups.slice(0, end + 1).join(':')}::`;
}
