/** Values that can be missing: an empty input or choice is null. */

/** The text; null if it is empty. */
export function textOrNull(text: string): string | null {
  if (text === '') return null;
  return text;
}

/** A number as the value of a choice. */
export function stringOrNull(number: number | null): string | null {
  if (number === null) return null;
  return String(number);
}

/** The number that the value of a choice stands for. */
export function numberOrNull(text: string | null): number | null {
  if (text === null) return null;
  return Number(text);
}
