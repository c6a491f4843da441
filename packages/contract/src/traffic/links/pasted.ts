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
  /** Why the text is no address; null if it is one. */
  problem: string | null;
  /** The kind of one of our own links. */
  special: SpecialLink['kind'] | null;
}

const DOMAIN = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u;

/** The characters that surround links in texts, without any that a link can begin or end with. */
const MARKS = new Set([
  '<',
  '>',
  '"',
  "'",
  ',',
  ';',
  '。',
  '、',
  '，',
  '；',
  '！',
  '？',
  '…',
  '“',
  '”',
  '„',
  '‘',
  '’',
  '«',
  '»',
]);
/** Blanks, zero-width characters and marks of direction, which nobody sees. */
const UNSEEN = /[\s\p{Cf}]/u;
const isMark = (character: string): boolean => MARKS.has(character) || UNSEEN.test(character);
/** Angle brackets and quotation marks of text that was copied from the source of a web page. */
const ESCAPED_BEFORE = /^(?:&(?:lt|quot|#34|#39|#60);)+/i;
const ESCAPED_BEHIND = /&(?:gt|quot|#34|#39|#62);$/i;
/** An address that begins a text, and the first blank behind it: the words that follow are a remark, such as “(dead)”. */
const ADDRESS_AND_BLANK = /^(?:https?:\/\/|\/\/|[\p{L}\p{N}-]+\.[\p{L}\p{N}-])[^\s]*\s/iu;
/** The form of Slack and of Markdown: `<address|words>`. */
const IN_ANGLES = /^<(https?:\/\/[^\s|<>]+)[|>]/i;
/** The label that AsciiDoc puts behind an address: `address[words]`. */
const LABEL = /^(https?:\/\/[^\s/?#]+\/[^\s?#[]*)\[/i;

/** Without words, a label or markup around an address, and without escaped marks around it. */
function withoutRemark(given: string): string {
  let text = given.trim().replace(ESCAPED_BEFORE, '');
  const bare = IN_ANGLES.exec(text)?.[1];
  if (bare !== undefined) return bare;
  text = ADDRESS_AND_BLANK.exec(text)?.[0].trimEnd() ?? text;
  text = LABEL.exec(text)?.[1] ?? text;
  while (ESCAPED_BEHIND.test(text.slice(-6))) text = text.slice(0, text.lastIndexOf('&'));
  return text;
}

function withoutMarks(given: string): string {
  const text = withoutRemark(given);
  let start = 0;
  let end = text.length;
  while (start < end && isMark(text.charAt(start))) start += 1;
  while (end > start && isMark(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The refusal of a check with too many links. */
export const tooManyLinks = (count: number): string => `A check has at most ${MOST_LINKS} links, these are ${count}.`;

/** Cuts a line before everything that looks like the beginning of a link, and nowhere else: addresses contain commas. */
function piecesOf(line: string): string[] {
  const starts = [...line.matchAll(/[ ,;|](?=["'<]?(?:https?:\/\/|\/\/|[a-z0-9-]{1,63}\.))/gi)].map(
    ({ index }) => index + 1,
  );
  return [0, ...starts].map((start, at) => line.slice(start, starts[at]));
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const PUNCTUATION = '.,;:!?';

/** Without punctuation at the end, and without closing brackets there that were opened before the link, as in "(see https://a.example/x)." */
function withoutBracket(text: string): string {
  const counts = new Map<string, number>();
  const add = (character: string, step: number): void =>
    void counts.set(character, (counts.get(character) ?? 0) + step);
  for (const character of text) add(character, 1);
  let end = text.length;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    const opening = OPENING[character];
    if (opening === undefined && !PUNCTUATION.includes(character)) break;
    if (opening === undefined) {
      end = at;
      continue;
    }
    if ((counts.get(character) ?? 0) <= (counts.get(opening) ?? 0)) break;
    add(character, -1);
    end = at;
  }
  return text.slice(0, end);
}

/** How links in texts are read. `base` serves our own links that were pasted without a host. */
interface LinkSettings {
  shortHosts: readonly string[];
  base: string;
}

/** The link in a text, or null for a blank one. */
export function readLink(text: string, { shortHosts, base }: LinkSettings): PastedLink | null {
  const trimmed = withoutMarks(withoutBracket(withoutMarks(text)));
  if (trimmed === '') return null;
  const special = specialLink(trimmed, shortHosts);
  const link = special?.link ?? trimmed;
  const url = addressOf(link, base);
  return {
    link: link.slice(0, LONGEST_LINK),
    url,
    problem: url === null ? problemOf(link) : null,
    special: special?.kind ?? null,
  };
}

const problemOf = (link: string): string => {
  if (/^https?:\/\//i.test(link) && link.length > LONGEST_LINK)
    return `The address is longer than ${LONGEST_LINK} characters.`;
  return 'This is not a web address.';
};

/** An address in markup, up to the place where the next part of the markup begins: a wiki puts `|` or `]` there. */
function addressInMarkup(text: string, { 0: address, index }: RegExpExecArray): string {
  const before = text.slice(0, index);
  const isInBrackets = before.lastIndexOf('[') > before.lastIndexOf(']');
  const [link = ''] = address.split('](', 1);
  if (isInBrackets) return link.split(/[|\]]/, 1)[0] ?? '';
  return link;
}

/** Links inside a text that is no link itself: Markdown, wiki, HTML, or an address in brackets. */
function linksInside(text: string, settings: LinkSettings): PastedLink[] {
  const isHtml = /<[a-z]|\b(?:href|src)\s*=/i.test(text);
  const addresses = [...text.matchAll(/https?:\/\/(?:(?!\]\(https?:)[^\s"'<>])+/gi)].map((found) => {
    const address = addressInMarkup(text, found);
    if (isHtml) return address.replaceAll('&amp;', '&');
    return address;
  });
  const inBrackets = addresses.length > 0 ? undefined : /^[([{](.+)$/.exec(withoutMarks(text))?.[1];
  return [...addresses, ...(inBrackets === undefined ? [] : [inBrackets])].flatMap((address) => {
    const link = readLink(address, settings);
    if (link === null || link.url === null) return [];
    return [link];
  });
}

function withProtocol(link: string, base: string): string | null {
  if (/^https?:\/\//i.test(link)) return link;
  if (link.startsWith('//')) return `https:${link}`;
  const isOwn = /^\/?(box|bs|b)_/.test(link);
  if (isOwn) return `${base}/${link.replace(/^\//, '')}`;
  if (DOMAIN.test(link)) return `https://${link}`;
  return null;
}

function addressOf(link: string, base: string): string | null {
  if (link.length > LONGEST_LINK) return null;
  const full = withProtocol(link, base);
  // Macros are no part of an address until they are filled.
  if (full !== null && URL.canParse(full.replaceAll(/\{[a-z0-9_]+\}/g, 'x'))) return full;
  return null;
}

/** The links of a pasted text, in their order: one per line, or several between spaces. A link stands once. */
export function readLinks(texts: Iterable<string>, settings: LinkSettings): PastedLink[] {
  const found = new Map<string, PastedLink>();
  for (const text of texts)
    for (const line of text.split(/[\r\n\t]/))
      for (const piece of piecesOf(line)) {
        const link = readLink(piece, settings);
        if (link === null) continue;
        const inside = link.url === null && link.link.length < LONGEST_LINK ? linksInside(piece, settings) : [];
        for (const one of inside.length > 0 ? inside : [link]) if (!found.has(one.link)) found.set(one.link, one);
      }
  return [...found.values()];
}
