/** PDF files beside the images of a manual transaction (docs/product/money-entries.md#attachments). */
import { z } from 'zod';
import { imageSchema } from '../define/image.ts';
import { defineCall, FILE, MULTIPART } from './define-call.ts';

const tag = 'Manual transactions';

export const uploadAttachment = defineCall({
  name: 'uploadAttachment',
  summary: 'Keeps a PDF of at most 10 MB byte by byte, and answers where it is.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'attachments',
  access: { routes: ['manualTransactionsAdd', 'manualTransactionsCopy'], action: 'add' },
  rows: 'own',
  body: MULTIPART,
  answer: imageSchema,
});

export const downloadAttachment = defineCall({
  name: 'downloadAttachment',
  summary: 'A PDF of a manual transaction that the viewer sees, or that they have uploaded themselves.',
  tag,
  method: 'GET',
  path: 'attachments/:id',
  access: { routes: ['manualTransactions', 'manualTransactionsAdd', 'manualTransactionsCopy'], action: 'view' },
  rows: 'own',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'This is not the id of an attachment.') }),
  answer: FILE,
});
