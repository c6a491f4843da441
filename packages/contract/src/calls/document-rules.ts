/** The tables that documents follow: VAT rows and number series. */
import { z } from 'zod';
import { vatRowSchema } from '../money/vat.ts';
import { seriesSchema } from '../money/views.ts';
import { defineCall } from './define-call.ts';

const rules = {
  tag: 'Documents',
  group: 'documents',
  rows: 'staff',
  method: 'GET',
  access: { routes: ['allInvoices', 'creditNotes'], action: 'view' },
} as const;

export const listVatRows = defineCall({
  ...rules,
  name: 'listVatRows',
  summary: 'The versioned table that decides how documents are taxed, the newest first.',
  path: 'documents/vat',
  answer: z.array(vatRowSchema),
});

export const listSeries = defineCall({
  ...rules,
  name: 'listSeries',
  summary: 'The number series of all legal entities.',
  path: 'documents/series',
  answer: z.array(seriesSchema),
});
