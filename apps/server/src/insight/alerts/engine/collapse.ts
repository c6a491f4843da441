/** Chooses which of several incidents people are told of, because a whole and its parts often move together. */

/** The counts that a series should have brought and has brought in the same span. */
export interface Moving {
  key: string;
  expected: number;
  seen: number;
}

/** From this part of its change on, an incident is explained by another one. */
export const EXPLAINED = 0.7;

const changeOf = ({ expected, seen }: Moving): number => seen - expected;

/**
 * For each series that another one explains, the key of that one. A part collapses into the whole if the whole, moving
 * everything alike, explains at least 70 % of the part's change; the whole collapses into one part that makes up at
 * least 70 % of its change, unless everything moved alike.
 */
export function collapse(whole: Moving | null, parts: readonly Moving[]): Map<string, string> {
  const explained = new Map<string, string>();
  if (whole === null || whole.expected <= 0) return explained;
  const total = changeOf(whole);
  const ratio = whole.seen / whole.expected;
  const inside = parts.filter((part) => {
    const change = changeOf(part);
    return change !== 0 && (part.expected * (ratio - 1)) / change >= EXPLAINED;
  });
  const [largest] = parts.toSorted((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)));
  const isOne = largest !== undefined && total !== 0 && changeOf(largest) / total >= EXPLAINED;
  // A part that makes up nearly all of the whole moves as it does: the narrower name says more.
  if (isOne) {
    explained.set(whole.key, largest.key);
    for (const part of inside) if (part !== largest) explained.set(part.key, largest.key);
    return explained;
  }
  for (const part of inside) explained.set(part.key, whole.key);
  return explained;
}
