/** Exact amounts for the demo world: whole cents, never a fraction of a float. */

/** `-12.50` of −1250 cents. */
export function fromCents(cents: number): string {
  return (Math.round(cents) / 100).toFixed(2);
}
