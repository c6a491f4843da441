/** Log-likelihood ratios of counts: negative binomial with mean μ and variance φμ, and Poisson where φ is 1. */

/** The changes that are looked for: half is gone, doubled. */
export const FACTORS = { down: 0.5, up: 2 } as const;
/** Below it, both distributions are the same to the last digits that matter. */
const LEAST_EXCESS = 1e-3;

/**
 * ln f(y; μ·factor, r) − ln f(y; μ, r) with r = μ / (φ − 1): above 0 if the count speaks for the changed mean. Both
 * terms grow with the mean, so that an expected count that does not come is worth the same at every hour.
 */
export function evidence(count: number, mean: number, dispersion: number, factor: number): number {
  const log = Math.log(factor);
  const excess = dispersion - 1;
  if (excess < LEAST_EXCESS) return count * log + mean * (1 - factor);
  return count * log + (count + mean / excess) * Math.log(dispersion / (1 + excess * factor));
}
