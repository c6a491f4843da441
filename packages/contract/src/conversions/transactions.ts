/** What may be asked and done with a reported transaction. */
import { z } from 'zod';

/** One thing that happened to a transaction. */
export interface TransactionEvent {
  id: number;
  at: string;
  what: string;
  detail: Record<string, unknown>;
  /** Who did it; null for the product. */
  by: string | null;
}

export const attributeBody = z.strictObject({
  clickId: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: 'This is no click id.' }),
});

/** States from which a transaction can be counted again. */
export const REPLAYABLE_STATES = ['counted', 'waiting', 'unattributed'] as const;

/** What of a stored price a person is told. */
export const priceSchema = z.looseObject({ because: z.string() });

/** A request as it is kept: secrets masked. */
export const rawRequestSchema = z.looseObject({
  method: z.string(),
  address: z.string(),
  agent: z.string(),
  parameters: z.array(z.tuple([z.string(), z.string()])),
});
