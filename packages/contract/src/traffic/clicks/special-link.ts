/** Finds a special link in a text: one with a short-link host, or a path marker `box_`, `bs_`, `b_`. */

/** A recognised link, with everything after it cut off. */
export type SpecialLink = Readonly<{
  link: string;
  /**
   * `box` campaign box, `seoBox` row of a box sheet, `banner` banner or button, `short` any link of a short-link host.
   */
  kind: 'box' | 'seoBox' | 'banner' | 'short';
  /** The text after the marker; null without a marker. */
  id: string | null;
}>;

const KINDS: Readonly<Record<string, SpecialLink['kind']>> = { box_: 'box', bs_: 'seoBox', b_: 'banner' };

/** A marker counts anywhere in the path, but one that begins a path segment goes first (docs/decisions/0330). */
const SEGMENT_MARKER = /(?<=^|\/)(box_|bs_|b_)([A-Za-z0-9-]+)/;
const ANY_MARKER = /(box_|bs_|b_)([A-Za-z0-9-]+)/;

/** Where the path of an address begins: behind its host, or at once if it has neither a scheme nor a slash. */
function pathStart(address: string): number {
  const withHost = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(address)?.[0];
  if (withHost !== undefined) return withHost.length;
  if (address.includes('/')) return address.indexOf('/');
  return 0;
}

const startsWithHost = (text: string, host: string): boolean => {
  const rest = text.replace(/^(https?:)?\/\//i, '');
  if (!rest.toLowerCase().startsWith(host.toLowerCase())) return false;
  return /^([/?#:]|$)/.test(rest.slice(host.length));
};

/**
 * The special link at the start of a text: its address up to the end of the marker's id, or, for a short-link host
 * without a marker, up to the query. Anything else is null; a host that only begins like a short-link host is no
 * short-link host.
 */
export function specialLink(text: string, shortHosts: readonly string[]): SpecialLink | null {
  const word = text.trimStart().split(/[\s"'<>]/, 1)[0] ?? '';
  const address = word.split(/[?#]/, 1)[0] ?? '';
  const start = pathStart(address);
  const path = address.slice(start);
  const found = SEGMENT_MARKER.exec(path) ?? ANY_MARKER.exec(path);
  const kind = KINDS[found?.[1] ?? ''];
  if (found !== null && kind !== undefined)
    return { link: address.slice(0, start + found.index + found[0].length), kind, id: found[2] ?? null };
  if (shortHosts.some((host) => startsWithHost(address, host))) return { link: address, kind: 'short', id: null };
  return null;
}
