/** The path of an orphan visit as it is stored: without anything that could belong to one person. */

const LONGEST = 100;
const QUERY = /[?#].*$/s;
/** Texts that may be an e-mail address, a phone number, a token or an id of a person. */
const PERSONAL = /@|%40|\d{6}|[0-9a-f]{16}|[\w-]{24}/i;

/**
 * A path without its query, at most 100 characters. A part that may name a person is `*`. Bytes that no address may
 * contain are percent-encoded, so that a path is one line of plain text.
 */
export function storedPath(url: string): string {
  const plain = url
    .replace(QUERY, '')
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/^\/{2,}/, '/');
  const parts = plain.split('/').map((part) => (PERSONAL.test(part) ? '*' : part));
  return parts.join('/').slice(0, LONGEST);
}

/** Files that browsers and crawlers ask for by themselves; nobody visits them. */
const AUTOMATIC =
  /^\/+(?:favicon(?:\.\w+)?|robots\.txt|sitemap[\w-]*\.xml|(?:app-)?ads\.txt|apple-touch-icon[\w-]*\.png|browserconfig\.xml|manifest\.json|site\.webmanifest|\.well-known\/.*)(?:\?|$)/i;

export const isAutomatic = (url: string): boolean => AUTOMATIC.test(url);
