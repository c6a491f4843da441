/**
 * Whether terms are valid on a day. Deals, global deals, overrides and publishers' terms share this rule; its SQL
 * version is `deals_at`.
 */

/** Days are `YYYY-MM-DD`, both ends included; null means no limit. */
export interface Validity {
  validFrom: string | null;
  validTo: string | null;
}

/** Whether the terms are valid on `day`, and if not, whether they have ended or not started yet. */
export function validityOn(
  { validFrom, validTo }: Validity,
  day: string,
): 'valid' | 'not_yet_valid' | 'no_longer_valid' {
  if (validFrom !== null && day < validFrom) return 'not_yet_valid';
  if (validTo !== null && day > validTo) return 'no_longer_valid';
  return 'valid';
}

export const isValidOn = (terms: Validity, day: string): boolean => validityOn(terms, day) === 'valid';
