/** Documents and what belongs to them, as the calls answer them. */
import { z } from 'zod';
import { trimInvisible } from '../reading/invisible.ts';
import { RUN_STATES } from '../workplace/jobs/runs.ts';
import { approvalTierSchema } from './approval.ts';
import { CONTRACTS, DOCUMENT_KINDS, documentPayloadSchema, SETTLEMENTS, SIDES } from './document.ts';
import { AGES, ALLOCATION_KINDS, DOCUMENT_STATES } from './state.ts';

export const day = z.iso.date();

/** The largest file of a received invoice. */
export const RECEIVED_INVOICE_BYTES = 10 * 1024 * 1024;
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10.');
/** An amount in some currency, which the server compares with its minor units. */
export const amountSchema = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,4})?$/, 'Enter an amount with at most four decimals, or as many as its currency has.');

/** The amount due for a party in a currency, from all months up to the one that was asked for. */
export const dueSchema = z.object({
  side: z.enum(SIDES),
  partyId: z.number(),
  party: z.string(),
  currency: z.string(),
  exact: z.string(),
  /** In base currency: the number of the statistics. */
  base: z.string(),
  facts: z.number(),
  months: z.array(z.object({ month: z.string(), contract: z.enum(CONTRACTS), exact: z.string(), facts: z.number() })),
  /** The first month that documents bill; null for a party that was never billed. Its first draft sets the month. */
  beginsWith: z.string().nullable(),
  /** The reason why no document can be made; empty if there is none. */
  problem: z.string(),
});
export type Due = z.infer<typeof dueSchema>;

export const draftAskSchema = z.strictObject({
  legalEntityId: z.number().int().positive(),
  month: monthSchema,
  /** The first month that is billed, for parties that were never billed. */
  beginsWith: monthSchema.optional(),
  items: z
    .array(
      z.strictObject({
        side: z.enum(SIDES),
        partyId: z.number().int().positive(),
        currency: z.string().regex(/^[A-Z]{3}$/),
      }),
    )
    .min(1)
    .max(200),
});

/** The outcome for each of the parties, so that one without a country does not stop the others. */
export const draftsMadeSchema = z.array(
  z.object({
    side: z.enum(SIDES),
    partyId: z.number(),
    party: z.string(),
    currency: z.string(),
    documentId: z.number().nullable(),
    problem: z.string(),
    /** A warning to read before the draft is proposed; empty if there is none. */
    warning: z.string(),
  }),
);
export type DraftsMade = z.infer<typeof draftsMadeSchema>;

/** The job that makes drafts: how many are computed, and after its end what became of each party. */
export const draftsRunSchema = z.object({
  id: z.number(),
  state: z.enum(RUN_STATES),
  done: z.number(),
  total: z.number(),
  made: draftsMadeSchema,
  /** Why the job failed; empty otherwise. */
  problem: z.string(),
});
export type DraftsRun = z.infer<typeof draftsRunSchema>;

export const documentListRowSchema = z.object({
  id: z.number(),
  kind: z.enum(DOCUMENT_KINDS),
  side: z.enum(SIDES),
  legalEntity: z.string(),
  partyId: z.number(),
  party: z.string(),
  number: z.string().nullable(),
  externalNumber: z.string().nullable(),
  issueDate: day.nullable(),
  dueDate: day.nullable(),
  month: z.string(),
  currency: z.string(),
  total: z.string(),
  baseTotal: z.string(),
  open: z.string(),
  state: z.enum(DOCUMENT_STATES),
  age: z.enum(AGES).nullable(),
  payloadHash: z.string(),
  creditsNumber: z.string().nullable(),
  disputes: z.number(),
});
export type DocumentListRow = z.infer<typeof documentListRowSchema>;

/** The open amounts in base currency by age, over all rows that match. */
export const agesSchema = z.array(
  z.object({ side: z.enum(SIDES), age: z.enum(AGES), open: z.string(), count: z.number() }),
);

/** Everything that is due, whatever its age. */
export const OVERDUE = 'overdue';
export const id = z.coerce.number<unknown>().int().positive();

/** Totals of all rows that match, per side and currency. Credit notes count negative; only issued documents are open. */
export const sumsSchema = z.array(
  z.object({
    side: z.enum(SIDES),
    currency: z.string(),
    count: z.number(),
    total: z.string(),
    open: z.string(),
  }),
);
export type DocumentSum = z.infer<typeof sumsSchema>[number];

export const documentsAskSchema = z.object({
  side: z.enum(SIDES).optional(),
  kind: z.enum(DOCUMENT_KINDS).optional(),
  state: z.enum(DOCUMENT_STATES).optional(),
  age: z.enum([...AGES, OVERDUE]).optional(),
  partnerId: id.optional(),
  publisherId: id.optional(),
  legalEntityId: id.optional(),
  /** The month that the document bills. */
  month: monthSchema.optional(),
  search: z.string().max(100).optional(),
  limit: z.coerce.number<unknown>().int().min(1).max(500).default(50),
  offset: z.coerce.number<unknown>().int().min(0).default(0),
});
export type DocumentsAsk = z.output<typeof documentsAskSchema>;

/** All documents of a list as a file. */
export const documentsFileSchema = documentsAskSchema
  .omit({ limit: true, offset: true })
  .extend({ format: z.enum(['csv', 'xlsx']) });

