/** What money looks like; apart from its arithmetic, so that showing it needs none. */

/** A plain decimal number in a string: `-12.50`. No exponent, no blanks. */
export type Money = `${number}`;

/** Whether a value is a plain decimal in a string. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}
