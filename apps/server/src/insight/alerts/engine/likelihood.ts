/** Log-likelihood ratios of counts: negative binomial with mean μ and variance φμ, and Poisson where φ is 1. */

/** The changes that are looked for: half is gone, doubled. */
export const FACTORS = { down: 0.5, up: 2 } as const;
/** Below it, both distributions are the same to the last digits that matter. */
const LEAST_EXCESS = 1e-3;

/** The factors by which a count and its expected mean add to the evidence for a changed mean. */
export interface Evidence {
  perCount: number;
  perMean: number;
}

/**
 * ln f(y; μ·factor, r) − ln f(y; μ, r) with r = μ / (φ − 1), as perCount · y + perMean · μ: above 0 if the count speaks
 * for the changed mean. Both terms are the same at every hour, so an expected count that does not come is always worth the same.
 */
export function evidenceFor(dispersion: number, factor: number): Evidence {
  const log = Math.log(factor);
  const excess = dispersion - 1;
  if (excess < LEAST_EXCESS) return { perCount: log, perMean: 1 - factor };
  const ratio = Math.log(dispersion / (1 + excess * factor));
  return { perCount: log + ratio, perMean: ratio / excess };
}
