/** The text form of money, in a separate file so that showing money does not load its arithmetic. */

/** A plain decimal number in a string: `-12.50`. No exponent and no spaces. */
export type Money = `${number}`;

/** Whether a value is a plain decimal in a string. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}

/**
 * `12.500` as `12.5` and `12.000` as `12`. It uses a loop, because a regular expression would start again at each zero
 * of a long text.
 */
export function withoutTrailingZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal;
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}
