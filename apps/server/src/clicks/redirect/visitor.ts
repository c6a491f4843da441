/** Who clicks: the visitor's cookie, address, language and where they come from. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'signpost_visitor';
const cookiePattern = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{16,64})(?:;|$)`);
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The visitor's name in their cookie, or undefined at their first click. */
export function knownVisitor(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : cookiePattern.exec(cookie)?.[1];
}

/** A name for a new visitor and the header that makes their browser keep it. */
export function newVisitor(): { name: string; cookie: string } {
  const name = randomUUID();
  return { name, cookie: `${COOKIE}=${name}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax` };
}

/**
 * The visitor's address. Each proxy appends the address it was reached from, so with `trustedProxies` of them only
 * that many last entries can be believed.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = plain(request.socket.remoteAddress ?? '');
  const forwarded = request.headers['x-forwarded-for'];
  if (trustedProxies === 0 || typeof forwarded !== 'string') return direct;
  const hops = forwarded.split(',');
  return plain(hops[Math.max(0, hops.length - trustedProxies)]?.trim() ?? '') || direct;
}

const MAPPED = '::ffff:';

/** An IPv4 address as such, also where a socket of both families tells it. */
function plain(address: string): string {
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}
