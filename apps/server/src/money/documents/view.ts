/** One document as people see it: content, approvals, settlements, files, history, and what the viewer can do. */
import { mayCall } from '@signpost/contract/access/access.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { tierOf } from '@signpost/contract/money/approval.ts';
import { leftToCredit } from '@signpost/contract/money/credit.ts';
import { oldRatesText } from '@signpost/contract/money/exchange.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import { ALLOCATION_KINDS } from '@signpost/contract/money/state.ts';
import type { DocumentListRow, DocumentView } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { ACCEPTED, mayAccept } from './accept.ts';
import { readCreditable } from './credit.ts';
import { disputeWarning } from './disputes.ts';
import { ALL_DOCUMENTS, findDocuments, ownDocuments } from './list.ts';
import { forPublisher, isPublisher, isPublishersPerson, WRITTEN_BY_PUBLISHER } from './publisher-side.ts';
import { readTiers, readVatRows } from './rules.ts';
import { readDocument, type StoredDocument } from './store.ts';
import { vatProblemOf } from './vat-problem.ts';

const STAFF = ['allInvoices', 'creditNotes', 'approval'] as const;
const WRITERS = ['allInvoices', 'creditNotes'] as const;

/** Whether a person works with all documents, and not only with those of own publishers. */
const isStaff = (viewer: SessionUser): boolean => !isPublisher(viewer) && mayCall(viewer, STAFF, 'view');
export const mayWriteAll = (viewer: SessionUser): boolean => !isPublisher(viewer) && mayCall(viewer, WRITERS, 'add');

/** The documents (`d`) that a person sees. */
export const seenDocuments = (viewer: SessionUser) => {
  if (isStaff(viewer)) return ALL_DOCUMENTS;
  return ownDocuments(viewer);
};

/** The list row of a document that the viewer sees. Errors: ITEM_NOT_FOUND. */
export async function findSeen(
  db: Queryable,
  viewer: SessionUser,
  id: number,
  today: string,
): Promise<DocumentListRow> {
  const [row] = await findDocuments(db, sql`d.id = ${id} AND ${seenDocuments(viewer)}`, today);
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return row;
}

/** Whether the viewer writes all documents, or this is a payable one among their own that matches. */
async function isAmongOwn(
  db: Queryable,
  viewer: SessionUser,
  { id, side, kind }: DocumentListRow,
  matches = sql`true`,
): Promise<boolean> {
  if (mayWriteAll(viewer)) return true;
  if (side !== 'payable' || kind === 'creditNote') return false;
  const found = await readRows(
    db,
    idRow,
    sql`SELECT d.id FROM documents d WHERE d.id = ${id} AND ${ownDocuments(viewer)} AND ${matches}`,
  );
  return found.length > 0;
}

/** Whether the viewer writes the document. A publisher only writes what it sent in or made itself. */
const writes = (db: Queryable, viewer: SessionUser, row: DocumentListRow): Promise<boolean> =>
  isAmongOwn(db, viewer, row, isPublisher(viewer) ? WRITTEN_BY_PUBLISHER : undefined);

/** Errors: ITEM_NOT_FOUND if the viewer does not see the document, FORBIDDEN if they see but `may` not do this to it. */
const findFor =
  (may: (db: Queryable, viewer: SessionUser, row: DocumentListRow) => Promise<boolean>): typeof findSeen =>
  async (db, viewer, id, today) => {
    const row = await findSeen(db, viewer, id, today);
    if (!(await may(db, viewer, row))) throw new AppError('FORBIDDEN');
    return row;
  };

/** A document that the viewer may change. Errors: ITEM_NOT_FOUND, FORBIDDEN. */
export const findWritable = findFor(writes);
/** A document that the viewer may dispute. Errors: ITEM_NOT_FOUND, FORBIDDEN. */
export const findDisputable = findFor(isAmongOwn);

