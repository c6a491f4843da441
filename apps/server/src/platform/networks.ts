/** Addresses and the networks they belong to. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { groupsOf } from '@signpost/contract/reading/address-number.ts';
import { addressRange } from '@signpost/contract/reading/address-range.ts';

/** The family of an address, as `BlockList` names it. */
export function familyOf(address: string): 'ipv4' | 'ipv6' {
  if (isIPv6(address)) return 'ipv6';
  return 'ipv4';
}

/** Whether an address is in one of these ranges, in the notation of `contract/address-range.ts`. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const text of ranges) {
    const range = addressRange(text);
    if (range !== null) list.addSubnet(range.address, range.bits, range.family);
  }
  return list.check(address, familyOf(address));
}

const hex = (group: number): string => group.toString(16);

/** `203.0.113.7` → `203.0.113.0/24`, `2001:db8:1:2::3` → `2001:db8:1::/48`; null for text that is not an address. */
export function networkOf(address: string): string | null {
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(address).slice(0, 3).map(hex).join(':')}::/48`;
}

const dottedOf = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * The IPv4 addresses that an IPv6 address can lead to: mapped and compatible ones, 6to4 (RFC 3056), NAT64 (RFC 6052 and
 * 8215), Teredo (RFC 4380) and ISATAP (RFC 5214). Empty for all other text.
 */
export function embeddedAddresses(address: string): string[] {
  if (isIP(address) !== 6) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address);
  const isZero = a === 0 && b === 0 && c === 0 && d === 0;
  if (isZero && (e === 0 || e === 0xffff) && (f === 0 || f === 0xffff)) return [dottedOf(g, h)];
  if (a === 0x2002) return [dottedOf(b, c)];
  // The prefix for local use is 48 bits long; where it is longer, the address stands at the end.
  const isTranslated = a === 0x64 && b === 0xff9b;
  if (isTranslated && c === 0) return [dottedOf(g, h)];
  if (isTranslated) return [dottedOf(d, ((e & 255) << 8) | (f >> 8)), dottedOf(g, h)];
  if (a === 0x2001 && b === 0) return [dottedOf(c, d), dottedOf(g ^ 0xffff, h ^ 0xffff)];
  if ((e === 0 || e === 0x200) && f === 0x5efe) return [dottedOf(g, h)];
  return [];
}
