/** The one reader of numbers as programs print very large and very small ones: `1.0E2`, `1e-05`. */

const EXPONENT = /^([+-]?)(\d{0,24})(?:\.(\d{0,24}))?e([+-]?\d{1,2})$/i;

/** The same number without its exponent, with every digit; null if the text is no such number. */
export function withoutExponent(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', power = ''] = EXPONENT.exec(text) ?? [];
  const digits = whole + fraction;
  if (digits === '') return null;
  const point = whole.length + Number(power);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const minus = sign === '-' ? '-' : '';
  const integer = `${minus}${padded.slice(0, at)}`;
  const decimals = padded.slice(at);
  if (decimals === '') return integer;
  return `${integer}.${decimals}`;
}
