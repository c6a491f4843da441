import type { TestPlan } from '@signpost/contract/traffic/pages/tests.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thorough } from '../../../../../../packages/testkit/src/thorough.ts';
import { aaRuns, SHAPES } from '../testing/simulate.ts';
import { lnEvidence, lnGamma, pOfLook } from './even-chance.ts';
import { differenceInterval } from './interval.ts';
import { type ArmCounts, judge, NO_LOOKS } from './judge.ts';

const plan: TestPlan = {
  goal: 'clickout',
  windowHours: 1,
  controlId: 1,
  minimalEffect: 1,
  horizon: 10_000,
  guardrails: ['revenue'],
  alpha: 0.05,
  revenueCap: 100,
  variants: [
    { id: 1, name: 'A', share: 0.5, content: '' },
    { id: 2, name: 'B', share: 0.5, content: '' },
  ],
};
const arm = (id: number, exposed: number, converted: number, revenue = 0, visitors = exposed): ArmCounts => ({
  id,
  exposed,
  visitors,
  converted,
  guardrails: {
    leads: { sum: 0, squares: 0 },
    firstDeposits: { sum: 0, squares: 0 },
    revenue: { sum: revenue, squares: revenue * 20 },
  },
});

it('computes ln Γ to 12 digits', () => {
  let factorial = 0;
  for (let n = 1; n < 170; n += 1) {
    expect(lnGamma(n)).toBeCloseTo(factorial, 9);
    factorial += Math.log(n);
  }
  expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
});

it('gives evidence that is a fair bet: over all outcomes of n units its expectation is 1', () => {
  for (const share of [0.5, 0.2]) {
    const n = 40;
    let expected = 0;
    for (let k = 0; k <= n; k += 1) {
      const chance =
        lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1) + k * Math.log(share) + (n - k) * Math.log(1 - share);
      expected += Math.exp(chance + lnEvidence([share, 1 - share], [k, n - k]));
    }
    expect(expected).toBeCloseTo(1, 9);
  }
});

it('never depends on the order of the arms, and grows with a growing imbalance', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.double({ min: 0.05, max: 0.95, noNaN: true }), (a, b, share) => {
      expect(lnEvidence([share, 1 - share], [a, b])).toBeCloseTo(lnEvidence([1 - share, share], [b, a]), 6);
      const p = pOfLook([0.5, 0.5], [a + b + 200, a]);
      expect(p).toBeLessThanOrEqual(pOfLook([0.5, 0.5], [a + b + 100, a]));
      expect(p).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: thorough(100, 2_000) },
  );
});

it('narrows the interval with more visitors and holds the estimate inside', () => {
  let last = Number.POSITIVE_INFINITY;
  for (const units of [100, 1_000, 10_000, 100_000]) {
    const half = { units, sum: units / 2, squares: units / 2 };
    const { estimate, low, high } = differenceInterval(half, half, { alpha: 0.05, horizon: 10_000 });
    expect(estimate).toBe(0);
    expect(low).toBeLessThan(0);
    expect(high - low).toBeLessThan(last);
    last = high - low;
  }
  expect(
    differenceInterval(
      { units: 0, sum: 0, squares: 0 },
      { units: 9, sum: 1, squares: 1 },
      { alpha: 0.05, horizon: 1_000 },
    ).high,
  ).toBe(Number.POSITIVE_INFINITY);
});

describe('the verdict', () => {
  const verdict = (...counts: ArmCounts[]) => judge(plan, counts, NO_LOOKS);

  it('finds a clear winner, and says how much better it is', () => {
    const found = verdict(arm(1, 5_000, 500), arm(2, 5_000, 800));
    expect(found).toMatchObject({ verdict: 'won', winnerId: 2, isRatioWrong: false });
    const [challenger] = found.result.challengers;
    expect(challenger?.difference.estimate).toBeCloseTo(6, 9);
    expect(challenger?.difference.low).toBeGreaterThan(0);
  });

  it('says nothing while little is known, and nothing about a clear loser but that it is not worth it', () => {
    expect(verdict(arm(1, 100, 10), arm(2, 100, 14)).verdict).toBe('running');
    expect(verdict(arm(1, 5_000, 800), arm(2, 5_000, 500)).verdict).toBe('futile');
    expect(verdict(arm(1, 400_000, 40_000), arm(2, 400_000, 40_010)).verdict).toBe('futile');
    expect(verdict().verdict).toBe('running');
  });

  it('gives no verdict at all once the visitors were not shared as planned', () => {
    const skewed = judge(plan, [arm(1, 5_000, 500), arm(2, 6_000, 900)], NO_LOOKS);
    expect(skewed).toMatchObject({ verdict: 'running', winnerId: null, isRatioWrong: true });
    const later = judge(plan, [arm(1, 50_000, 5_000), arm(2, 50_000, 8_000)], skewed.least);
    expect(later).toMatchObject({ verdict: 'running', isRatioWrong: true });
  });

  it('refuses a winner that earns less, and stops for it', () => {
    expect(verdict(arm(1, 9_000, 900, 9_000), arm(2, 9_000, 1_500, 1_000)).verdict).toBe('harmful');
  });

  it('ends at twice the planned number of visitors', () => {
    const wide = { ...plan, minimalEffect: 0.01 };
    expect(judge(wide, [arm(1, 10_000, 1_000), arm(2, 10_000, 1_020)], NO_LOOKS).verdict).toBe('timed_out');
    expect(judge(wide, [arm(1, 9_000, 900), arm(2, 9_000, 918)], NO_LOOKS).verdict).toBe('running');
  });

  it('remembers the smallest p of all looks and asks more of each of several challengers', () => {
    const first = judge(plan, [arm(1, 2_000, 100), arm(2, 2_000, 160)], NO_LOOKS);
    const second = judge(plan, [arm(1, 4_000, 400), arm(2, 4_000, 400)], first.least);
    expect(second.result.challengers[0]?.p).toBe(first.result.challengers[0]?.p);
    const three = {
      ...plan,
      variants: [1, 2, 3].map((id) => ({ id, name: String(id), share: 1 / 3, content: '' })),
    };
    const wide = judge(three, [arm(1, 2_000, 100), arm(2, 2_000, 160), arm(3, 2_000, 100)], NO_LOOKS);
    const width = (found: typeof wide) => {
      const [one] = found.result.challengers;
      return (one?.difference.high ?? 0) - (one?.difference.low ?? 0);
    };
    expect(width(wide)).toBeGreaterThan(width(first));
  });
});

it.each(SHAPES)(
  'is wrong in at most 5 % of tests of equal variants with hourly looks for a month: %s traffic',
  (shape) => {
    const { runs, wrong, wrongByZ } = aaRuns(shape, { runs: thorough(120, 1_000), seed: 7 });
    // 11 of 120 would be exceeded by chance in less than 3 % of seeds even at a true rate of 5 %.
    expect(wrong / runs).toBeLessThanOrEqual(0.05);
    expect(wrongByZ / runs).toBeGreaterThan(0.2);
  },
);
