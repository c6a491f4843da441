/**
 * Repairs links whose underscore a program escaped or replaced: Markdown puts a backslash before it, browsers make a
 * slash of a backslash, other programs escape the backslash, and chats put a star in its place. Only links that cannot
 * be read as they are get here, so that the others are as fast as before.
 */

const PATH_END = /[?#&]|%3f|%26/i;
/** A backslash, an underscore, a star or a blank that was escaped once or several times, and the wide underscore. */
const ESCAPED = /%(?:25){0,3}(5c|5f|2a|20)|%ef%bc%bf|\uff3f/gi;
/** The letters of a link's marker, the characters that were inserted behind them, and the underscore or its replacement. */
const MARKER = /^(\/+(?:box|bs|b|p|d))[\\/ +]{0,4}([_*])[ +]{0,2}(?=[A-Z0-9_\\/-])/i;
const DIRECT = /^\/+d_/i;
/** An escaped underscore inside a slug. */
const IN_SLUG = /(?<=[A-Z0-9_-])[\\/]{1,4}_/gi;
/** An underscore inside a slug that became a star, like the one before the slug. */
const STAR_IN_SLUG = /(?<=[A-Z0-9_-])[*](?=[A-Z0-9])/gi;

/** The link with its underscores, or the same text if it has lost none. Its parameters stay as they are. */
export function withUnderscores(url: string): string {
  const written = url.split(PATH_END, 1)[0] ?? '';
  const path = written.replace(ESCAPED, (_text, code?: string) => plainCharacter(code));
  const character = MARKER.exec(path)?.[2];
  const marked = path.replace(MARKER, '$1_');
  const behind = url.slice(written.length);
  if (DIRECT.test(marked)) return withSlug(marked, character === '*') + behind;
  if (character === undefined) return url;
  return marked + behind;
}

function withSlug(path: string, isStarred: boolean): string {
  const unescaped = path.replace(IN_SLUG, '_');
  if (!isStarred) return unescaped;
  return unescaped.replace(STAR_IN_SLUG, '_');
}

function plainCharacter(code: string | undefined): string {
  if (code === undefined) return '_';
  return String.fromCharCode(Number.parseInt(code, 16));
}
