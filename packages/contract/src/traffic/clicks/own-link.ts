/** Recognises one of our own links in a field for a target (docs/product/links-and-hosts.md#own-links-in-fields). */
import { type SpecialLink, specialLink } from './special-link.ts';

const NAMES: Readonly<Record<SpecialLink['kind'], string>> = {
  box: 'campaign box',
  seoBox: 'SEO campaign box',
  banner: 'banner or button',
  short: 'short link',
};

/** One of our own links, and the text behind it. */
export interface OwnLink {
  link: string;
  /** The text behind the link. It is cut off, unless it has macros, which somebody wrote for a purpose. */
  rest: string;
  isCut: boolean;
  /** The link in words, such as "campaign box 12". */
  words: string;
}

/** The own link that a text is, on one of `hosts` (with the port, if it is not the usual one); null for any other text. */
export function ownLinkIn(text: string, hosts: readonly string[]): OwnLink | null {
  const address = text.trim();
  if (!hosts.some((host) => isOn(address, host))) return null;
  const found = specialLink(address, hosts);
  if (found === null) return null;
  const rest = address.slice(found.link.length);
  const words = found.id === null ? NAMES[found.kind] : `${NAMES[found.kind]} ${found.id}`;
  return { link: found.link, rest, isCut: rest !== '' && !rest.includes('{'), words };
}

function isOn(address: string, host: string): boolean {
  const rest = address.replace(/^(https?:)?\/\//i, '');
  return rest.toLowerCase().startsWith(host.toLowerCase()) && /^([/?#]|$)/.test(rest.slice(host.length));
}
