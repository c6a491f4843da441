/** Lines of a partner's list that are added by hand, because their postbacks never arrived. */
import { z } from 'zod';
import { DAY_ORDERS } from '../../reading/day.ts';
import { trimInvisible } from '../../reading/invisible.ts';
import { MEANINGS } from './postback.ts';
import { reconcileBody } from './reconcile.ts';

/** One addition has at most this many transactions, so that it and its preview take seconds. */
export const MOST_ADDED = 500;

/** The meaning of the amounts in a list: what the partner pays us, or what the player deposited or lost. */
export const AMOUNTS_ARE = {
  payout: 'What the partner pays us',
  amount: 'The deposit or revenue that the deal takes a share of',
} as const;

const status = z.string().overwrite(trimInvisible).min(1).max(200);

export const additionBody = reconcileBody.extend({
  /** The lines to add, by their references. Only lines that never arrived are added. */
  references: z.array(z.string().min(1).max(200)).min(1).max(MOST_ADDED),
  /** Replaces the statuses in the list. */
  status: status.optional(),
  /** The day (UTC) of lines that have no time of their own. */
  day: z.iso.date().optional(),
  amountsAre: z.enum(['payout', 'amount']),
  /** Whether day or month comes first in the times; detected from the list if absent. */
  dayOrder: z.enum(DAY_ORDERS).optional(),
  /** Shown in the list of additions. */
  fileName: z.string().overwrite(trimInvisible).max(200).default(''),
});
export type AdditionBody = z.infer<typeof additionBody>;

/** The result for a line that is added, as shown to people. */
export const ADDED_LINE_OUTCOMES = {
  counts: 'Counts',
  unmatched: 'Kept, but without a click it counts nothing',
  unassigned: 'Kept, but its status has no meaning yet',
  ignored: 'Kept, but its status is ignored',
  known: 'Is here already',
  refused: 'Cannot be read',
} as const;

const addedLineSchema = z.object({
  /** The line of the list. */
  line: z.number(),
  reference: z.string(),
  status: z.string(),
  meaning: z.enum(MEANINGS).nullable(),
  day: z.string().nullable(),
  outcome: z.enum(['counts', 'unmatched', 'unassigned', 'ignored', 'known', 'refused']),
  /** The reason if the line is refused or unmatched; otherwise empty. */
  reason: z.string(),
  /** In the base currency. */
  revenue: z.string(),
});
export type AddedLine = z.infer<typeof addedLineSchema>;

export const additionPreviewSchema = z.object({
  lines: z.array(addedLineSchema),
  /** The revenue that all lines add, with their effect on other transactions of the same clicks, in the base currency. */
  revenue: z.string(),
  /** Whether a day can mean two days, because nothing in the list shows the order of day and month. */
  asksDayOrder: z.boolean(),
  /** The statuses that this partner's reports may have. */
  statuses: z.array(z.object({ status: z.string(), meaning: z.enum(MEANINGS) })),
});
export type AdditionPreview = z.infer<typeof additionPreviewSchema>;

export const additionSchema = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  fileName: z.string(),
  transactions: z.number(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
export type Addition = z.infer<typeof additionSchema>;
