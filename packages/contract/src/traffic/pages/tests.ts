/** Tests of variants. Their results may be looked at at any time (docs/product/pages.md#tests). */
import { z } from 'zod';

/** The actions that a visitor should take. */
export const TEST_GOALS = [
  { value: 'clickout', label: 'Clicks the button', hours: 1 },
  { value: 'lead', label: 'Becomes a lead', hours: 24 },
  { value: 'firstDeposit', label: 'Makes a first deposit', hours: 168 },
] as const;
export type TestGoal = (typeof TEST_GOALS)[number]['value'];

/** The figures that must not get worse. */
export const TEST_GUARDRAILS = [
  { value: 'leads', label: 'Leads per visitor' },
  { value: 'firstDeposits', label: 'First deposits per visitor' },
  { value: 'revenue', label: 'Revenue per visitor' },
] as const;
export type TestGuardrail = (typeof TEST_GUARDRAILS)[number]['value'];

const goals = TEST_GOALS.map(({ value }) => value);
const guardrails = TEST_GUARDRAILS.map(({ value }) => value);

/** The chance that a test of equal variants finds a difference, however often it is looked at. */
export const TEST_ALPHA = 0.05;
/** Below this, the visitors are not shared as planned, and no verdict is given. */
export const RATIO_ALPHA = 0.001;

export const startTestSchema = z.strictObject({
  goal: z.enum(goals),
  /** Hours from seeing the variant to reaching the goal; visitors count once this time has passed. */
  windowHours: z.int().min(1).max(720),
  /** The variant that the others are compared with. */
  controlId: z.int().positive(),
  /** The smallest difference worth finding, in percentage points. */
  minimalEffect: z.number().min(0.01).max(50),
  /** The number of visitors for which the interval is the narrowest. */
  horizon: z.int().min(200).max(50_000_000),
  guardrails: z
    .array(z.enum(guardrails))
    .max(3)
    .refine((list) => new Set(list).size === list.length, 'A guardrail is listed twice.'),
});
export type StartTest = z.infer<typeof startTestSchema>;

/** Everything that decides the verdict, fixed before the start. */
export const testPlanSchema = startTestSchema.extend({
  alpha: z.number(),
  variants: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** The share of the visitors, from 0 to 1. */
      share: z.number(),
      /** SHA-256 of the content of the variant. */
      content: z.string(),
    }),
  ),
  /** The largest revenue that counts for one visitor, in the base currency. */
  revenueCap: z.number(),
});
export type TestPlan = z.infer<typeof testPlanSchema>;

const intervalSchema = z.object({ estimate: z.number(), low: z.number(), high: z.number() });

/** The findings of one look. */
export const testResultSchema = z.object({
  /** Visitors whose time has passed, by variant, in the order of the plan. */
  arms: z.array(z.object({ id: z.number(), name: z.string(), visitors: z.number(), converted: z.number() })),
  /** Visitors who have seen a variant but whose time has not passed. */
  waiting: z.number(),
  /** The p value of the sample ratio, over all looks. */
  ratioP: z.number(),
  /** Each variant against the control: p over all looks, and the difference of the rates in percentage points. */
  challengers: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      p: z.number(),
      difference: intervalSchema,
      guardrails: z.array(z.object({ guardrail: z.enum(guardrails), difference: intervalSchema })),
    }),
  ),
});
export type TestResult = z.infer<typeof testResultSchema>;

export const TEST_STATES = {
  running: { label: 'Running', tone: 'accent' },
  won: { label: 'Winner found', tone: 'good' },
  harmful: { label: 'Stopped: a guardrail got worse', tone: 'bad' },
  futile: { label: 'No worthwhile difference', tone: 'neutral' },
  timed_out: { label: 'Out of time', tone: 'attention' },
  stopped: { label: 'Stopped by hand', tone: 'neutral' },
  promoted: { label: 'Promoted', tone: 'good' },
  undone: { label: 'Promotion undone', tone: 'neutral' },
} as const;

export const pageTestSchema = z.object({
  id: z.number(),
  state: z.enum(['running', 'won', 'harmful', 'futile', 'timed_out', 'stopped', 'promoted', 'undone']),
  plan: testPlanSchema,
  planHash: z.string(),
  startedAt: z.string(),
  startedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The verdict: the variant that was found to be better. A promotion never changes it. */
  winnerId: z.number().nullable(),
  /** The variant that was promoted last, which without a verdict may be any of them. */
  promotedId: z.number().nullable(),
  lookedAt: z.string().nullable(),
  /** The visitors are not shared as planned: no verdict is given. */
  isRatioWrong: z.boolean(),
  result: testResultSchema.nullable(),
});
export type PageTest = z.infer<typeof pageTestSchema>;

/** A test that runs or has a winner that is not promoted yet. */
export const currentTestSchema = z.object({
  kind: z.enum(['template', 'button']),
  /** The id and the name of the template or button. */
  id: z.number(),
  name: z.string(),
  state: z.enum(['running', 'won']),
  isRatioWrong: z.boolean(),
});

/** The figures that are known before a test: the visitors and conversions of the last 28 days. */
export const testBaselineSchema = z.object({ visitors: z.number(), converted: z.number(), days: z.number() });

/**
 * The number of visitors of all variants together after which a difference of `effect` percentage points at a rate of `rate`
 * percent is usually found: the size of a fixed test with 80 % power (16 p (1 − p) ÷ δ² per variant), and half as much
 * again for being allowed to look at any time.
 */
export function suggestedHorizon(rate: number, effect: number, variants: number): number {
  const p = Math.min(0.99, Math.max(0.001, rate / 100));
  const delta = effect / 100;
  const size = 1.5 * variants * ((16 * p * (1 - p)) / delta ** 2);
  const step = 10 ** Math.max(1, Math.floor(Math.log10(size)) - 1);
  return Math.min(50_000_000, Math.max(200, Math.ceil(size / step) * step));
}
