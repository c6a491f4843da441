/**
 * The text behind the id of a link or the key of a postback. Links travel through texts, mails and programs that add to
 * them or escape them, so the first character that cannot belong to the id ends it (docs/product/links-and-hosts.md).
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
  // A program that escaped this separator escaped the ones that follow, too.
  if (begin.length === 1) return query;
  return query.replace(ESCAPED_PARTS, (part) => decodeURIComponent(part));
}

/**
 * An ampersand that one program wrote as an entity of HTML and another one escaped, in front of a parameter: `%26amp%3B`,
 * `%26%2338%3B` or `%26%23x26%3B`. An escaped ampersand without an entity belongs to the value that it stands in.
 */
const ESCAPED_ENTITY = /%26(?:(?:amp|(?:%23|#)(?:0{0,6}38|x0{0,6}26))(?:%3b|;)){1,4}([a-z][a-z0-9_]{0,39})(?:=|%3d)/gi;

/** A query in which only `&` separates parameters. */
export function separated(query: string): string {
  const plain = query.includes('%26') ? query.replace(ESCAPED_ENTITY, '&$1=') : query;
  if (plain.includes('?')) return plain.replace(SECOND_MARK, '&');
  return plain;
}

/** A parameter's name as the product knows it: `Source`, `amp;source` and `#38;source` are `source`. */
export function nameOf(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  return unescapedName(name).trim().toLowerCase();
}

/**
 * A parameter's name without what escaping or adding to an address left before or behind it. Programs that take `&sub1`
 * for an entity of HTML end it with a semicolon.
 */
export const unescapedName = (name: string): string => withoutSemicolons(name.replace(LEFT_BEFORE, ''));

/** The rest of an `&` that a program wrote as an entity of HTML: by its name, or by its number (38, or 26 in hex). */
const LEFT_BEFORE = /^(?:[\s?]|amp(?:;|%3b)|(?:#|%23)(?:0*38|x0*26)(?:;|%3b))+/i;
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
