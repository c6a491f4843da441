/** Whether terms are valid on a day. Deals, global deals, overrides and publishers' terms share this rule; SQL has it in `deals_at`. */

/** Days are `YYYY-MM-DD`, both ends included; null is open. */
export interface Validity {
  validFrom: string | null;
  validTo: string | null;
}

/** Whether the terms are valid on `day`, and if not, on which side of them it lies. */
export function validityOn(
  { validFrom, validTo }: Validity,
  day: string,
): 'valid' | 'not_yet_valid' | 'no_longer_valid' {
  if (validFrom !== null && day < validFrom) return 'not_yet_valid';
  return validTo !== null && day > validTo ? 'no_longer_valid' : 'valid';
}

export const isValidOn = (terms: Validity, day: string): boolean => validityOn(terms, day) === 'valid';
