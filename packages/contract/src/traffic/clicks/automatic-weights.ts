/** Automatic weights, which follow the earnings of campaigns: the result of a round and its description. */
import { z } from 'zod';
import type { Weighted } from '../../define/allocation.ts';

const WEIGHT_METRIC_NAMES = ['epc', 'ftd_rate'] as const;
export type WeightMetric = (typeof WEIGHT_METRIC_NAMES)[number];
export const WEIGHT_METRICS: Record<WeightMetric, string> = { epc: 'EPC', ftd_rate: 'FTD rate' };

/** The number of days of clicks that a round considers. */
export const WEIGHT_DAYS = 30;
export const WEIGHT_EVERY_MINUTES = 60;
/** The smallest change of a weight that is applied. Smaller changes are noise and would move visitors for nothing. */
export const WEIGHT_STEP = 2;

/** The number of conversions all weighed campaigns must have together before any weight changes. */
export const WEIGHT_ENOUGH = 5;

/** One campaign of a box in a round. */
export const weightArmSchema = z.object({
  campaignId: z.number(),
  name: z.string(),
  /** Why its weight does not change or stays at 1. */
  held: z.enum(['locked', 'override', 'cannot take clicks']).nullable(),
  clicks: z.number(),
  /** Clicks that paid or deposited, and how many more are expected of the present clicks. */
  conversions: z.number(),
  toCome: z.number(),
  /** The value of one click, including expected conversions: EPC in the base currency, or the share that deposits. */
  value: z.number(),
  /** The probability, 0 to 1, that it is the best of the weighed campaigns. */
  best: z.number(),
  before: z.number(),
  after: z.number(),
});
export type WeightArm = z.infer<typeof weightArmSchema>;

/** The result of the last round. */
export const weightRoundSchema = z.object({
  ranAt: z.string(),
  /** When the next round is due; null while frozen or off. */
  nextAt: z.string().nullable(),
  metric: z.enum(WEIGHT_METRIC_NAMES),
  because: z.string(),
  arms: z.array(weightArmSchema),
});
export type WeightRound = z.infer<typeof weightRoundSchema>;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Explains in one paragraph why the weights changed or did not. */
export function weightsBecause(metric: WeightMetric, arms: readonly WeightArm[]): string {
  const label = WEIGHT_METRICS[metric];
  const weighed = arms.filter(({ held }) => held === null);
  if (weighed.length < 2) return 'No weights to adjust: fewer than two unlocked campaigns can take clicks.';
  const moved = weighed.filter(({ before, after }) => before !== after);
  const clicks = weighed.reduce((sum, arm) => sum + arm.clicks, 0);
  const conversions = weighed.reduce((sum, arm) => sum + arm.conversions, 0);
  const toCome = Math.round(weighed.reduce((sum, arm) => sum + arm.toCome, 0));
  const ground = `${clicks} clicks and ${conversions} conversions in the last ${WEIGHT_DAYS} days, ${toCome} more conversions expected`;
  if (conversions < WEIGHT_ENOUGH)
    return `Unchanged: not enough data yet; ${WEIGHT_ENOUGH} conversions are needed (${ground}).`;
  if (moved.length === 0) return `Unchanged: no weight would change by ${WEIGHT_STEP} or more (${ground}).`;
  const each = [...moved]
    .sort((one, other) => other.best - one.best || one.campaignId - other.campaignId)
    .map(({ name, before, after, best }) => `${name} ${before} → ${after} (${percent(best)} likely to be best)`);
  return `By ${label}: ${each.join(', ')}. Based on ${ground}.`;
}

/** Whether a weight can be adjusted: it is neither locked nor overridden. */
export const isFree = ({ lock, weightOverride }: Weighted): boolean => !lock && !weightOverride;
