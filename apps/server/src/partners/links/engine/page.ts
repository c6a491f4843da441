/**
 * The text of a page, read without running its scripts. All regular expressions take linear time, because pages come
 * from strangers.
 */

/** How much of a page is read, and the maximum length of a tag. */
const LONGEST_PAGE = 200_000;
const LONGEST_TAG = 2_048;

export interface Page {
  title: string;
  /** The visible text with single spaces. */
  text: string;
  html: string;
}

/** Cuts elements that show no text, without an expression that could backtrack over a hostile page. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = lower.indexOf(`<${name}`, at);
    if (start < 0) break;
    parts.push(html.slice(at, start));
    const end = lower.indexOf(`</${name}`, start);
    if (end < 0) return parts.join(' ');
    at = end + name.length + 2;
  }
  parts.push(html.slice(at));
  return parts.join(' ');
}

export function readPage(body: string): Page {
  const html = body.slice(0, LONGEST_PAGE);
  const title = between(html, '<title', '</title');
  let shown = html;
  for (const name of ['script', 'style', 'head', 'template']) shown = withoutElement(shown, name);
  const text = shown
    .replaceAll(/<[^<>]{0,2048}>/g, ' ')
    .replaceAll(/&nbsp;|&#160;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { title: title.replaceAll(/\s+/g, ' ').trim().slice(0, 300), text, html };
}

/** The content of the first element that begins and ends so. */
function between(html: string, open: string, close: string): string {
  const lower = html.toLowerCase();
  const start = lower.indexOf(open);
  if (start < 0) return '';
  const from = lower.indexOf('>', start);
  if (from < 0) return '';
  const to = lower.indexOf(close, from);
  if (to < 0) return '';
  return html.slice(from + 1, to);
}

const SCRIPTED = /(?:location(?:\.href)?\s*=|location\.(?:replace|assign)\()\s*["']([^"'\s]{1,2000})["']/;
/** A page with more text than this is read by its visitors and not left at once. */
const SHORT_TEXT = 200;

/** The address that a page sends its visitor to at once: by a refresh tag, or by a script on a page without text. */
export function leavingTo({ html, text }: Page): string | null {
  for (const { index } of html.matchAll(/<meta\b/gi)) {
    const start = html.slice(index, index + LONGEST_TAG);
    const tag = start.slice(0, Math.max(start.indexOf('>'), 0));
    if (!/http-equiv\s*=\s*["']?refresh/i.test(tag)) continue;
    const address = /url\s*=\s*['"]?([^'">\s]+)/i.exec(tag)?.[1];
    if (address !== undefined) return address.replaceAll('&amp;', '&');
  }
  if (text.length <= SHORT_TEXT) return SCRIPTED.exec(html)?.[1] ?? null;
  return null;
}
