/** One look at a test: what the counts say, and whether the test is over. */
import {
  RATIO_ALPHA,
  type TestGuardrail,
  type TestPlan,
  type TestResult,
} from '@signpost/contract/traffic/pages/tests.ts';
import { pOfLook } from './even-chance.ts';
import { type Arm, differenceInterval, type Interval } from './interval.ts';

/** The visitors of one variant. */
export interface ArmCounts {
  readonly id: number;
  /** Everybody who has seen it. */
  readonly exposed: number;
  /** The visitors whose time has passed, and how many of them reached the goal. */
  readonly visitors: number;
  readonly converted: number;
  /** Sums over those visitors. */
  readonly guardrails: Readonly<Record<TestGuardrail, { readonly sum: number; readonly squares: number }>>;
}

/** The smallest p values so far: of the sample ratio, and of each challenger by its id. */
export interface LeastP {
  readonly ratio: number;
  readonly challengers: Readonly<Record<string, number>>;
}

export type Verdict = 'running' | 'won' | 'harmful' | 'futile' | 'timed_out';

export interface Judgement {
  readonly verdict: Verdict;
  readonly winnerId: number | null;
  readonly isRatioWrong: boolean;
  readonly least: LeastP;
  readonly result: TestResult;
}

export const NO_LOOKS: LeastP = { ratio: 1, challengers: {} };

const inPoints = ({ estimate, low, high }: Interval): Interval => ({
  estimate: estimate * 100,
  low: Math.max(-100, low * 100),
  high: Math.min(100, high * 100),
});
const LARGEST = 1_000_000_000;
const bounded = ({ estimate, low, high }: Interval): Interval => ({
  estimate,
  low: Math.max(-LARGEST, low),
  high: Math.min(LARGEST, high),
});

const rateArm = ({ visitors, converted }: ArmCounts): Arm => ({ units: visitors, sum: converted, squares: converted });

/** Judges the counts by the plan. `before` holds the smallest p values of all earlier looks. */
export function judge(plan: TestPlan, counts: readonly ArmCounts[], before: LeastP): Judgement {
  const arms = plan.variants.map((variant) => ({
    ...variant,
    counts: counts.find(({ id }) => id === variant.id) ?? none(variant.id),
  }));
  const ratio = Math.min(
    before.ratio,
    pOfLook(
      arms.map(({ share }) => share),
      arms.map((arm) => arm.counts.exposed),
    ),
  );
  const control = arms.find(({ id }) => id === plan.controlId);
  const others = arms.filter(({ id }) => id !== plan.controlId);
  if (control === undefined || others.length === 0) throw new RangeError('A test needs a control and another variant.');
  const alpha = plan.alpha / others.length;
  const bounds = { alpha, horizon: plan.horizon };
  const least: Record<string, number> = {};
  const challengers = others.map((arm) => {
    const share = arm.share / (arm.share + control.share);
    const look = pOfLook([1 - share, share], [control.counts.converted, arm.counts.converted]);
    const p = Math.min(before.challengers[arm.id] ?? 1, look);
    least[arm.id] = p;
    return {
      id: arm.id,
      name: arm.name,
      p,
      difference: inPoints(differenceInterval(rateArm(control.counts), rateArm(arm.counts), bounds)),
      guardrails: plan.guardrails.map((guardrail) => {
        const [was, is] = [control.counts, arm.counts].map((of) => ({
          units: of.visitors,
          ...of.guardrails[guardrail],
        }));

        return { guardrail, difference: bounded(differenceInterval(was ?? EMPTY_ARM, is ?? EMPTY_ARM, bounds)) };
      }),
    };
  });
  const result: TestResult = {
    arms: arms.map(({ id, name, counts: { visitors, converted } }) => ({ id, name, visitors, converted })),
    waiting: arms.reduce((sum, arm) => sum + arm.counts.exposed - arm.counts.visitors, 0),
    ratioP: ratio,
    challengers,
  };
  const isRatioWrong = ratio < RATIO_ALPHA;
  const found = { isRatioWrong, least: { ratio, challengers: least }, result };
  const [verdict, winnerId] = isRatioWrong ? (['running', null] as const) : verdictOf(plan, result, alpha);
  return { ...found, verdict, winnerId };
}

function verdictOf(plan: TestPlan, { arms, challengers }: TestResult, alpha: number): [Verdict, number | null] {
  const harmful = (one: TestResult['challengers'][number]): boolean =>
    one.guardrails.some(({ difference }) => difference.high < 0);
  const [winner] = challengers
    .filter((one) => one.p <= alpha && one.difference.low > 0 && !harmful(one))
    .sort((a, b) => b.difference.estimate - a.difference.estimate);
  if (winner !== undefined) return ['won', winner.id];
  if (challengers.every(harmful)) return ['harmful', null];
  if (challengers.every(({ difference }) => difference.high < plan.minimalEffect)) return ['futile', null];
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0);
  if (visitors >= 2 * plan.horizon) return ['timed_out', null];
  return ['running', null];
}

const EMPTY_ARM: Arm = { units: 0, sum: 0, squares: 0 };
const NOTHING = { sum: 0, squares: 0 };
const none = (id: number): ArmCounts => ({
  id,
  exposed: 0,
  visitors: 0,
  converted: 0,
  guardrails: { leads: NOTHING, firstDeposits: NOTHING, revenue: NOTHING },
});
