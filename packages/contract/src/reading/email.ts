/** E-mail addresses as people paste them from lists, address books and links. */
import { trimEnd, trimInvisible } from './invisible.ts';

const LINK = /^(?:mailto|smtp|email|e-mail|mail):(?:\/\/)?\s*([^?]*)/i;
/** The query of a link whose scheme was left out: `jo@net.example?subject=Hi`. */
const QUERY = /\?[a-z]{1,20}=/i;
/** A name in quotes that needs none: `"jo"@net.example`. */
const QUOTED_NAME = /^"([^"\s@<>,;()]{1,64})"@/;
/** Full-width signs, which Chinese and Japanese keyboards type. */
const WIDE = /[\uff01-\uff5e\u3002\uff61]/g;
const OPENING = /^[\s<([{"'`“”„‘’«‹*]+/;
const CLOSING = /[\s>)\]}"'`“”‘’»›*,;:.!?/]/;
/** A domain that is an address in brackets, which are part of it. */
const BRACKETED_DOMAIN = /@\[[\da-f:.]+$/i;

/**
 * The address without invisible characters at its ends, the name before it, the scheme and the query of a link, and the
 * brackets, quotes and punctuation of a list or sentence.
 */
export function plainEmail(given: string): string {
  const text = withoutComments(trimInvisible(given.replace(WIDE, narrowed)));
  const address = withoutMarks(behindName(text));
  const marked = withoutMarks(LINK.exec(address)?.[1] ?? address);
  const query = marked.search(QUERY);
  const bare = query === -1 ? marked : marked.slice(0, query);
  // A link may have the sign percent-encoded.
  if (bare.includes('@')) return bare;
  return bare.replace(/%40/, '@');
}

const narrowed = (sign: string): string => {
  if (sign === '\u3002' || sign === '\uff61') return '.';
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0);
};

/** The address in angle brackets behind a name, as address books copy it; the whole text without such brackets. */
function behindName(text: string): string {
  const start = text.lastIndexOf('<');
  const end = text.indexOf('>', start);
  const inside = text.slice(start + 1, end);
  if (start > 0 && end > start && inside.includes('@')) return inside;
  return text;
}

function withoutMarks(text: string): string {
  const opened = text.replace(QUOTED_NAME, '$1@').replace(OPENING, '');
  const bare = trimInvisible(trimEnd(opened, CLOSING));
  if (BRACKETED_DOMAIN.test(bare) && opened.charAt(bare.length) === ']') return `${bare}]`;
  return bare;
}

/** The text without a comment (RFC 5322) at either end: `jo@net.example(home)`. An address in brackets is none. */
function withoutComments(text: string): string {
  const opening = text.lastIndexOf('(');
  const isBehind = opening > 0 && text.endsWith(')') && !text.slice(opening).includes('@');
  const rest = isBehind ? trimInvisible(text.slice(0, opening)) : text;
  const closing = rest.indexOf(')');
  const isInFront = rest.startsWith('(') && closing > 0 && !rest.slice(0, closing).includes('@');
  if (isInFront) return trimInvisible(rest.slice(closing + 1));
  return rest;
}
