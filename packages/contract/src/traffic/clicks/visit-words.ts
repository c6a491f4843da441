/** The stored form of a visit's language and referrer, for the router, for rules and for Explain. */

/** The language a browser asks for first (`en`, `pt`), or ''. */
export function languageOf(header: string | undefined): string {
  if (header === undefined) return '';
  return /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(header)?.[1]?.toLowerCase() ?? '';
}

const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)+)(?::\d+)?(?:[/?#]|$)/i;

/** The host of an address, without `www.`, or ''. */
export function hostOf(address: string | undefined): string {
  if (address === undefined || address === '') return '';
  const host = HOST.exec(address)?.[1]?.toLowerCase() ?? '';
  if (host.length > 253) return '';
  return host.replace(/^www\./, '');
}
