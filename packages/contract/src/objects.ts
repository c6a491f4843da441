/** Helpers that keep the types of keys, which `Object.keys` and `Object.fromEntries` forget. */

/** Whether a text is one of the keys of an object such as `OUTCOMES`. */
export function isKeyOf<K extends string>(object: Readonly<Partial<Record<K, unknown>>>, key: string): key is K {
  return Object.hasOwn(object, key);
}

/** The keys of an object, in its order. */
export function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(object).filter((key) => isKeyOf(object, key));
}

/** The item of a list that equals a value; undefined if there is none. */
export function memberOf<T>(list: readonly T[], value: unknown): T | undefined {
  return list.find((item) => item === value);
}

/** An object with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  // TypeScript cannot know that the entries have every key of `K`; they do, because `keys` lists them.
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}

/** Whether a value is an object, so that its properties can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The objects of a list; none for anything that is not a list. */
export function objectsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return [];
}
