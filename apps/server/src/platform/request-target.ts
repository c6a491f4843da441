/** The target of a request, by its first line and its Host header (RFC 9112, 3.2). */
import type { IncomingMessage } from 'node:http';

/** Whether a request names its host more than once. Such a request is refused, because two programs may read it differently. */
export function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

const ESCAPED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;
/** Characters without a width, and soft hyphens, which programs for texts add to a link. */
const UNSEEN = /%C2%AD|%E2%80%(?:8[B-F]|A[A-E])|%E2%81%A[0-4]|%EF%BB%BF/gi;
/** Hyphens at which no line breaks. */
const HYPHENS = /%E2%80%9[01]/gi;
const BLANKS_IN_FRONT = /^\/(?:%20|%C2%A0|%09)+/i;
/** Programs for mail read an underscore between a marker and its number as a blank. */
const LOST_UNDERSCORE = /^(\/+(?:box|bs|b|p|d))%20(?=\w)/i;

/**
 * Returns the target with a plain path. Characters that need no escape are unescaped, which does not change the address
 * (RFC 3986, 6.2.2.2). Blanks in front and characters that nobody sees are dropped, because people copy them with the
 * address.
 */
export function plainPath(target: string): string {
  if (!target.includes('%')) return target;
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes('%')) return target;
  const plain = path
    .replace(UNSEEN, '')
    .replace(HYPHENS, '-')
    .replace(ESCAPED, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replace(BLANKS_IN_FRONT, '/')
    .replace(LOST_UNDERSCORE, '$1_');
  return plain + target.slice(path.length);
}

/**
 * The path and query of a request. A request line may hold a whole address, whose host then counts instead of the Host
 * header; that header is replaced.
 */
export function pathOf(request: IncomingMessage): string {
  const { url = '/', headers } = request;
  if (url.startsWith('/')) return url;
  const [, authority, rest] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined || rest === undefined) return url;
  headers.host = authority;
  if (rest.startsWith('/')) return rest;
  return `/${rest}`;
}
