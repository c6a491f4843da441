/** What a request is for, by its first line and its Host header (RFC 9112, 3.2). */
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
  return rest.startsWith('/') ? rest : `/${rest}`;
}
