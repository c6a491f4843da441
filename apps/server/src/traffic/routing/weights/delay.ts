/**
 * Estimates how long conversions take, and so how many are still to come. After O. Chapelle, "Modeling delayed feedback
 * in display advertising", KDD 2014: a click converts with probability p, and if it does, after an exponential delay of
 * rate λ. A click without a conversion either never converts or does so later; expectation-maximisation separates the
 * two cases.
 */

/** Clicks of one age. */
export interface Aged {
  /** Hours. */
  age: number;
  clicks: number;
}

export interface Observed {
  /** All clicks, including those that converted. */
  clicks: readonly Aged[];
  conversions: number;
  /** The sum of the hours that conversions took. */
  delays: number;
}

/** The prior: a mean delay with the weight of this many conversions. */
export interface DelayPrior {
  meanHours: number;
  weight: number;
}

const ROUNDS = 60;
/** Without any data: a mean delay of one day, with the weight of five conversions. */
export const FIRST_DELAY: DelayPrior = { meanHours: 24, weight: 5 };

/** The posterior of the mean delay in hours: inverse gamma, which stays wide with few observations. */
export interface DelayBelief {
  meanHours: number;
  shape: number;
  scale: number;
}

/** The belief about how long conversions take, including those still to come. */
export function delayOf({ clicks, conversions, delays }: Observed, prior: DelayPrior): DelayBelief {
  const total = clicks.reduce((sum, one) => sum + one.clicks, 0);
  const shape = conversions + prior.weight;
  // The age of the clicks that converted is not known here, so every age is reduced by the same share.
  const open = total === 0 ? 0 : Math.max(0, total - conversions) / total;
  let scale = delays + prior.weight * prior.meanHours;
  let p = Math.min(0.5, (conversions + 1) / (total + 2));
  for (let round = 0; round < ROUNDS; round += 1) {
    let pending = 0;
    let waited = 0;
    for (const { age, clicks: count } of clicks) {
      const late = p * Math.exp((-age * shape) / scale);
      const share = (count * open * late) / (1 - p + late);
      pending += share;
      waited += share * age;
    }
    p = Math.min(1 - 1e-9, (conversions + pending) / Math.max(1, total));
    scale = delays + waited + prior.weight * prior.meanHours;
  }
  return { meanHours: scale / shape, shape, scale };
}

/**
 * The number of clicks that count as tried by now. Each click counts with the share of its conversions that has had
 * time to arrive. The corrected number of trials of C. Vernade, O. Cappé, V. Perchet, "Stochastic bandit models for
 * delayed conversions", UAI 2017.
 */
export function ripeClicks(clicks: readonly Aged[], meanHours: number): number {
  return clicks.reduce((sum, { age, clicks: count }) => sum + count * (1 - Math.exp(-age / meanHours)), 0);
}