const verdictRow = z.object({
  user: z.string(),
  verdict: z.enum(['approved', 'rejected']),
  reason: z.string(),
  at: z.date().transform((at) => at.toISOString()),
});
const allocationRow = z.object({
  id: z.number(),
  kind: z.enum(ALLOCATION_KINDS),
  day: z.string(),
  amount: z.string(),
  text: z.string(),
  taken: z.string().nullable(),
  takenCurrency: z.string().nullable(),
  isReversible: z.boolean(),
  /** Whether the text is a reason that somebody gave, and not a reference or a number. */
  isReasoned: z.boolean(),
});
const noteRow = z.object({ id: z.number(), number: z.string().nullable(), total: z.string() });
const fileRow = z.object({ purpose: z.enum(['received', 'pdf', 'ubl']), name: z.string(), bytes: z.number() });
const eventRow = z.object({
  at: z.date().transform((at) => at.toISOString()),
  what: z.string(),
  user: z.string(),
  detail: z.record(z.string(), z.unknown()),
  isPublishers: z.boolean(),
});
const authorRow = z.object({ id: z.number(), name: z.string(), isPublishers: z.boolean() });

const readVerdictsOf = (db: Queryable, { id, payloadHash }: StoredDocument) =>
  readRows(
    db,
    verdictRow,
    sql`SELECT u.name AS user, verdict, reason, at FROM approvals a JOIN users u ON u.id = a.user_id
      WHERE subject = 'document' AND subject_id = ${id} AND payload_hash = ${payloadHash} ORDER BY a.id`,
  );

const readAllocations = (db: Queryable, id: number) =>
  readRows(
    db,
    allocationRow,
    sql`SELECT a.id, a.kind, a.day::text AS day, a.amount,
        coalesce(CASE WHEN a.reverses_id IS NOT NULL THEN a.reason END, nullif(p.reference, ''), n.number, a.reason) AS text,
        a.reverses_id IS NOT NULL OR coalesce(nullif(p.reference, ''), n.number) IS NULL AS is_reasoned,
        a.taken, p.currency AS taken_currency, a.reverses_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM allocations r WHERE r.reverses_id = a.id)
          AND (a.kind = 'payment' OR (a.kind = 'writeOff' AND d.kind <> 'creditNote')
            OR (a.kind = 'credit' AND n.credits_id <> a.document_id)) AS is_reversible
      FROM allocations a JOIN documents d ON d.id = a.document_id LEFT JOIN payments p ON p.id = a.payment_id LEFT JOIN documents n ON n.id = a.credit_note_id
      WHERE a.document_id = ${id} OR a.credit_note_id = ${id} ORDER BY a.id`,
  );

const readHistory = (db: Queryable, id: number) =>
  readRows(
    db,
    eventRow,
    sql`SELECT at, what, coalesce(u.name, 'Signpost') AS user, detail, ${isPublishersPerson(sql`u`)} AS is_publishers
      FROM document_events e LEFT JOIN documents d ON d.id = e.document_id LEFT JOIN users u ON u.id = e.user_id
      WHERE document_id = ${id} ORDER BY e.id`,
  );

interface Known {
  isAuthor: boolean;
  hasLeft: boolean;
  writes: boolean;
  disputes: boolean;
  isAccepted: boolean;
}

/** A publisher is paid in its own currency, whatever the currency of the document; a partner pays that of the document. */
async function readPayingCurrency(db: Queryable, { side, partyId, currency }: StoredDocument): Promise<string> {
  if (side === 'receivable') return currency;
  const row = await readRow(
    db,
    z.object({ currency: z.string() }),
    sql`SELECT currency FROM publishers WHERE id = ${partyId}`,
  );
  return row.currency;
}

/** The warning of an old rate, for the people who can enter a newer one. */
function oldRateOf(viewer: SessionUser, { state, kind, payload }: StoredDocument): string {
  if (state === 'issued' || kind === 'creditNote' || isPublisher(viewer)) return '';
  return oldRatesText(payload);
}

