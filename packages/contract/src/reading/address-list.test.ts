import { describe, expect, it } from 'vitest';
import { addressEntries, readAddressEntry } from './address-list.ts';
import { addressText } from './address-number.ts';

/** The first and the last address of an entry, or the sentence that refuses it. */
function read(entry: string): string {
  const reading = readAddressEntry(entry);
  if (reading.kind === 'refused') return reading.message;
  const { first, last } = reading.span;
  return first === last ? addressText(first) : `${addressText(first)} to ${addressText(last)}`;
}

/**
 * Forms from public reports and manuals (named in docs/decisions/0010-rules.md), with addresses that are
 * reserved for examples.
 */
describe('an entry of a list of addresses', () => {
  it.each([
    // One address.
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['\ufeff203.0.113.7\u00a0', '203.0.113.7'],
    ['"203.0.113.7"', '203.0.113.7'],
    ['0.0.0.0', 'A netmask stands behind a slash, such as 203.0.113.0/255.255.255.0.'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
    ['2001:db8:0:0:0:0:0:1/128', '2001:db8:0:0:0:0:0:1'],
    ['::1', '0:0:0:0:0:0:0:1'],
    // IPv4 in the notation of IPv6.
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0 to 203.0.113.255'],
    ['::ffff:0:0/96', 'This is every address. Leave the condition out instead.'],
    ['::ffff:10.0.0.0/64', 'This network has more than the IPv4 addresses (::ffff:0:0/96). Enter it without ::ffff:.'],
    ['::203.0.113.7', '0:0:0:0:0:0:cb00:7107'],
    // Networks.
    ['203.0.113.0/24', '203.0.113.0 to 203.0.113.255'],
    ['203.0.113.0 / 24', '203.0.113.0 to 203.0.113.255'],
    ['203.0.113.0/255.255.255.0', '203.0.113.0 to 203.0.113.255'],
    ['203.0.113.7/255.255.255.255', '203.0.113.7'],
    ['0.0.0.0/1', '0.0.0.0 to 127.255.255.255'],
    ['127/8', '127.0.0.0 to 127.255.255.255'],
    ['192.168/16', '192.168.0.0 to 192.168.255.255'],
    ['2001:db8::/32', '2001:db8:: to 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['[2001:db8::]/32', '2001:db8:: to 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    // Ranges.
    ['203.0.113.4-203.0.113.9', '203.0.113.4 to 203.0.113.9'],
    ['203.0.113.4 – 203.0.113.9', '203.0.113.4 to 203.0.113.9'],
    ['203.0.113.4-9', '203.0.113.4 to 203.0.113.9'],
    ['203.0.113.7-203.0.113.7', '203.0.113.7'],
    ['[2001:db8::4]-[2001:db8::9]', '2001:db8:0:0:0:0:0:4 to 2001:db8:0:0:0:0:0:9'],
    ['::ffff:203.0.113.4-203.0.113.9', '203.0.113.4 to 203.0.113.9'],
    // Stars.
    ['203.0.113.*', '203.0.113.0 to 203.0.113.255'],
    ['203.0.*.*', '203.0.0.0 to 203.0.255.255'],
    ['203.0.*', '203.0.0.0 to 203.0.255.255'],
    ['10.*', '10.0.0.0 to 10.255.255.255'],
  ])('%j is read as %s', (entry, answer) => {
    expect(read(entry)).toBe(answer);
  });

  it.each([
    // Two meanings: both spellings are named.
    ['203.0.113.7/24', 'either the network 203.0.113.0/24 or the address 203.0.113.7'],
    ['192.168.10.0/16', 'either the network 192.168.0.0/16 or the address 192.168.10.0'],
    ['2001:db8::1/32', 'either the network 2001:db8::/32 or the address 2001:db8:0:0:0:0:0:1'],
    ['010.019.020.030', 'Leave out the leading zeros'],
    ['203.0.113.007', 'Leave out the leading zeros'],
    ['203.0.013.0/24', 'Leave out the leading zeros'],
    ['203.0.113', 'Write 203.0.113.* for all that begin so.'],
    ['192.168.', 'Write 192.168.* for all that begin so.'],
    ['10.1/24', 'Write 10.1.* for all that begin so.'],
    // Every address.
    ['0.0.0.0/0', 'This is every address.'],
    ['::/0', 'This is every address.'],
    ['0.0.0.0/0.0.0.0', 'This is every address.'],
    ['0.0.0.0-255.255.255.255', 'This is every address.'],
    ['::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'This is every address.'],
    ['*', 'This is every address.'],
    ['*.*.*.*', 'This is every address.'],
    ['any', 'This is every address.'],
    // Not a range.
    ['203.0.113.9-203.0.113.4', 'The range ends before it begins.'],
    ['203.0.113.9-4', 'The range ends before it begins.'],
    ['203.0.113.4-2001:db8::9', 'either IPv4 or IPv6'],
    ['1-2-3', 'one dash'],
    ['203.0.113.4-', 'Enter an IP address'],
    ['203.0.113.0/33', 'a number from 1 to 32'],
    ['203.0.113.0/0.0.0.255', 'a mask such as 255.255.255.0'],
    ['203.0.113.0/255.0.255.0', 'a mask such as 255.255.255.0'],
    ['203.0.113.0/', 'a number from 1 to 32'],
    ['203.0.113.0/24/24', 'one slash'],
    ['2001:db8::/129', 'a number from 1 to 128'],
    ['203.*.113.7', 'Stars stand at the end'],
    ['203.0.113.1*', 'Stars stand at the end'],
    ['203.0.113.*.*', 'Stars stand at the end'],
    ['255.255.255.0', 'A netmask stands behind a slash'],
    ['0.0.0.255', 'A netmask stands behind a slash'],
    // Not an address.
    ['256.1.1.1', 'four numbers from 0 to 255'],
    ['1.2.3.4.5', 'four numbers from 0 to 255'],
    ['3405803783', 'with dots'],
    ['0xcb007107', 'with dots'],
    ['fe80::1%eth0', 'zone'],
    ['192.168.1.%', 'Write *'],
    ['192.168.1.[1-5]', 'Enter an IP address'],
    ['203.0.113.7:443', 'without its port'],
    ['[2001:db8::1]:443', 'without its port'],
    ['http://203.0.113.7/', 'without http://'],
    ['!203.0.113.7', 'is not in'],
    ['2001:db8:::1', 'not an IPv6 address'],
    ['localhost', 'Names are not looked up'],
    ['example.com', 'Names are not looked up'],
    ['203.0.\u200b113.7', 'invisible'],
    ['', 'Enter an IP address'],
  ])('%j is refused, and the sentence says “%s”', (entry, words) => {
    expect(read(entry)).toContain(words);
    expect(readAddressEntry(entry).kind).toBe('refused');
  });
});

describe('a list of addresses', () => {
  it.each([
    ['203.0.113.7\n203.0.113.8\r\n203.0.113.9', ['203.0.113.7', '203.0.113.8', '203.0.113.9']],
    ['203.0.113.7, 203.0.113.8;203.0.113.9', ['203.0.113.7', '203.0.113.8', '203.0.113.9']],
    ['203.0.113.7 203.0.113.8\t203.0.113.9', ['203.0.113.7', '203.0.113.8', '203.0.113.9']],
    ['# Office\n203.0.113.0/24 # Vienna, second floor\n\n', ['203.0.113.0/24']],
    ['203.0.113.4 - 203.0.113.9, 203.0.113.0 / 24', ['203.0.113.4-203.0.113.9', '203.0.113.0/24']],
    ['203.0.113.4 — 203.0.113.9', ['203.0.113.4-203.0.113.9']],
    ['203.0.113.0 255.255.255.0', ['203.0.113.0', '255.255.255.0']],
    [' , ;\n', []],
  ])('%j has the entries %j', (text, entries) => {
    expect(addressEntries(text)).toEqual(entries);
  });
});
