/** Addresses and the networks they belong to. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { addressRange } from '@signpost/contract/access/address-range.ts';

/** Whether an address is in one of these ranges, in the notation of `contract/address-range.ts`. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const text of ranges) {
    const range = addressRange(text);
    if (range !== null) list.addSubnet(range.address, range.bits, range.family);
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The first 48 bits of an IPv6 address, as three groups. */
function firstGroups(address: string): string[] {
  const [head = ''] = address.split('%');
  const [left = '', right] = head.split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) {
    const tail = right === '' ? [] : right.split(':');
    // A dotted end such as `::ffff:192.0.2.1` stands for two groups.
    const length = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - length) }, () => '0'), ...tail);
  }
  return groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
}

/** `203.0.113.7` → `203.0.113.0/24`, `2001:db8:1:2::3` → `2001:db8:1::/48`; null for text that is not an address. */
export function networkOf(address: string): string | null {
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${firstGroups(address).join(':')}::/48`;
}
