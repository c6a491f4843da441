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

/**
 * The maximum number of months of cohorts, and the maximum number of rows if each row is an item: those with most
 * players are shown.
 */
export const LIFETIME_LIMITS = { months: 36, items: 25 } as const;

/** The additional parts of the question; its range gives the months. */
export const lifetimeFilter = z.looseObject({
  basis: z.enum(COHORT_BASES).default('click'),
  rows: z.enum(LIFETIME_ROWS).default('month'),
});

export const lifetimeCellSchema = z.strictObject({
  /** The number of months after the one in which the player came in; 0 is that month. */
  age: z.int().nonnegative(),
  /** Whether the month is not over, so that the number still grows. */
  isOpen: z.boolean(),
  /** Players who have reached this age. */
  players: z.int().nonnegative(),
  /** The sums from the first month up to this age, by metric id; exact. */
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
/** One row, with cells from age 0 up to the age that has been reached. */
export type LifetimeRow = z.infer<typeof lifetimeRowSchema>;
/** `GET statistics/lifetime`. */
export type LifetimeData = z.infer<typeof lifetimeDataSchema>;
