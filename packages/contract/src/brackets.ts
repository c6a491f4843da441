/** Query strings with nested bracket keys (`a[b][0]=1`); empty values are skipped. */
import qs from 'qs';

/** Far above any question of ours, far below what could hurt: `qs` turns longer lists into objects or drops keys. */
const LIMITS = { depth: 6, arrayLimit: 500, parameterLimit: 1000 };

/**
 * The same value without what a query skips: null, undefined, '', NaN, and lists and objects that hold nothing else.
 * Undefined when nothing is left. Lists close up.
 */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const kept = withoutEmpty(item);
    return kept === undefined ? [] : [[key, kept]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** `{levels: [{type: 'category'}]}` → `levels[0][type]=category`. Values are encoded, keys are read by people. */
export function buildQuery(value: Readonly<Record<string, unknown>>): string {
  return qs.stringify(withoutEmpty(value) ?? {}, { encodeValuesOnly: true, arrayFormat: 'indices' });
}

/**
 * What {@link buildQuery} made, as nested records of strings. With or without the leading question mark; keys that
 * would reach into a prototype are dropped.
 *
 * @throws {RangeError} when the query is deeper, longer or has more keys than any question of ours.
 */
export function parseQuery(query: string): Record<string, unknown> {
  return qs.parse(query, { ...LIMITS, strictDepth: true, throwOnLimitExceeded: true, ignoreQueryPrefix: true });
}
