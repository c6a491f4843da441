/** Invented tests of equal variants, for showing how often the verdict is wrong (`npm run bench:tests`). */
import type { TestPlan } from '@signpost/contract/traffic/pages/tests.ts';
import { type ArmCounts, judge, type LeastP, NO_LOOKS } from '../tests/judge.ts';

export const SHAPES = ['even', 'daily', 'bursts'] as const;
export type Shape = (typeof SHAPES)[number];

const HOURS = 30 * 24;
const VISITORS_AN_HOUR = 30;
const Z_LIMIT = 1.959964;

/** Uniform numbers from a seed (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Visitors and their rate in one hour: even traffic; days with a rate that follows the hour; campaigns in bursts. */
function trafficAt(shape: Shape, hour: number, next: () => number): { visitors: number; rate: number } {
  if (shape === 'even') return { visitors: VISITORS_AN_HOUR, rate: 0.08 };
  const wave = 1 + Math.sin((hour / 24) * 2 * Math.PI);
  if (shape === 'daily') return { visitors: Math.round(VISITORS_AN_HOUR * wave), rate: 0.04 + 0.05 * wave };
  const isBurst = next() < 0.04;
  return { visitors: isBurst ? VISITORS_AN_HOUR * 12 : Math.round(VISITORS_AN_HOUR / 2), rate: isBurst ? 0.02 : 0.12 };
}

const NOTHING = { sum: 0, squares: 0 };
const armOf = (id: number, visitors: number, converted: number): ArmCounts => ({
  id,
  exposed: visitors,
  visitors,
  converted,
  guardrails: { leads: NOTHING, firstDeposits: NOTHING, revenue: NOTHING },
});

const PLAN: TestPlan = {
  goal: 'clickout',
  windowHours: 1,
  controlId: 1,
  // Never futile, so that each test is looked at to its end.
  minimalEffect: 0.000_001,
  horizon: 10_000_000,
  guardrails: [],
  alpha: 0.05,
  revenueCap: 0,
  variants: [
    { id: 1, name: 'A', share: 0.5, content: '' },
    { id: 2, name: 'A again', share: 0.5, content: '' },
  ],
};

/** Whether the rule of counts finds a difference in either direction, and whether a z test does, at any hourly look. */
function oneTest(shape: Shape, next: () => number): { isWrong: boolean; isWrongByZ: boolean } {
  const visitors = [0, 0];
  const converted = [0, 0];
  let least: LeastP = NO_LOOKS;
  let isWrong = false;
  let isWrongByZ = false;
  for (let hour = 0; hour < HOURS; hour += 1) {
    const { visitors: count, rate } = trafficAt(shape, hour, next);
    for (let n = 0; n < count; n += 1) {
      const at = next() < 0.5 ? 0 : 1;
      visitors[at] = (visitors[at] ?? 0) + 1;
      if (next() < rate) converted[at] = (converted[at] ?? 0) + 1;
    }
    const [n0 = 0, n1 = 0] = visitors;
    const [s0 = 0, s1 = 0] = converted;
    const found = judge(PLAN, [armOf(1, n0, s0), armOf(2, n1, s1)], least);
    least = found.least;
    if ((found.result.challengers[0]?.p ?? 1) <= PLAN.alpha) isWrong = true;
    const pooled = (s0 + s1) / (n0 + n1);
    const error = Math.sqrt(pooled * (1 - pooled) * (1 / n0 + 1 / n1));
    // A z test needs a few conversions.
    if (s0 >= 5 && s1 >= 5 && Math.abs(s0 / n0 - s1 / n1) > Z_LIMIT * error) isWrongByZ = true;
  }
  return { isWrong, isWrongByZ };
}

/** Runs tests of equal variants; the same seed gives the same runs. */
export function aaRuns(
  shape: Shape,
  { runs, seed }: { runs: number; seed: number },
): { runs: number; wrong: number; wrongByZ: number } {
  const next = uniform(seed);
  let [wrong, wrongByZ] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const { isWrong, isWrongByZ } = oneTest(shape, next);
    if (isWrong) wrong += 1;
    if (isWrongByZ) wrongByZ += 1;
  }
  return { runs, wrong, wrongByZ };
}
