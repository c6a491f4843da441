/** Money on documents: what is due, drafts, approval, issuing, credit notes, payments, statements. */
import { z } from 'zod';
import { SIDES } from '../money/document.ts';
import {
  agesSchema,
  billedFactSchema,
  creditAskSchema,
  disputeSchema,
  documentListRowSchema,
  documentsAskSchema,
  documentsFileSchema,
  documentViewSchema,
  draftAskSchema,
  draftsRunSchema,
  dueSchema,
  heldFactSchema,
  monthSchema,
  sumsSchema,
  todaySchema,
} from '../money/views.ts';
import { defineCall, FILE, idParams, MULTIPART } from './define-call.ts';

const tag = 'Documents';
const group = 'documents';
const view = { routes: ['allInvoices', 'creditNotes'], action: 'view' } as const;
const add = { routes: ['allInvoices', 'creditNotes'], action: 'add' } as const;
/** Everybody who sees the document; the handler filters by the viewer. */
const seen = { routes: ['allInvoices', 'creditNotes', 'approval', 'myInvoices'], action: 'view' } as const;
const written = { routes: ['allInvoices', 'creditNotes', 'myInvoices'], action: 'add' } as const;
const done = z.object({ id: z.number() });
const hash = z.string().length(64);

const staff = { tag, group, rows: 'staff' } as const;
const own = { tag, group, rows: 'own' } as const;

export const listDue = defineCall({
  ...staff,
  name: 'listDue',
  summary: 'What no document has billed yet, per party and currency, up to a month.',
  method: 'GET',
  path: 'documents/due',
  access: view,
  query: z.object({ side: z.enum(SIDES), month: monthSchema }),
  answer: z.array(dueSchema),
});

export const createDrafts = defineCall({
  ...staff,
  name: 'createDrafts',
  summary: 'Starts a job that makes drafts of what is due, one for each party and currency.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/drafts',
  access: add,
  body: draftAskSchema,
  answer: done,
});

export const readDrafts = defineCall({
  ...staff,
  name: 'readDrafts',
  summary: 'A job that makes drafts: its progress, and the drafts that it has made.',
  method: 'GET',
  path: 'documents/drafts/:id',
  access: add,
  params: idParams,
  answer: draftsRunSchema,
});

export const listDocuments = defineCall({
  ...staff,
  name: 'listDocuments',
  summary: 'Invoices and credit notes of both sides, the newest first.',
  method: 'GET',
  path: 'documents',
  access: view,
  query: documentsAskSchema,
  answer: z.array(documentListRowSchema),
  meta: z.looseObject({ total: z.number(), ages: agesSchema, sums: sumsSchema }),
});

export const exportDocuments = defineCall({
  ...staff,
  name: 'exportDocuments',
  summary: 'All invoices and credit notes of a list as a file, the newest first.',
  method: 'GET',
  path: 'documents/export',
  access: view,
  query: documentsFileSchema,
  answer: FILE,
});

export const showDocument = defineCall({
  ...own,
  name: 'showDocument',
  summary: 'One document with its content, what settles it and its history.',
  method: 'GET',
  path: 'documents/:id',
  access: seen,
  params: idParams,
  answer: documentViewSchema,
});

export const listBilledFacts = defineCall({
  ...own,
  name: 'listBilledFacts',
  summary: 'Exactly the facts that a document bills, or one of its lines.',
  method: 'GET',
  path: 'documents/:id/facts',
  access: seen,
  params: idParams,
  query: z.object({
    line: z.coerce.number<unknown>().int().positive().optional(),
    limit: z.coerce.number<unknown>().int().min(1).max(500).default(50),
    offset: z.coerce.number<unknown>().int().min(0).default(0),
  }),
  answer: z.array(billedFactSchema),
  meta: z.looseObject({ total: z.number(), exact: z.string() }),
});

export const compareDocument = defineCall({
  ...own,
  name: 'compareDocument',
  summary: 'What the document would be today, and why it differs.',
  method: 'GET',
  path: 'documents/:id/today',
  access: seen,
  params: idParams,
  answer: todaySchema,
});

export const changeDraft = defineCall({
  ...own,
  name: 'changeDraft',
  summary: 'Changes the note or the payment terms of a document that is not issued, or claims new facts.',
  method: 'PATCH',
  path: 'documents/:id',
  access: written,
  params: idParams,
  body: z.strictObject({
    note: z.string().trim().max(1000).optional(),
    paymentTermsDays: z.number().int().min(0).max(180).optional(),
    /** Whether facts that became known since are billed as well. */
    isRenewed: z.boolean().default(false),
    /** Facts that were held back and are billed by this document. */
    takes: z.array(z.guid()).max(500).default([]),
  }),
  answer: done,
});

