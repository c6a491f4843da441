/**
 * The sequential test of shares: whether units fall on arms as planned, valid at every look. It serves the sample ratio (units
 * are visitors) and the verdict (units are visitors who reached the goal).
 */

/** The weight of the plan against the data, in units. */
const KAPPA = 100;

/** ln Γ(x) for x > 0, to 1e-13: Stirling's series after shifting the argument above 12. */
export function lnGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 12) {
    shift += Math.log(at);
    at += 1;
  }
  const z = 1 / (at * at);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/**
 * ln E of the counts against the planned shares: E is a mixture of multinomials with the Dirichlet prior κρ, divided by the
 * planned one. If the shares hold, the probability that E ever exceeds 1/α is at most α (Lindon and Malek 2022, "Anytime-valid
 * inference for multinomial count data"). Shares total 1; counts are whole numbers.
 */
export function lnEvidence(shares: readonly number[], counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let evidence = lnGamma(KAPPA) - lnGamma(KAPPA + total);
  for (const [at, share] of shares.entries()) {
    const count = counts[at] ?? 0;
    const prior = KAPPA * share;
    evidence += lnGamma(prior + count) - lnGamma(prior) - count * Math.log(share);
  }
  return evidence;
}

/** The p value of one look; the smallest of all looks is valid at every look. */
export const pOfLook = (shares: readonly number[], counts: readonly number[]): number =>
  Math.min(1, Math.exp(-lnEvidence(shares, counts)));
