/**
 * The answer to a question (docs/product/statistics.md#the-answer). The server validates answers with these schemas
 * before sending them, and the web app after receiving them.
 */
import { z } from 'zod';

/** The value of a metric: a count, an exact decimal as text, or null where it is not defined. */
export const metricValueSchema = z.union([z.number(), z.string(), z.null()]);

/** Values by metric id: `{"1": 120, "20": "53.20", "18": null}`. */
export const statsSchema = z.record(z.string().regex(/^\d+$/), metricValueSchema);

/** The actions that a row offers; both are false for a row without facts. */
export const rowActionsSchema = z.strictObject({ drillDown: z.boolean(), openFacts: z.boolean() });

export const statsRowSchema = z.strictObject({
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  stats: statsSchema,
  /** The same columns for the compared range. */
  compare: statsSchema.optional(),
  hasChildren: z.boolean(),
  actions: rowActionsSchema,
  /** In the costs tab: the names of the partner's current tags. */
  tags: z.array(z.string()).optional(),
});

export const statsDataSchema = z.strictObject({
  rows: z.array(statsRowSchema),
  /** Totals over all rows, not only the page. */
  totals: z.strictObject({ stats: statsSchema, compare: statsSchema.optional() }),
  /** The king stat over time; `at` is the start of the hour, day or week in the requested zone. */
  series: z.strictObject({
    unit: z.enum(['hour', 'day', 'week']),
    points: z.array(
      z.strictObject({ at: z.string(), value: metricValueSchema, compare: metricValueSchema.optional() }),
    ),
  }),
});

export const statsMetaSchema = z.looseObject({
  total: z.int().nonnegative(),
  /** When the newest fact was recorded; null if there is none. */
  freshness: z.iso.datetime().nullable(),
  /** Everything recorded before this instant is counted. Missing in an answer about an earlier day's knowledge. */
  completeUntil: z.iso.datetime().optional(),
  /**
   * The instant at which the comparison ends while the requested range is not over, so that equal parts are compared.
   */
  comparedUntil: z.iso.datetime().optional(),
  /** The currency of all amounts of the answer. */
  currency: z.string().optional(),
});

/** One row of an answer. */
export type StatsRow = z.infer<typeof statsRowSchema>;
/** The data of an answer. */
export type StatsData = z.infer<typeof statsDataSchema>;
/** Metadata of an answer. */
export type StatsMeta = z.infer<typeof statsMetaSchema>;
