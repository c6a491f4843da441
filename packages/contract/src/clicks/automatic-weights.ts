/** Weights that follow what campaigns earn: what a round found, and how it says so. */
import type { Weighted } from './allocation.ts';

export type WeightMetric = 'epc' | 'ftd_rate';
export const WEIGHT_METRICS: Record<WeightMetric, string> = { epc: 'EPC', ftd_rate: 'FTD rate' };

/** Clicks of so many days are looked at. */
export const WEIGHT_DAYS = 30;
export const WEIGHT_EVERY_MINUTES = 60;
/** Weights move when one of them would by this much; less is noise, and visitors are not moved for it. */
export const WEIGHT_STEP = 2;

/** Before the campaigns that are weighed have so many conversions together, nothing moves: there is nothing to go by. */
export const WEIGHT_ENOUGH = 5;

/** One campaign of a box, as a round saw it. */
export interface WeightArm {
  campaignId: number;
  name: string;
  /** Why its weight is not touched, or only kept at 1. */
  held: 'locked' | 'override' | 'cannot take clicks' | null;
  clicks: number;
  /** Clicks that paid or deposited, and how many more are expected of the clicks that are there. */
  conversions: number;
  toCome: number;
  /** Of one click, conversions to come included: EPC in the base currency, or the share that deposits. */
  value: number;
  /** Probability, 0 to 1, that it is the best of those that can be weighed. */
  best: number;
  before: number;
  after: number;
}

/** What the last round found. */
export interface WeightRound {
  ranAt: string;
  /** When the next one is due; null while frozen or off. */
  nextAt: string | null;
  metric: WeightMetric;
  because: string;
  arms: WeightArm[];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Why the weights moved, or why they did not, in one paragraph. */
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

/** Whether a weight may be moved: neither locked nor overridden. */
export const isFree = ({ lock, weightOverride }: Weighted): boolean => !lock && !weightOverride;