export const holdBilledFacts = defineCall({
  ...own,
  name: 'holdBilledFacts',
  summary: 'Holds single facts back from a document that is not issued.',
  method: 'POST',
  repeat: 'state',
  path: 'documents/:id/hold',
  access: written,
  params: idParams,
  body: z.strictObject({ factIds: z.array(z.guid()).min(1).max(500), reason: z.string().trim().min(1).max(500) }),
  answer: done,
});

export const listHeldFacts = defineCall({
  ...own,
  name: 'listHeldFacts',
  summary: 'Facts of the document’s party and currency that are held back and that no document has taken.',
  method: 'GET',
  path: 'documents/:id/held',
  access: seen,
  params: idParams,
  answer: z.array(heldFactSchema),
});

export const deleteDraft = defineCall({
  ...own,
  name: 'deleteDraft',
  summary: 'Deletes a document that is not issued; its facts are due again.',
  method: 'DELETE',
  path: 'documents/:id',
  access: written,
  params: idParams,
});

export const proposeDocument = defineCall({
  ...own,
  name: 'proposeDocument',
  summary: 'Sends a draft to the people who approve.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/propose',
  access: written,
  params: idParams,
  body: z.strictObject({ payloadHash: hash }),
  answer: z.object({ id: z.number(), disputed: z.string() }),
});

export const issueDocument = defineCall({
  ...staff,
  name: 'issueDocument',
  summary: 'Issues an approved document with the next number of its series.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/issue',
  access: add,
  params: idParams,
  body: z.strictObject({ payloadHash: hash }),
  answer: z.object({ number: z.string(), issueDate: z.string(), disputed: z.string() }),
});

export const sendDocument = defineCall({
  ...staff,
  name: 'sendDocument',
  summary: 'Sends an issued document by e-mail, with its PDF and, if wanted, its XML attached.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/send',
  access: add,
  params: idParams,
  body: z.strictObject({
    to: z.string().trim().min(1, 'Enter an e-mail address.').max(254),
    message: z.string().trim().max(2000).default(''),
    hasXml: z.boolean().default(false),
  }),
  answer: done,
});

export const creditDocument = defineCall({
  ...staff,
  name: 'creditDocument',
  summary: 'Makes the draft of a credit note for an issued invoice.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/credit',
  access: add,
  params: idParams,
  body: creditAskSchema,
  answer: done,
});

export const listDisputes = defineCall({
  ...own,
  name: 'listDisputes',
  summary: 'Questioned facts of the documents that the viewer sees.',
  method: 'GET',
  path: 'disputes',
  access: seen,
  query: z.object({
    documentId: z.coerce.number<unknown>().int().positive().optional(),
    state: disputeSchema.shape.state.optional(),
  }),
  answer: z.array(disputeSchema),
});

export const disputeFact = defineCall({
  ...own,
  name: 'disputeFact',
  summary: 'Questions one fact of a document.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/disputes',
  access: written,
  params: idParams,
  body: z.strictObject({ factId: z.guid(), reason: z.string().trim().min(1, 'Say what is wrong.').max(500) }),
  answer: done,
});

export const acceptDocument = defineCall({
  ...own,
  name: 'acceptDocument',
  summary: 'A publisher accepts an issued document that was made in its name.',
  method: 'POST',
  repeat: 'key',
  path: 'documents/:id/accept',
  access: { routes: ['myInvoices'], action: 'add' },
  params: idParams,
  answer: done,
});

export const decideDispute = defineCall({
  ...own,
  name: 'decideDispute',
  summary: 'Accepts or rejects a dispute, with an answer.',
  method: 'POST',
  repeat: 'key',
  path: 'disputes/:id/decide',
  access: written,
  params: idParams,
  body: z.strictObject({ state: z.enum(['accepted', 'rejected']), answer: z.string().trim().min(1).max(500) }),
  answer: done,
});

export const attachInvoice = defineCall({
  ...own,
  name: 'attachInvoice',
  summary: 'Attaches the publisher’s own invoice as PDF; it is kept byte by byte.',
  method: 'POST',
  repeat: 'state',
  path: 'documents/:id/file',
  access: written,
  params: idParams,
  body: MULTIPART,
  answer: done,
});

export const listEntities = defineCall({
  ...own,
  name: 'listEntities',
  summary: 'The names of the legal entities, for the choice of who issues.',
  method: 'GET',
  path: 'documents/entities',
  access: seen,
  answer: z.array(z.object({ id: z.number(), name: z.string(), currency: z.string() })),
});
