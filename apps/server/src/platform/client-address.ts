/** Finds the address of a request's sender behind trusted proxies, with the same rule for both ports. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { addressRange } from '@signpost/contract/reading/address-range.ts';
import { familyOf } from './networks.ts';
import { StartError } from './start-error.ts';

/** The proxies whose `X-Forwarded-For` is trusted: a number of proxies in a row, or proxies with these addresses. */
export type TrustedProxies = Readonly<{ hops: number }> | Readonly<{ isProxy: (address: string) => boolean }>;

export const NO_PROXIES: TrustedProxies = { hops: 0 };

const MOST_HOPS = 10;
const MAPPED = '::ffff:';

/** Normalises an IPv4 address that a dual-stack socket shows as IPv6. */
function plain(address: string): string {
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length);
  return address;
}

/**
 * The address in an entry of `X-Forwarded-For`, which some proxies write with a port (`1.2.3.4:443`, `[2001:db8::1]:443`).
 * Undefined if there is no entry, or it is not an address: `unknown`, a host name, or something that a visitor made up.
 */
function addressIn(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = plain(bare);
  if (isIP(address) === 0) return undefined;
  return address;
}

function forwardedOf({ headers }: IncomingMessage): string[] {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return [];
  return String(header).split(',');
}

/**
 * The visitor's address. Each proxy appends the address it was reached from, so the list is read from its end, past the
 * trusted proxies, to the first entry that one of them wrote about somebody else. Everything before that entry was sent
 * by the visitor and is never trusted. Without a trusted proxy, the result is the address of the connection; if the
 * entry is not an address, it is that of the last proxy that could be read.
 */
export function clientAddress(request: IncomingMessage, trust: TrustedProxies): string {
  const direct = plain(request.socket.remoteAddress ?? '');
  if ('hops' in trust) {
    if (trust.hops === 0) return direct;
    const entries = forwardedOf(request);
    const entry = entries[Math.max(0, entries.length - trust.hops)];
    return addressIn(entry) ?? direct;
  }
  let address = direct;
  const entries = forwardedOf(request);
  while (trust.isProxy(address)) {
    const next = addressIn(entries.pop());
    if (next === undefined) return address;
    address = next;
  }
  return address;
}

/** Whether a trusted proxy says that the visitor came by https. */
export function isForwardedHttps({ headers, socket }: IncomingMessage, trust: TrustedProxies): boolean {
  if (headers['x-forwarded-proto'] !== 'https') return false;
  if ('hops' in trust) return trust.hops > 0;
  return trust.isProxy(plain(socket.remoteAddress ?? ''));
}

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Reads TRUST_PROXY: a number of proxies, or the proxies' addresses and networks separated by commas; the words
 * `loopback` and `private` are allowed. Empty and `0` trust no proxy. @throws {StartError} that names the invalid
 * value.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const value = text.trim();
  if (value === '') return NO_PROXIES;
  if (/^\d+$/.test(value)) {
    if (Number(value) > MOST_HOPS)
      throw new StartError(
        `TRUST_PROXY cannot be used: at most ${MOST_HOPS} proxies are allowed, but the value is ${value}.`,
      );
    return { hops: Number(value) };
  }
  const list = new BlockList();
  for (const item of value.split(',').map((part) => part.trim().toLowerCase())) {
    for (const one of NAMED[item] ?? [item]) {
      const range = addressRange(one);
      if (range === null)
        throw new StartError(
          `TRUST_PROXY cannot be used: '${item}' is neither a number of proxies, an address, a network such as 10.0.0.0/8, 'loopback' nor 'private'.`,
        );
      list.addSubnet(range.address, range.bits, range.family);
    }
  }
  return { isProxy: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}
