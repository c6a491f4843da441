/** The visitor's cookie. */
import { randomUUID } from 'node:crypto';

const COOKIE = 'signpost_visitor';
const cookiePattern = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{16,64})(?:;|$)`);
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The visitor's id from the cookie, or undefined at the first click. */
export function knownVisitor(cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined;
  return cookiePattern.exec(cookie)?.[1];
}

/** An id for a new visitor, and the header that stores it in the browser; over https it is never sent without it. */
export function newVisitor(isHttps: boolean): { name: string; cookie: string } {
  const name = randomUUID();
  return {
    name,
    cookie: `${COOKIE}=${name}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  };
}
