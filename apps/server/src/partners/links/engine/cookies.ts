/** The cookies of one look, so that sites that demand them do not answer with a loop. */

export interface CookieJar {
  store(host: string, setCookies: readonly string[]): void;
  /** The `Cookie` header for a host; empty if there are none. */
  headerFor(host: string): string;
}

const MOST_COOKIES = 50;

/** Keeps cookies for the host that set them and, with a `Domain`, for its subdomains. */
export function cookieJar(): CookieJar {
  const kept = new Map<string, { domain: string; isShared: boolean; name: string; value: string }>();
  return {
    store(host, setCookies) {
      for (const text of setCookies) {
        const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
        const [name = '', ...value] = pair.split('=');
        if (name === '' || kept.size >= MOST_COOKIES) continue;
        const given = attributes.find((part) => /^domain=/i.test(part))?.slice('domain='.length);
        const domain = given?.replace(/^\./, '').toLowerCase();
        const isShared = domain !== undefined && domain !== '' && isWithin(host, domain);
        const owner = isShared ? domain : host;
        kept.set(`${owner} ${name}`, { domain: owner, isShared, name, value: value.join('=') });
      }
    },
    headerFor(host) {
      return [...kept.values()]
        .filter(({ domain, isShared }) => (isShared ? isWithin(host, domain) : host === domain))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
  };
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
