/** Lifetime view: the value of players by age, grouped by the month they came in (docs/decisions/0030). */
import { z } from 'zod';
import { statsSchema } from './answer.ts';
import type { DimensionKey } from './dimensions.ts';
import { type MetricId, metric } from './metrics.ts';

/** The event that assigns a player to a month: the first click or the first deposit. */
export const COHORT_BASES = ['click', 'deposit'] as const;
export type CohortBasis = (typeof COHORT_BASES)[number];

/** The kinds of rows: the cohort of a month, or all cohorts of one item. */
export const LIFETIME_ROWS = [
  'month',
  'partner',
  'traffic_source',
  'category',
  'campaign_box',
  'publisher',
  'product',
  'geo',
] as const satisfies readonly ('month' | DimensionKey)[];
export type LifetimeRows = (typeof LIFETIME_ROWS)[number];

/** The metrics that are summed over a player's life. */
export const LIFETIME_METRICS = [
  metric.revenue.id,
  metric.profit.id,
  metric.deposits.id,
  metric.depositAmount.id,
] as const satisfies readonly MetricId[];

/** Months of cohorts at most, and rows at most where a row is an item: those with most players. */
export const LIFETIME_LIMITS = { months: 36, items: 25 } as const;

/** Beside the statistics' question, whose range names the months. */
export const lifetimeFilter = z.looseObject({
  basis: z.enum(COHORT_BASES).default('click'),
  rows: z.enum(LIFETIME_ROWS).default('month'),
});

export const lifetimeCellSchema = z.strictObject({
  /** Months after the one the player came in; 0 is that month. */
  age: z.int().nonnegative(),
  /** Whether the month is not over, so that the number still grows. */
  isOpen: z.boolean(),
  /** Players who have reached this age. */
  players: z.int().nonnegative(),
  /** Added up from the first month to this age, by metric id; exact. */
  total: statsSchema,
  perPlayer: statsSchema,
});

export const lifetimeRowSchema = z.strictObject({
  /** `2026-03`, or an item's id. */
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  players: z.int().nonnegative(),
  cells: z.array(lifetimeCellSchema),
});

export const lifetimeDataSchema = z.strictObject({
  rows: z.array(lifetimeRowSchema),
  /** All cohorts that have fully reached each age: the expected values for younger cohorts. */
  expected: lifetimeRowSchema,
});

/** One age of one row. */
export type LifetimeCell = z.infer<typeof lifetimeCellSchema>;
/** One row: cells from age 0 to what has been reached. */
export type LifetimeRow = z.infer<typeof lifetimeRowSchema>;
/** `GET statistics/lifetime`. */
export type LifetimeData = z.infer<typeof lifetimeDataSchema>;
