/**
 * Estimates the probability that each campaign is the best, and derives the weights: Thompson sampling, which chooses
 * an arm as often as it is likely to be the best (W. R. Thompson, Biometrika 1933; regret bounds: S. Agrawal, N. Goyal,
 * "Analysis of Thompson sampling for the multi-armed bandit problem", COLT 2012). Here the shares of a whole hour are
 * set to those probabilities, instead of choosing for each click. Pure: the same input and seed give the same weights.
 */

import { WEIGHT_TOTAL } from '@signpost/contract/limits.ts';
import type { WeightMetric } from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { WEIGHT_STEP } from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { delayOf, FIRST_DELAY, type Observed, ripeClicks } from './delay.ts';
import { beta, gamma, type Uniform, uniform } from './random.ts';

/** The observations of one campaign. */
export interface Arm extends Observed {
  /** The sum of its conversions' earnings; not used for the FTD rate. */
  earned: number;
}

/** The posterior of an arm. */
interface Belief {
  /** The Beta distribution of the share of clicks that convert: `a`, and one `b` for each sampled delay. */
  a: number;
  b: number;
  likely: readonly number[];
  /** The inverse gamma distribution of the earnings of one conversion. */
  shape: number;
  scale: number;
}

export interface Weighing {
  best: number;
  /** Earnings per click, including conversions still to come. */
  value: number;
  toCome: number;
}

const DRAWS = 4_000;
/** For a single arm, the mean delay of all arms has the weight of this many conversions. */
const POOLED = 3;
/** The number of delays drawn from their posterior; each conversion rate is drawn for one of them. */
const DELAYS = 32;
/** The prior conversion rate if there are no conversions: one in a hundred. */
const FIRST_RATE = 0.01;
const SMALLEST_RATE = 1e-6;

const sum = (arms: readonly Arm[], of: (arm: Arm) => number): number => arms.reduce((all, arm) => all + of(arm), 0);
const clicksOf = ({ clicks }: Observed): number => clicks.reduce((all, one) => all + one.clicks, 0);

/** All arms combined. */
const pooled = (arms: readonly Arm[]): Observed => ({
  clicks: arms.flatMap(({ clicks }) => clicks),
  conversions: sum(arms, ({ conversions }) => conversions),
  delays: sum(arms, ({ delays }) => delays),
});

/**
 * The beliefs about all arms. Each arm starts from the mean of all arms with the weight of one conversion, so that a
 * new arm gets a fair share but not everything.
 */
function beliefs(arms: readonly Arm[], metric: WeightMetric, next: Uniform): { belief: Belief; toCome: number }[] {
  const all = pooled(arms);
  const { meanHours } = delayOf(all, FIRST_DELAY);
  const ripe = ripeClicks(all.clicks, meanHours);
  const rate = Math.max(SMALLEST_RATE, Math.min(0.5, (all.conversions + 1) / (ripe + 1 / FIRST_RATE)));
  const worth = all.conversions > 0 ? sum(arms, ({ earned }) => earned) / all.conversions : 1;
  // The earnings of conversions are exponentially distributed; the prior is one conversion with the common value.
  const earningsOf = (arm: Arm) => {
    if (metric !== 'epc') return { shape: 2, scale: 1 };
    return { shape: 2 + arm.conversions, scale: Math.max(0, worth) + arm.earned };
  };
  return arms.map((arm) => {
    const delay = delayOf(arm, { meanHours, weight: POOLED });
    const triedAt = (hours: number) => Math.max(arm.conversions, ripeClicks(arm.clicks, hours));
    const failures = (tried: number) => (1 - rate) / rate + tried - arm.conversions;
    const tried = triedAt(delay.meanHours);
    const belief = {
      a: 1 + arm.conversions,
      b: failures(tried),
      likely: Array.from({ length: DELAYS }, () => failures(triedAt(delay.scale / gamma(next, delay.shape)))),
      ...earningsOf(arm),
    };
    const p = belief.a / (belief.a + belief.b);
    return { belief, toCome: Math.max(0, (clicksOf(arm) - tried) * p) };
  });
}

const expected = ({ a, b, shape, scale }: Belief): number => (a / (a + b)) * (scale / (shape - 1));

/**
 * The probability of each arm in `compete` to be the best, found by drawing from the posteriors. The other arms only
 * contribute to the common delay and value.
 */
export function weighArms(
  arms: readonly Arm[],
  metric: WeightMetric,
  seed: number,
  compete: readonly boolean[] = arms.map(() => true),
): Weighing[] {
  const next = uniform(seed);
  const known = beliefs(arms, metric, next);
  const wins = arms.map(() => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const [at, { belief }] of known.entries()) {
      if (compete[at] !== true) continue;
      const rate = beta(next, belief.a, belief.likely[draw % DELAYS] ?? belief.b);
      const value = metric === 'epc' ? (rate * belief.scale) / gamma(next, belief.shape) : rate;
      if (value <= most) continue;
      best = at;
      most = value;
    }
    if (best >= 0) wins[best] = (wins[best] ?? 0) + 1;
  }
  return known.map(({ belief, toCome }, at) => ({ toCome, value: expected(belief), best: (wins[at] ?? 0) / DRAWS }));
}

/**
 * Whole weights that add up to `total`, by probability, each at least 1. The arms with the largest remainders get the
 * units left by rounding.
 */
export function sharesOf(total: number, probabilities: readonly number[]): number[] {
  const count = probabilities.length;
  if (count === 0 || total < count) throw new RangeError(`${total} cannot be shared by ${count} with 1 for each.`);
  const all = probabilities.reduce((one, other) => one + other, 0);
  const exact = probabilities.map((p) => 1 + (total - count) * (all > 0 ? p / all : 1 / count));
  const weights = exact.map(Math.floor);
  const left = total - weights.reduce((one, other) => one + other, 0);
  const order = exact
    .map((weight, at) => ({ at, rest: weight - Math.floor(weight) }))
    .sort((one, other) => other.rest - one.rest || one.at - other.at);
  for (const { at } of order.slice(0, left)) weights[at] = (weights[at] ?? 0) + 1;
  return weights;
}

/** A campaign of an allocation: its weight, whether it may be moved, and whether it can take clicks now. */
export interface Slot {
  weight: number;
  free: boolean;
  able: boolean;
}

/**
 * The new weights of a whole allocation: locked and overridden ones stay, free ones that can take no clicks get 1, and
 * the rest is shared by probability. Returns the old weights if there is no room, nothing to weigh, or too small a
 * change.
 */
export function newWeights(slots: readonly Slot[], best: readonly number[]): number[] {
  const old = slots.map(({ weight }) => weight);
  const weighed = slots.flatMap(({ free, able }, at) => (free && able ? [at] : []));
  const idle = slots.filter(({ free, able }) => free && !able).length;
  const held = slots.filter(({ free }) => !free).reduce((all, { weight }) => all + weight, 0);
  const room = WEIGHT_TOTAL - held - idle;
  if (weighed.length < 2 || room < weighed.length) return old;
  const shares = sharesOf(
    room,
    weighed.map((at) => best[at] ?? 0),
  );
  const next = slots.map(({ weight, free }, at) => (free ? (shares[weighed.indexOf(at)] ?? 1) : weight));
  if (next.some((weight, at) => Math.abs(weight - (old[at] ?? 0)) >= WEIGHT_STEP)) return next;
  return old;
}