export const CHANGE_CAUSES = ['late', 'rejected', 'restated', 'rate', 'correction'] as const;
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** The invoice as it would be today: exact amounts when it was made and now, and the difference by cause. */
export const todaySchema = z.object({
  asMade: z.string(),
  now: z.string(),
  difference: z.string(),
  causes: z.array(z.object({ cause: z.enum(CHANGE_CAUSES), exact: z.string(), facts: z.number() })),
});
export type TodayView = z.infer<typeof todaySchema>;

/** The actions that the viewer can take on a document; the server decides. */
export const documentMaySchema = z.object({
  edit: z.boolean(),
  /** Hold facts back, and set the payment terms; only staff can do this. */
  hold: z.boolean(),
  propose: z.boolean(),
  decide: z.boolean(),
  issue: z.boolean(),
  credit: z.boolean(),
  settle: z.boolean(),
  /** Reverse settlements that were entered wrongly. */
  reverse: z.boolean(),
  dispute: z.boolean(),
  accept: z.boolean(),
  attach: z.boolean(),
  send: z.boolean(),
});

export const documentViewSchema = documentListRowSchema.extend({
  legalEntityId: z.number(),
  /** The currency in which money moves: a publisher's own one, otherwise that of the document. */
  payingCurrency: z.string(),
  payload: documentPayloadSchema,
  documentHash: z.string().nullable(),
  creditsId: z.number().nullable(),
  authors: z.array(z.string()),
  tier: approvalTierSchema,
  verdicts: z.array(
    z.object({ user: z.string(), verdict: z.enum(['approved', 'rejected']), reason: z.string(), at: z.string() }),
  ),
  allocations: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(ALLOCATION_KINDS),
      day,
      amount: z.string(),
      text: z.string(),
      taken: z.string().nullable(),
      takenCurrency: z.string().nullable(),
      /** Whether it can be taken back. */
      isReversible: z.boolean(),
    }),
  ),
  /** The amount of each line that can still be credited. */
  creditable: z.array(z.object({ position: z.number(), left: z.string() })),
  notes: z.array(z.object({ id: z.number(), number: z.string().nullable(), total: z.string() })),
  files: z.array(z.object({ purpose: z.enum(['received', 'pdf', 'ubl']), name: z.string(), bytes: z.number() })),
  history: z.array(
    z.object({ at: z.string(), what: z.string(), user: z.string(), detail: z.record(z.string(), z.unknown()) }),
  ),
  /** Why it cannot be issued as it is; empty if it can, or was. */
  problem: z.string(),
  /** How much is disputed; empty if nothing is. */
  disputed: z.string(),
  /** Warns of an exchange rate that was published long before the day it is used for; empty otherwise, and once issued. */
  oldRate: z.string(),
  may: documentMaySchema,
});
export type DocumentView = z.infer<typeof documentViewSchema>;

export const billedFactSchema = z.object({
  factId: z.string(),
  at: z.string(),
  recordedAt: z.string(),
  kind: z.string(),
  clickId: z.string(),
  txid: z.string(),
  reason: z.string(),
  exact: z.string(),
  dispute: z.enum(['open', 'accepted', 'rejected']).nullable(),
});
export type BilledFact = z.infer<typeof billedFactSchema>;

export const heldFactSchema = z.object({
  factId: z.string(),
  month: z.string(),
  description: z.string(),
  reason: z.string(),
  exact: z.string(),
});

export const creditAskSchema = z.strictObject({
  lines: z
    .array(z.strictObject({ position: z.number().int().positive(), amount: amountSchema }))
    .min(1)
    .max(5000),
  reason: z.string().overwrite(trimInvisible).min(1, 'Say why it is credited.').max(500),
  settlement: z.enum(SETTLEMENTS).default('customerCredit'),
  releasesFacts: z.boolean().default(false),
});

/** A series of document numbers; the next number is one higher. */
export const seriesSchema = z.object({
  id: z.number(),
  legalEntity: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  fiscalYear: z.number(),
  lastNumber: z.number(),
  lastIssueDate: day.nullable(),
});

export const periodSchema = z.object({
  month: z.string(),
  /** Whether it is closed, can be closed next, or only after the months before it. */
  state: z.enum(['closed', 'next', 'later']),
  /** The person who closed it, and when; null if it was closed together with a later month. */
  closedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
});
export type Period = z.infer<typeof periodSchema>;

export const disputeSchema = z.object({
  id: z.number(),
  documentId: z.number(),
  document: z.string(),
  party: z.string(),
  factId: z.string(),
  /** The kind and the exact amount of the event; empty and null for disputes from before they were kept. */
  kind: z.string(),
  exact: z.string().nullable(),
  reason: z.string(),
  state: z.enum(['open', 'accepted', 'rejected']),
  answer: z.string(),
  openedBy: z.string(),
  /** The person who opened it, who cannot decide about it. */
  openedById: z.number(),
  openedAt: z.string(),
});
export type Dispute = z.infer<typeof disputeSchema>;

/** A document that waits for the viewer's verdict. */
export const waitingSchema = documentListRowSchema.extend({
  proposedBy: z.string(),
  proposedAt: z.string(),
  /** How many approvals it has and needs. */
  approvals: z.number(),
  needed: z.number(),
  needsAdmin: z.boolean(),
  /** Why the viewer cannot decide about it; empty if they can. */
  obstacle: z.string(),
});
export type Waiting = z.infer<typeof waitingSchema>;
