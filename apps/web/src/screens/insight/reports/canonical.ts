import { isObject } from '@signpost/contract/objects.ts';

/** A value as text that is the same for equal values, whatever the order of their keys. */
export const canonicalValue = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (isObject(inner) && !Array.isArray(inner))
      return Object.fromEntries(
        Object.entries(inner).sort(([one], [other]) => {
          if (one < other) return -1;
          return 1;
        }),
      );
    return inner;
  });
