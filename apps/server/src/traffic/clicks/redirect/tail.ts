/**
 * What stands behind the id of a link or the key of a postback. Links travel through texts, mails and programs that
 * add to them or escape them, so the first character that cannot belong to the id ends it (docs/product/links-and-hosts.md).
 */

/** The separators before the first parameter, also as a program escapes them. */
const BEGIN = /[?&]|%3f|%26/i;
/** A question mark that a program put before a further parameter. */
const SECOND_MARK = /\?(?=(?:amp;)*[a-z]\w*(?:;|%3b)?=)/gi;
const ESCAPED_PARTS = /%(?:3d|26|3f)/gi;
const PLAIN_NAME = /^[a-z0-9_]+$/;

/** The query behind an id, without its separator; '' if there is none. */
export function queryBehind(tail: string): string {
  if (tail === '') return '';
  const [begin] = BEGIN.exec(tail) ?? [];
  if (begin === undefined) return '';
  const query = tail.slice(tail.indexOf(begin) + begin.length);
  // Whoever escaped the separator escaped the ones that follow, too.
  return begin.length === 1 ? query : query.replace(ESCAPED_PARTS, (part) => decodeURIComponent(part));
}

/** A query in which only `&` separates parameters. */
export const separated = (query: string): string => (query.includes('?') ? query.replace(SECOND_MARK, '&') : query);

/** A parameter's name as the product knows it: `Source` and `amp;source` are `source`. */
export function nameOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : unescapedName(name).trim().toLowerCase();
}

/**
 * A parameter's name without what escaping or adding to an address left before or behind it. Programs that take `&sub1`
 * for an entity of HTML end it with a semicolon.
 */
export const unescapedName = (name: string): string => withoutSemicolons(name.replace(LEFT_BEFORE, ''));

const LEFT_BEFORE = /^(?:[\s?]|amp;|#38;)+/;
const SEMICOLON_BEHIND = /(?:;|%3b)\s?$/i;

function withoutSemicolons(name: string): string {
  let plain = name;
  while (SEMICOLON_BEHIND.test(plain.slice(-4))) plain = plain.replace(SEMICOLON_BEHIND, '');
  return plain;
}

/** A parameter as it was written, with its name as {@link unescapedName} gives it. Its value stays as it is. */
export function unescapedParameter(part: string): string {
  const equals = part.indexOf('=');
  if (equals === -1) return unescapedName(part);
  return unescapedName(part.slice(0, equals)) + part.slice(equals);
}
