import { readAddressEntry } from '@signpost/contract/reading/address-list.ts';
import { addressNumber, addressText } from '@signpost/contract/reading/address-number.ts';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { subjectOf } from '../decide/visit.ts';
import { matches } from '../testing/matches.ts';
import { testVisit } from '../testing/visit.ts';
import { common, joined, spansOf, without } from './address-spans.ts';

const nowhere = { source: undefined, websiteId: 0, domainId: 0, publisherId: 0 };
const of = (address: string) => subjectOf(testVisit({ address }), nowhere);
const octet = fc.constantFrom(0, 1, 2, 127, 128, 203, 254, 255);
const dotted = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
const group = fc.constantFrom('0', '1', 'db8', '2001', '7fff', '8000', 'ffff');
const colons = fc.array(group, { minLength: 8, maxLength: 8 }).map((parts) => parts.join(':'));
const mapped = dotted.map((text) => `::ffff:${text}`);
// ipaddr.js takes `::1.2.3.4` for `::ffff:1.2.3.4`; the standard (RFC 4291) does not.
const address = fc
  .oneof(
    dotted,
    colons,
    mapped,
    colons.map((text) => ipaddr.parse(text).toString()),
    fc.ipV4(),
    fc.ipV6(),
  )
  .filter((text) => !/^[0:]+:\d+\./.test(text));

/** An address without the notation of IPv6 around IPv4. */
const plain = (text: string) => ipaddr.process(text);

/** A network as it is typed, and the same for ipaddr.js. */
const network = fc.tuple(fc.oneof(dotted, colons), fc.integer({ min: 1, max: 128 })).map(([text, given]) => {
  const isDotted = text.includes('.');
  const bits = isDotted ? 1 + (given % 32) : given;
  const cidr = `${text}/${bits}`;
  const first = isDotted
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(cidr).toString();
  return `${first}/${bits}`;
});

/** Whether ipaddr.js finds an address in a network. */
function isInside(text: string, cidr: string): boolean {
  const one = plain(text);
  const [first, bits] = ipaddr.parseCIDR(cidr);
  // ::ffff:0:0/96 and its parts are networks of IPv4 here.
  const start = plain(first.toString());
  const length = start.kind() === first.kind() ? bits : bits - 96;
  if (one.kind() !== start.kind()) return false;
  return one instanceof ipaddr.IPv4
    ? start instanceof ipaddr.IPv4 && one.match(start, length)
    : start instanceof ipaddr.IPv6 && one instanceof ipaddr.IPv6 && one.match(start, length);
}

describe('a condition on addresses', () => {
  it('holds exactly where ipaddr.js finds the address in one of the networks', () => {
    let held = 0;
    const networks = fc
      .array(network, { minLength: 1, maxLength: 12 })
      .filter((list) => list.every((one) => readAddressEntry(one).kind === 'span'));
    fc.assert(
      fc.property(networks, address, fc.boolean(), (values, text, is) => {
        const expected = values.some((cidr) => isInside(text, cidr));
        if (expected) held += 1;
        expect(matches({ field: 'address', is, values }, of(text))).toBe(expected === is);
      }),
      { numRuns: 5_000 },
    );
    expect(held).toBeGreaterThan(500);
  });

  it('is not fulfilled by an unknown address, and its "is not in" is', () => {
    expect(matches({ field: 'address', is: true, values: ['203.0.113.0/24'] }, of(''))).toBe(false);
    expect(matches({ field: 'address', is: false, values: ['203.0.113.0/24'] }, of(''))).toBe(true);
  });

  it('finds each of a thousand addresses that are typed in any order, and none beside them', () => {
    const values = Array.from({ length: 1_000 }, (_, at) => `10.${(at * 37) % 250}.${at % 256}.7`);
    const test = { field: 'address', is: true, values } as const;
    for (const value of values) {
      expect(matches(test, of(value))).toBe(true);
      expect(matches(test, of(value.replace(/7$/, '8')))).toBe(false);
    }
  });
});

describe('spans', () => {
  it('are one where they touch or overlap, also IPv4 in the notation of IPv6', () => {
    const words = (values: string[]) =>
      spansOf(values).map(({ first, last }) => `${addressText(first)} to ${addressText(last)}`);
    expect(words(['203.0.113.128/25', '203.0.113.0/25', '::ffff:203.0.113.9', '198.51.100.1-4'])).toEqual([
      '198.51.100.1 to 198.51.100.4',
      '203.0.113.0 to 203.0.113.255',
    ]);
    expect(words(['128.0.0.0/1', '::/1'])).toHaveLength(2);
  });

  it('have in common, and leave over, exactly the addresses that one by one comparing finds', () => {
    const spans = fc
      .array(fc.tuple(fc.bigInt(0n, 40n), fc.bigInt(0n, 9n)), { maxLength: 8 })
      .map((list) => joined(list.map(([first, more]) => ({ first, last: first + more }))));
    const line = Array.from({ length: 60 }, (_, at) => BigInt(at));
    const has = (list: ReturnType<typeof joined>, place: bigint) =>
      list.some(({ first, last }) => first <= place && place <= last);
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        const both = common(one, other);
        const left = without(one, other);
        for (const place of line) {
          expect(has(both, place)).toBe(has(one, place) && has(other, place));
          expect(has(left, place)).toBe(has(one, place) && !has(other, place));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

it('gives every address the place that ipaddr.js computes, and writes it back', () => {
  fc.assert(
    fc.property(address, (text) => {
      const bytes = plain(text).toByteArray();
      const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
      const place = addressNumber(text);
      expect(place).toBe(bytes.length === 4 ? number : number + (1n << 128n));
      if (place !== null) expect(addressNumber(addressText(place))).toBe(place);
    }),
    { numRuns: 3_000 },
  );
});
