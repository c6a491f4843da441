/** Query strings with nested bracket keys (`a[b][0]=1`); empty values are skipped. */
import qs from 'qs';

/** The most values of one list in a query; every call that takes a list accepts this many at most. */
export const LONGEST_LIST = 1000;

/** `qs` turns longer lists into objects or drops keys. A query can contain a whole list and all other parameters. */
const LIMITS = { depth: 6, arrayLimit: LONGEST_LIST, parameterLimit: LONGEST_LIST + 200 };

/**
 * Removes empty values: null, undefined, '', NaN, and lists and objects that hold nothing else. Lists are compacted.
 * Returns undefined if nothing is left.
 */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    if (items.length === 0) return undefined;
    return items;
  }
  if (typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const kept = withoutEmpty(item);
    if (kept === undefined) return [];
    return [[key, kept]];
  });
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries);
}

/**
 * `{levels: [{type: 'category'}]}` → `levels[0][type]=category`. Only values are encoded, so that keys stay readable.
 */
export function buildQuery(value: Readonly<Record<string, unknown>>): string {
  return qs.stringify(withoutEmpty(value) ?? {}, { encodeValuesOnly: true, arrayFormat: 'indices' });
}

/**
 * Parses the output of {@link buildQuery} into nested records of strings. The leading question mark is optional; keys
 * that would reach into a prototype are dropped.
 *
 * @throws {RangeError} when the query is nested deeper, is longer or has more keys than any valid query.
 */
export function parseQuery(query: string): Record<string, unknown> {
  return qs.parse(query, { ...LIMITS, strictDepth: true, throwOnLimitExceeded: true, ignoreQueryPrefix: true });
}
