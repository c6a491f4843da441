/** Finds the links in what people paste or upload (docs/product/links-checker.md#what-is-checked). Pure. */
import { type SpecialLink, specialLink } from '../clicks/special-link.ts';

/** The number of links in one check, and the length of one. */
export const MOST_LINKS = 10_000;
export const LONGEST_LINK = 2_000;

export interface PastedLink {
  /** As it was pasted, or cut off behind a special link's id. */
  link: string;
  /** The complete address; null for a text that is none. */
  url: string | null;
  /** The kind of one of our own links. */
  special: SpecialLink['kind'] | null;
}

const DOMAIN = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u;

/** The characters that surround links in texts, without any that a link can begin or end with. */
const MARKS = new Set(['<', '>', '"', "'", ',', ';', ' ', '\u00a0', '\ufeff']);

function withoutMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && MARKS.has(text.charAt(start))) start += 1;
  while (end > start && MARKS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Cuts a line before everything that looks like the beginning of a link, and nowhere else: addresses contain commas. */
function piecesOf(line: string): string[] {
  const starts = [...line.matchAll(/[ ,;|](?=["'<]?(?:https?:\/\/|\/\/|[a-z0-9-]{1,63}\.))/gi)].map(
    ({ index }) => index + 1,
  );
  return [0, ...starts].map((start, at) => line.slice(start, starts[at]));
}

/** The link in a text, or null for a blank one. `base` serves our own links that were pasted without a host. */
export function readLink(text: string, { shortHosts, base }: { shortHosts: readonly string[]; base: string }) {
  const trimmed = withoutMarks(text);
  if (trimmed === '') return null;
  const special = specialLink(trimmed, shortHosts);
  const link = special?.link ?? trimmed;
  return { link: link.slice(0, LONGEST_LINK), url: addressOf(link, base), special: special?.kind ?? null };
}

function addressOf(link: string, base: string): string | null {
  if (link.length > LONGEST_LINK) return null;
  const isOwn = /^\/?(box|bs|b)_/.test(link);
  const full = /^https?:\/\//i.test(link)
    ? link
    : link.startsWith('//')
      ? `https:${link}`
      : isOwn
        ? `${base}/${link.replace(/^\//, '')}`
        : DOMAIN.test(link)
          ? `https://${link}`
          : null;
  // Macros are no part of an address until they are filled.
  return full !== null && URL.canParse(full.replaceAll(/\{[a-z0-9_]+\}/g, 'x')) ? full : null;
}

/** The links of a pasted text, in their order: one per line, or several between spaces. A link stands once. */
export function readLinks(texts: Iterable<string>, settings: Parameters<typeof readLink>[1]): PastedLink[] {
  const found = new Map<string, PastedLink>();
  for (const text of texts)
    for (const line of text.split(/[\r\n\t]/))
      for (const piece of piecesOf(line)) {
        const link = readLink(piece, settings);
        if (link !== null && !found.has(link.link)) found.set(link.link, link);
      }
  return [...found.values()];
}
