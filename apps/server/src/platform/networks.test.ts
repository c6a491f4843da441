import { describe, expect, it } from 'vitest';
import { embeddedAddresses, isInRanges, networkOf } from './networks.ts';

describe('The network of an address', () => {
  it('is the first 24 bits of an IPv4 and the first 48 bits of an IPv6 address in any notation', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.0/24');
    expect(networkOf('2001:db8:1:2::3')).toBe('2001:db8:1::/48');
    expect(networkOf('2001:0DB8:0001:2:3:4:5:6')).toBe('2001:db8:1::/48');
    expect(networkOf('2001::6')).toBe('2001:0:0::/48');
    expect(networkOf('::1')).toBe('0:0:0::/48');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0::/48');
    for (const none of ['', 'unknown', '1.2.3']) expect(networkOf(none)).toBeNull();
  });

  it('is only compared with ranges of the same address family', () => {
    expect(isInRanges('203.0.113.7', ['198.51.100.1', '203.0.113.0/24'])).toBe(true);
    expect(isInRanges('203.0.114.7', ['198.51.100.1', '203.0.113.0/24'])).toBe(false);
    expect(isInRanges('2001:db8::1', ['2001:db8::/32'])).toBe(true);
    expect(isInRanges('2001:db9::1', ['2001:db8::/32', '203.0.113.0/24'])).toBe(false);
    expect(isInRanges('', ['203.0.113.0/24'])).toBe(false);
  });
});

it('finds the IPv4 addresses inside an IPv6 address, and none in ordinary addresses', () => {
  for (const [address, embedded] of [
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2002:c000:201::5', ['192.0.2.1']],
    ['64:ff9b::c000:201', ['192.0.2.1']],
    ['64:ff9b:1:c000:2:100::', ['192.0.2.1', '0.0.0.0']],
    ['2001:0:c000:201::', ['192.0.2.1', '255.255.255.255']],
    ['fe80::200:5efe:c000:201', ['192.0.2.1']],
    ['2606:4700::1111', []],
    ['192.0.2.1', []],
    ['nothing', []],
  ] as const)
    expect([address, embeddedAddresses(address)]).toEqual([address, embedded]);
});
