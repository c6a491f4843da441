/** Documents and amounts due, for the viewer's own publisher or for the publishers that they look after. */
import { z } from 'zod';
import { statementSchema } from '../money/payment-views.ts';
import {
  agesSchema,
  documentListRowSchema,
  documentsAskSchema,
  documentsFileSchema,
  dueSchema,
  monthSchema,
  sumsSchema,
} from '../money/views.ts';
import { defineCall, FILE } from './define-call.ts';

const own = { tag: 'Documents', group: 'documents', rows: 'own' } as const;
const mine = { routes: ['myInvoices'], action: 'view' } as const;
const mineAdd = { routes: ['myInvoices'], action: 'add' } as const;

export const listMyDue = defineCall({
  ...own,
  name: 'listMyDue',
  summary: 'What is due to the viewer’s own publisher, or to the publishers that they look after.',
  method: 'GET',
  path: 'my-invoices/due',
  access: mine,
  query: z.object({ month: monthSchema }),
  answer: z.array(dueSchema),
});

export const exportMyDocuments = defineCall({
  ...own,
  name: 'exportMyDocuments',
  summary: 'The same documents of a list as a file, the newest first.',
  method: 'GET',
  path: 'my-invoices/export',
  access: mine,
  query: documentsFileSchema,
  answer: FILE,
});

export const listMyDocuments = defineCall({
  ...own,
  name: 'listMyDocuments',
  summary: 'Documents of the viewer’s own publisher, or of the publishers that they look after.',
  method: 'GET',
  path: 'my-invoices',
  access: mine,
  query: documentsAskSchema,
  answer: z.array(documentListRowSchema),
  meta: z.looseObject({ total: z.number(), ages: agesSchema, sums: sumsSchema }),
});

export const readMyStatements = defineCall({
  ...own,
  name: 'readMyStatements',
  summary: 'The statements of the viewer’s own publisher, or of the publishers that they look after.',
  method: 'GET',
  path: 'my-invoices/statements',
  access: mine,
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** Only publishers with an issued document. */
  answer: z.array(z.object({ partyId: z.number(), party: z.string(), statements: z.array(statementSchema) })),
});

export const createMyDraft = defineCall({
  ...own,
  name: 'createMyDraft',
  summary:
    'Makes a draft of what is due to a publisher of the viewer, with the number of the publisher’s own invoice if it has one.',
  method: 'POST',
  repeat: 'key',
  path: 'my-invoices/drafts',
  access: mineAdd,
  body: z.strictObject({
    partyId: z.number().int().positive(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    month: monthSchema,
    legalEntityId: z.number().int().positive().optional(),
    externalNumber: z.string().trim().max(60).default(''),
    note: z.string().trim().max(1000).default(''),
  }),
  answer: z.object({ id: z.number() }),
});
