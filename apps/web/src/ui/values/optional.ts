/** Values that can be missing: an empty input or choice is null. */

/** The text; null if it is empty. */
export function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A number as the value of a choice. */
export function stringOrNull(number: number | null): string | null {
  return number === null ? null : String(number);
}

/** The number that the value of a choice stands for. */
export function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
