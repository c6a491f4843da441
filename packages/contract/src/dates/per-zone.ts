/** Caches one value for each time zone. */

/** There are about 600 names; people may send them in any spelling of their letters. */
const MOST = 700;

/**
 * Makes a value once for each time zone. Spellings that differ in case share one value, and the number of values is
 * bounded. Whatever `make` throws for an unknown zone is passed on, and nothing is cached.
 */
export function perZone<T>(make: (timeZone: string) => T): (timeZone: string) => T {
  const known = new Map<string, { value: T }>();
  return (timeZone) => {
    const key = timeZone.toLowerCase();
    const kept = known.get(key);
    if (kept !== undefined) return kept.value;
    const value = make(timeZone);
    if (known.size >= MOST) known.clear();
    known.set(key, { value });
    return value;
  };
}
