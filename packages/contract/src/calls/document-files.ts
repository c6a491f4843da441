/** The forms of a document as files. */
import { z } from 'zod';
import { defineCall, FILE } from './define-call.ts';

/** `attached` is the publisher's own invoice, byte by byte. */
export const DOCUMENT_FORMS = ['pdf', 'xml', 'csv', 'attached'] as const;

export const downloadDocument = defineCall({
  name: 'downloadDocument',
  summary: 'A document as PDF, as UBL 2.1 after EN 16931, its lines as CSV, or the invoice that a publisher attached.',
  tag: 'Documents',
  method: 'GET',
  path: 'documents/:id/files/:form',
  access: { routes: ['allInvoices', 'creditNotes', 'approval', 'myInvoices'], action: 'view' },
  rows: 'own',
  params: z.object({ id: z.coerce.number<unknown>().int().positive(), form: z.enum(DOCUMENT_FORMS) }),
  answer: FILE,
});
