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
