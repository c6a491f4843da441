/** The parts of an issued invoice with which a credit note begins. */
import { z } from 'zod';
import { defineCall, idParams } from './define-call.ts';

export const listDisputedLines = defineCall({
  tag: 'Documents',
  group: 'documents',
  rows: 'staff',
  name: 'listDisputedLines',
  summary: 'The lines of an issued invoice with disputed facts, and what of these is not credited yet.',
  method: 'GET',
  path: 'documents/:id/disputed-lines',
  access: { routes: ['allInvoices', 'creditNotes'], action: 'add' },
  params: idParams,
  answer: z.array(z.object({ position: z.number(), amount: z.string() })),
});
