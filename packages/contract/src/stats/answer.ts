/** The answer to a question (docs/product/statistics.md#the-answer). The server validates what it sends by these schemas, the web what it receives. */
import { z } from 'zod';

const value = z.union([z.number(), z.string(), z.null()]);

/** Values by metric id: `{"1": 120, "20": "53.20", "18": null}`. */
export const statsSchema = z.record(z.string().regex(/^\d+$/), value);

/** What may be done with a row; both false where a row stands for something without facts. */
export const rowActionsSchema = z.strictObject({ drillDown: z.boolean(), openFacts: z.boolean() });

export const statsRowSchema = z.strictObject({
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  stats: statsSchema,
  /** The same columns for the compared range. */
  compare: statsSchema.optional(),
  hasChildren: z.boolean(),
  actions: rowActionsSchema,
  /** The costs tab only: names of the tags that a partner carries now. */
  tags: z.array(z.string()).optional(),
});

export const statsDataSchema = z.strictObject({
  rows: z.array(statsRowSchema),
  /** Over all rows, not the page. */
  totals: z.strictObject({ stats: statsSchema, compare: statsSchema.optional() }),
  /** The king stat over time; `at` is the start of the hour, day or week in the asked zone. */
  series: z.strictObject({
    unit: z.enum(['hour', 'day', 'week']),
    points: z.array(z.strictObject({ at: z.string(), value, compare: value.optional() })),
  }),
});

export const statsMetaSchema = z.looseObject({
  total: z.int().nonnegative(),
  /** When the newest fact counted was recorded; null when there is none. */
  freshness: z.iso.datetime().nullable(),
  /** Where the asked range is not over: the instant at which the comparison ends, so that like is compared with like. */
  comparedUntil: z.iso.datetime().optional(),
});

/** One row of an answer. */
export type StatsRow = z.infer<typeof statsRowSchema>;
/** The data of an answer. */
export type StatsData = z.infer<typeof statsDataSchema>;
/** What an answer says about itself. */
export type StatsMeta = z.infer<typeof statsMetaSchema>;
