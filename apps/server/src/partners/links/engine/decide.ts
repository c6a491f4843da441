/**
 * Decides whether a link is dead by Wald's sequential test: each independent observation moves the logarithm of the odds,
 * and nothing is decided before the odds are 999 to 1 (docs/decisions/0220). Pure.
 */
import type { Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';

/**
 * The evidence of one request about a link: it works, it fails, it fails in a way that working servers also show (an
 * error of the server, no answer in time), or it shows nothing (a wall, a limit).
 */
export type Observation = 'ok' | 'failed' | 'weak' | 'none';

/** The probabilities of a wrong decision in either direction. */
const ALPHA = 1e-3;
const BETA = 1e-3;
export const DEAD_AT = Math.log((1 - BETA) / ALPHA);
export const ALIVE_AT = Math.log(BETA / (1 - ALPHA));

/** ln(P(observation | dead) / P(observation | alive)). */
const WEIGHTS: Readonly<Record<Observation, number>> = {
  ok: Math.log(0.02 / 0.98),
  failed: Math.log(0.98 / 0.02),
  weak: Math.log(0.9 / 0.3),
  none: 0,
};

/** The belief about a link after all looks so far. */
export interface Belief {
  /** The logarithm of the odds that it is dead, between {@link ALIVE_AT} and {@link DEAD_AT}. */
  odds: number;
  isDead: boolean;
  /** Successful looks in a row; a dead link needs two to be alive again. */
  successes: number;
  /** Looks that failed since the link was last surely alive. */
  failures: number;
}

export const NOTHING_KNOWN: Belief = { odds: 0, isDead: false, successes: 0, failures: 0 };

const SUCCESSES_TO_RESTORE = 2;

/** The belief after one more look. Looks have to be at least ten minutes apart. */
export function learn(belief: Belief, observations: readonly Observation[]): Belief {
  const sum = observations.reduce((odds, observation) => odds + WEIGHTS[observation], belief.odds);
  const odds = Math.min(DEAD_AT, Math.max(ALIVE_AT, sum));
  const hasFailed = observations.some((one) => one === 'failed' || one === 'weak');
  const hasWorked = !hasFailed && observations.includes('ok');
  const successes = hasFailed ? 0 : belief.successes + Number(hasWorked);
  const isRestored = belief.isDead && successes >= SUCCESSES_TO_RESTORE;
  const isDead = (belief.isDead && !isRestored) || (!belief.isDead && sum >= DEAD_AT);
  const isSure = !isDead && (odds <= ALIVE_AT || isRestored);
  return {
    odds: isRestored ? ALIVE_AT : odds,
    isDead,
    successes,
    failures: isSure ? 0 : belief.failures + Number(hasFailed),
  };
}

/** The result of a single look, before all looks are weighed. */
export type LookKind = 'ok' | 'moved' | 'failed' | 'weak' | 'blocked' | 'limited' | 'unknown';

/** The verdict after a look. */
export function verdictOf({ isDead, successes, failures }: Belief, latest: LookKind): Verdict {
  if (isDead) return 'broken';
  if (latest === 'blocked' || latest === 'limited' || latest === 'unknown') return latest;
  const hasFailed = latest === 'failed' || latest === 'weak';
  if (hasFailed && successes === 0 && failures <= 2) return 'unknown';
  if (hasFailed || failures > 0) return 'flaky';
  return latest;
}
