import { expect, it } from 'vitest';
import { addressRange } from './address-range.ts';

it('reads one address and networks of both families', () => {
  expect(addressRange('203.0.113.7')).toEqual({ family: 'ipv4', address: '203.0.113.7', bits: 32 });
  expect(addressRange('10.0.0.0/8')).toEqual({ family: 'ipv4', address: '10.0.0.0', bits: 8 });
  expect(addressRange('2001:db8::1')).toEqual({ family: 'ipv6', address: '2001:db8::1', bits: 128 });
  expect(addressRange('2001:db8::/32')).toEqual({ family: 'ipv6', address: '2001:db8::', bits: 32 });
});

it.each([
  '',
  'example.com',
  '256.1.1.1',
  '1.2.3',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  '::/129',
  '10.0.0.0/8/8',
  'face.cafe',
])('reads no range in %j', (text) => {
  expect(addressRange(text)).toBeNull();
});