function mayDo(
  viewer: SessionUser,
  row: DocumentListRow,
  { isAuthor, hasLeft, writes, disputes, isAccepted }: Known,
): DocumentView['may'] {
  const isIssued = row.issueDate !== null;
  const writesAll = mayWriteAll(viewer);
  const isOpen = compareMoney(row.open, '0') > 0;
  return {
    edit: writes && !isIssued,
    hold: writes && !isIssued && row.kind !== 'creditNote' && !isPublisher(viewer),
    propose: writes && row.state === 'draft',
    decide:
      row.state === 'proposed' &&
      !isAuthor &&
      !isPublisher(viewer) &&
      viewer.keyScope === null &&
      mayCall(viewer, ['approval'], 'add'),
    issue: writesAll && row.state === 'approved',
    credit: writesAll && isIssued && row.kind !== 'creditNote' && hasLeft,
    settle: writesAll && isIssued && isOpen,
    reverse: writesAll && isIssued,
    dispute: disputes && row.kind !== 'creditNote',
    accept: mayAccept(viewer, row) && !isAccepted,
    attach: writes && row.kind === 'received' && !isIssued,
    send: writesAll && isIssued && row.kind !== 'received',
  };
}

/** Everything about one document. */
export async function readView(db: Queryable, viewer: SessionUser, id: number, today: string): Promise<DocumentView> {
  const row = await findSeen(db, viewer, id, today);
  const document = await readDocument(db, id);
  const [authors, tiers, creditable, notes, files] = await Promise.all([
    readRows(
      db,
      authorRow,
      sql`SELECT u.id, u.name, ${isPublishersPerson(sql`u`)} AS is_publishers FROM document_authors a
        JOIN documents d ON d.id = a.document_id JOIN users u ON u.id = a.user_id WHERE document_id = ${id} ORDER BY u.name`,
    ),
    readTiers(db),
    readCreditable(db, id),
    readRows(db, noteRow, sql`SELECT id, number, total FROM documents WHERE credits_id = ${id} ORDER BY id`),
    readRows(
      db,
      fileRow,
      sql`SELECT purpose, name, octet_length(body) AS bytes FROM document_files WHERE document_id = ${id} ORDER BY purpose`,
    ),
  ]);
  const lefts = creditable.map((line) => ({ position: line.position, left: leftToCredit(line) }));
  const history = await readHistory(db, id);
  const view = {
    ...row,
    legalEntityId: document.legalEntityId,
    payingCurrency: await readPayingCurrency(db, document),
    payload: document.payload,
    documentHash: document.documentHash,
    creditsId: document.creditsId,
    authors,
    tier: tierOf(tiers, document.baseTotal),
    verdicts: await readVerdictsOf(db, document),
    allocations: await readAllocations(db, id),
    creditable: lefts,
    notes,
    files,
    problem: row.issueDate === null ? vatProblemOf(await readVatRows(db), document.payload) : '',
    disputed: await disputeWarning(db, id, document.currency),
    oldRate: oldRateOf(viewer, document),
    history,
    may: mayDo(viewer, row, {
      isAuthor: authors.some((author) => author.id === viewer.id),
      hasLeft: lefts.some(({ left }) => compareMoney(left, '0') !== 0),
      writes: await writes(db, viewer, row),
      disputes: await isAmongOwn(db, viewer, row),
      isAccepted: history.some(({ what }) => what === ACCEPTED),
    }),
  };
  const shown = isPublisher(viewer) ? forPublisher(view) : view;
  return {
    ...shown,
    authors: shown.authors.map(({ name }) => name),
    allocations: shown.allocations.map(({ isReasoned: _isReasoned, ...one }) => one),
    history: shown.history.map(({ at, what, user, detail }) => ({ at, what, user, detail })),
  };
}
