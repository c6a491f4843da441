/** Payments and what they settle, statements, and the closing of months. */
import { z } from 'zod';
import { SIDES } from '../money/document.ts';
import {
  allocationAskSchema,
  balanceSchema,
  paymentAskSchema,
  paymentSchema,
  statementSchema,
} from '../money/payment-views.ts';
import { amountSchema, monthSchema, periodSchema } from '../money/views.ts';
import { defineCall, FILE, idParams } from './define-call.ts';

const staff = { tag: 'Documents', group: 'documents', rows: 'staff' } as const;
const view = { routes: ['allInvoices', 'creditNotes'], action: 'view' } as const;
const add = { routes: ['allInvoices', 'creditNotes'], action: 'add' } as const;
const done = z.object({ id: z.number() });

export const listPayments = defineCall({
  ...staff,
  name: 'listPayments',
  summary: 'Money that was received or paid, the newest first, with what is left of it.',
  method: 'GET',
  path: 'payments',
  access: view,
  query: z.object({
    side: z.enum(SIDES).optional(),
    partyId: z.coerce.number<unknown>().int().positive().optional(),
    /** Only payments of which something is left. */
    isOpen: z.stringbool().optional(),
  }),
  answer: z.array(paymentSchema),
});

export const recordPayment = defineCall({
  ...staff,
  name: 'recordPayment',
  summary: 'Records money that was received or paid, with what it settles.',
  method: 'POST',
  repeat: 'key',
  path: 'payments',
  access: add,
  body: paymentAskSchema,
  answer: done,
});

export const allocatePayment = defineCall({
  ...staff,
  name: 'allocatePayment',
  summary: 'Settles documents with what is left of a payment.',
  method: 'POST',
  repeat: 'key',
  path: 'payments/:id/allocations',
  access: add,
  params: idParams,
  body: z.strictObject({ allocations: z.array(allocationAskSchema).min(1).max(200) }),
  answer: done,
});

const reversal = z.strictObject({ reason: z.string().trim().min(1, 'Say why.').max(200) });

export const reversePayment = defineCall({
  ...staff,
  name: 'reversePayment',
  summary:
    'Reverses a payment that was entered wrongly, with everything that it settles, by one of the opposite amount.',
  method: 'POST',
  repeat: 'key',
  path: 'payments/:id/reverse',
  access: add,
  params: idParams,
  body: reversal,
  answer: done,
});

export const reverseAllocation = defineCall({
  ...staff,
  name: 'reverseAllocation',
  summary: 'Takes back what a payment, an applied credit or a write-off settled, once.',
  method: 'POST',
  repeat: 'key',
  path: 'allocations/:id/reverse',
  access: add,
  params: idParams,
  body: reversal,
  answer: done,
});

export const writeOffDocument = defineCall({
  ...staff,
  name: 'writeOffDocument',
  summary: 'Gives up an open amount, with a reason.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/write-off',
  access: add,
  params: idParams,
  body: z.strictObject({ amount: amountSchema, reason: z.string().trim().min(1).max(500) }),
  answer: done,
});

export const applyCreditNote = defineCall({
  ...staff,
  name: 'applyCreditNote',
  summary: 'Settles another invoice of the same party and currency with what is left of a credit note.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/apply',
  access: add,
  params: idParams,
  body: z.strictObject({ documentId: z.number().int().positive(), amount: amountSchema }),
  answer: done,
});

export const exportJournals = defineCall({
  ...staff,
  name: 'exportJournals',
  summary: 'The journals of a range of days as a file for hledger.',
  method: 'GET',
  path: 'journals/export',
  access: view,
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  answer: FILE,
});

export const readStatement = defineCall({
  ...staff,
  name: 'readStatement',
  summary: 'The statement of a partner or publisher: opening, documents, settlements, closing.',
  method: 'GET',
  path: 'statements/:side/:partyId',
  access: view,
  params: z.object({ side: z.enum(SIDES), partyId: z.coerce.number<number>().int().positive() }),
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  answer: z.array(statementSchema),
});

export const listBalances = defineCall({
  ...staff,
  name: 'listBalances',
  summary: 'What each partner or publisher was billed, what is settled, and what is open today.',
  method: 'GET',
  path: 'statements/:side',
  access: view,
  params: z.object({ side: z.enum(SIDES) }),
  answer: z.array(balanceSchema),
});

export const listPeriods = defineCall({
  ...staff,
  name: 'listPeriods',
  summary: 'The months with money, the newest first, and which of them are closed.',
  method: 'GET',
  path: 'periods',
  access: view,
  answer: z.array(periodSchema),
});

export const closePeriod = defineCall({
  ...staff,
  name: 'closePeriod',
  summary: 'Closes a month for everything that is entered by hand; months are closed one after the other.',
  method: 'POST',
  repeat: 'state',
  path: 'periods/close',
  access: add,
  body: z.strictObject({ month: monthSchema }),
  answer: z.array(periodSchema),
});
