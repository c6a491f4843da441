/** The one schema of a fact's row in ClickHouse and in the click log. Each reader picks the columns that it needs. */

import { z } from 'zod';
import { recordOf } from '../../objects.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_KINDS,
  FACT_TEXTS,
  MONEY_MEASURES,
} from '../../traffic/clicks/fact.ts';

const each = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: S): Record<K, S> =>
  recordOf(keys, () => schema);

const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

/** The columns that a conversion copies from its click. */
export const CLICK_COLUMNS = [...FACT_IDS, ...FACT_TEXTS, ...SUBS] as const;

/** {@link CLICK_COLUMNS} of a row. */
export const clickRow = z.object({
  ...each(FACT_IDS, z.number()),
  ...each(FACT_TEXTS, z.string()),
  ...each(SUBS, z.string()),
});

/**
 * The same columns with defaults for missing values, because a line of the click log leaves out zeros and empty texts.
 */
export const EMPTY_CLICK_ROW: z.infer<typeof clickRow> = clickRow.parse(
  Object.fromEntries([
    ...FACT_IDS.map((key) => [key, 0]),
    ...CLICK_COLUMNS.slice(FACT_IDS.length).map((key) => [key, '']),
  ]),
);

/** Sums of all measures: counts as numbers, money as exact decimal strings. */
export const factSumsSchema = z.object({
  ...each(COUNT_MEASURES, z.number()),
  ...each(MONEY_MEASURES, z.string()),
});

/** A whole row. */
export const factRow = z.object({
  factId: z.string(),
  kind: z.enum(FACT_KINDS),
  at: z.string(),
  clickAt: z.string(),
  recordedAt: z.string(),
  clickId: z.string(),
  visitorId: z.string(),
  dealVersion: z.number(),
  allocationVersion: z.number(),
  amount: z.string(),
  rate: z.string(),
  ...clickRow.shape,
  ...each(FACT_FREE_TEXTS, z.string()),
  ...each(COUNT_MEASURES, z.number()),
  ...each(MONEY_MEASURES, z.string()),
});
