/** Weights that follow what campaigns earn: what a round found, and how it says so. */
import { z } from 'zod';
import type { Weighted } from './allocation.ts';

const WEIGHT_METRIC_NAMES = ['epc', 'ftd_rate'] as const;
export type WeightMetric = (typeof WEIGHT_METRIC_NAMES)[number];
export const WEIGHT_METRICS: Record<WeightMetric, string> = { epc: 'EPC', ftd_rate: 'FTD rate' };

/** Clicks of so many days are looked at. */
export const WEIGHT_DAYS = 30;
export const WEIGHT_EVERY_MINUTES = 60;
/** Weights move when one of them would by this much; less is noise, and visitors are not moved for it. */
export const WEIGHT_STEP = 2;

/** Before the campaigns that are weighed have so many conversions together, nothing moves: there is nothing to go by. */
export const WEIGHT_ENOUGH = 5;

/** One campaign of a box, as a round saw it. */
export const weightArmSchema = z.object({
  campaignId: z.number(),
  name: z.string(),
  /** Why its weight is not touched, or only kept at 1. */
  held: z.enum(['locked', 'override', 'cannot take clicks']).nullable(),
  clicks: z.number(),
  /** Clicks that paid or deposited, and how many more are expected of the clicks that are there. */
  conversions: z.number(),
  toCome: z.number(),
  /** Of one click, conversions to come included: EPC in the base currency, or the share that deposits. */
  value: z.number(),
  /** Probability, 0 to 1, that it is the best of those that can be weighed. */
  best: z.number(),
  before: z.number(),
  after: z.number(),
});
export type WeightArm = z.infer<typeof weightArmSchema>;

/** What the last round found. */
export const weightRoundSchema = z.object({
  ranAt: z.string(),
  /** When the next one is due; null while frozen or off. */
  nextAt: z.string().nullable(),
  metric: z.enum(WEIGHT_METRIC_NAMES),
  because: z.string(),
  arms: z.array(weightArmSchema),
});
export type WeightRound = z.infer<typeof weightRoundSchema>;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Why the weights moved, or why they did not, in one paragraph. */
export function weightsBecause(metric: WeightMetric, arms: readonly WeightArm[]): string {
  const label = WEIGHT_METRICS[metric];
  const weighed = arms.filter(({ held }) => held === null);
  if (weighed.length < 2) return 'There is nothing to weigh: fewer than two campaigns are free and can take clicks.';
  const moved = weighed.filter(({ before, after }) => before !== after);
  const clicks = weighed.reduce((sum, arm) => sum + arm.clicks, 0);
  const conversions = weighed.reduce((sum, arm) => sum + arm.conversions, 0);
  const toCome = Math.round(weighed.reduce((sum, arm) => sum + arm.toCome, 0));
  const ground = `${clicks} clicks and ${conversions} conversions of the last ${WEIGHT_DAYS} days, ${toCome} more expected of them`;
  if (conversions < WEIGHT_ENOUGH)
    return `Kept: too little is known yet; ${WEIGHT_ENOUGH} conversions are needed (${ground}).`;
  if (moved.length === 0) return `Kept: no weight would move by ${WEIGHT_STEP} or more (${ground}).`;
  const each = [...moved]
    .sort((one, other) => other.best - one.best || one.campaignId - other.campaignId)
    .map(({ name, before, after, best }) => `${name} ${before} → ${after} (best with ${percent(best)})`);
  return `By ${label}: ${each.join(', ')}. From ${ground}.`;
}

/** Whether a weight may be moved: neither locked nor overridden. */
export const isFree = ({ lock, weightOverride }: Weighted): boolean => !lock && !weightOverride;
