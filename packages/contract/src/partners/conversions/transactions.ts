/** The details and actions of a reported transaction. */
import { z } from 'zod';
import { trimInvisible } from '../../reading/invisible.ts';

/** One event in the history of a transaction. */
export const transactionEventSchema = z.object({
  id: z.number(),
  at: z.string(),
  what: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The person; null for the product. */
  by: z.string().nullable(),
});
export type TransactionEvent = z.infer<typeof transactionEventSchema>;

export const attributeBody = z.strictObject({
  clickId: z
    .string()
    .overwrite(trimInvisible)
    .toLowerCase()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: 'This is not a click id.' }),
});

/** States from which a transaction can be counted again. */
export const REPLAYABLE_STATES = ['counted', 'waiting', 'unattributed'] as const;

/** Explanations of why a transaction does not count. */
export const TRANSACTION_REASONS = {
  no_click_id: 'The click id is not one of ours',
  unknown_click: 'No click has this id',
  too_late: 'More than 400 days after its click',
  too_large: 'Its value is too large to be money',
  no_rate: 'No exchange rate is known for its currency',
  already_reported: 'Already reported with another status',
  undone: 'It was added by hand, and taken out again',
} as const;

/** Describes a stored reason. */
export const transactionReason = (reason: unknown): string =>
  Object.entries(TRANSACTION_REASONS).find(([code]) => code === reason)?.[1] ?? String(reason).replaceAll('_', ' ');

/** The part of a stored price that is shown. */
export const priceSchema = z.looseObject({ because: z.string() });

/** A stored request, with secrets masked. */
export const rawRequestSchema = z.looseObject({
  method: z.string(),
  address: z.string(),
  agent: z.string(),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  /** Sentences about the parts of the request that were left out. */
  notes: z.array(z.string()).default([]),
});
