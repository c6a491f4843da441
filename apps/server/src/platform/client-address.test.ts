import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, readTrustedProxies } from './client-address.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  return { socket, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as IncomingMessage;
}
const address = (trust: string, from: string, forwarded?: string) =>
  clientAddress(requestFrom(from, forwarded), readTrustedProxies(trust));

describe('The address of a client', () => {
  it('is the address of the connection when no proxy is trusted, and the header is ignored', () => {
    for (const trust of ['', '0']) expect(address(trust, '203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(address('', '::ffff:203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
  });

  it('is the entry of the trusted proxy and never an entry that the visitor sent', () => {
    for (const trust of ['1', '10.0.0.0/8', 'private'])
      expect(address(trust, '10.0.0.5', '6.6.6.6, 81.10.10.10')).toBe('81.10.10.10');
    expect(address('10.0.0.0/8, 192.0.2.7', '10.0.0.5', '6.6.6.6, 81.10.10.10, 192.0.2.7')).toBe('81.10.10.10');
  });

  it('is the address of the connection when that is not one of the trusted proxies', () => {
    expect(address('10.0.0.0/8', '203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(address('loopback', '::ffff:127.0.0.1', '81.10.10.10')).toBe('81.10.10.10');
    expect(address('loopback', '::1', '2001:db8::7')).toBe('2001:db8::7');
  });

  it('is read without the port that some proxies add', () => {
    for (const trust of ['1', 'private']) {
      expect(address(trust, '10.0.0.5', '8.8.8.8:443')).toBe('8.8.8.8');
      expect(address(trust, '10.0.0.5', '[2001:4860:4860::8888]:443')).toBe('2001:4860:4860::8888');
    }
  });

  it('is the address of the last proxy when the entry it wrote is not an address', () => {
    for (const text of ['unknown', '_hidden', 'evil.example', '999.1.1.1', '', "1.2.3.4'--"])
      for (const trust of ['1', 'private']) expect(address(trust, '10.0.0.5', text)).toBe('10.0.0.5');
  });

  it('does not depend on entries before the one of the first trusted proxy', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }), (made) => {
        const forged = [...made.map((text) => text.replaceAll(',', '')), '81.10.10.10'].join(',');
        for (const trust of ['1', 'private']) expect(address(trust, '10.0.0.5', forged)).toBe('81.10.10.10');
      }),
    );
  });
});

describe('TRUST_PROXY', () => {
  it('is refused with a message that names the invalid value', () => {
    for (const text of ['11', 'yes', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1, proxy.example'])
      expect(() => readTrustedProxies(text)).toThrow('TRUST_PROXY cannot be used');
  });
});
