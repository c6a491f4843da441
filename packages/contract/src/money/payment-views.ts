/** Payments, statements and balances, as the calls answer them. */
import { z } from 'zod';
import { trimInvisible } from '../reading/invisible.ts';
import { DOCUMENT_KINDS, SIDES } from './document.ts';
import { amountSchema, day } from './views.ts';

export const allocationAskSchema = z.strictObject({
  documentId: z.number().int().positive(),
  amount: amountSchema,
  taken: amountSchema,
});

export const paymentAskSchema = z.strictObject({
  legalEntityId: z.number().int().positive(),
  side: z.enum(SIDES),
  partyId: z.number().int().positive(),
  day,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code of three capital letters, such as EUR.'),
  amount: amountSchema,
  reference: z.string().overwrite(trimInvisible).max(200).default(''),
  allocations: z.array(allocationAskSchema).max(200).default([]),
});

/** Money that was received or paid, and the part of it that no document has taken yet. */
export const paymentSchema = z.object({
  id: z.number(),
  side: z.enum(SIDES),
  legalEntity: z.string(),
  partyId: z.number(),
  party: z.string(),
  day,
  currency: z.string(),
  amount: z.string(),
  baseAmount: z.string(),
  left: z.string(),
  /** Whether it was reversed, or reverses another one. */
  isVoid: z.boolean(),
  reference: z.string(),
  /** The numbers of the documents that it settles. */
  settles: z.array(z.string()),
});

export type Payment = z.infer<typeof paymentSchema>;

export const statementSchema = z.object({
  currency: z.string(),
  opening: z.string(),
  documents: z.string(),
  settled: z.string(),
  closing: z.string(),
  entries: z.array(
    z.object({
      day,
      kind: z.enum([...DOCUMENT_KINDS, 'payment', 'writeOff']),
      documentId: z.number(),
      text: z.string(),
      currency: z.string(),
      amount: z.string(),
      balance: z.string(),
    }),
  ),
});

export type Statement = z.infer<typeof statementSchema>;

/** The amount that a party was billed in a currency until today, and the part of it that is open. */
export const balanceSchema = z.object({
  partyId: z.number(),
  party: z.string(),
  currency: z.string(),
  /** Issued documents less credit notes. */
  documents: z.string(),
  settled: z.string(),
  open: z.string(),
  lastDay: day,
});

export type Balance = z.infer<typeof balanceSchema>;
