/** Proposes, approves and rejects documents. A verdict belongs to the hash of the content: any edit voids it. */
import { byCount } from '@signpost/contract/define/words.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { isApproved, missingApprovals, tierOf, type Verdict } from '@signpost/contract/money/approval.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { refuseUnprintable } from './render/printable.ts';
import { readTiers } from './rules.ts';
import { addAuthor, addEvent, type By, hashesOfContent, readDocument, type StoredDocument } from './store.ts';
import { refuseWrongVat } from './vat-problem.ts';

/** The subject of approvals of documents; deal proposals, overrides and flat fees have their own. */
const SUBJECT = 'document';

const verdictRow = z.object({
  userId: z.number(),
  isAdmin: z.boolean(),
  verdict: z.enum(['approved', 'rejected']),
});

/** The verdicts on this content that count: not those of people who have written a part of the document since. */
export async function readVerdicts(db: Queryable, id: number, payloadHash: string): Promise<Verdict[]> {
  return await readRows(
    db,
    verdictRow,
    sql`SELECT user_id, is_admin, verdict FROM approvals
      WHERE subject = ${SUBJECT} AND subject_id = ${id} AND payload_hash = ${payloadHash}
        AND NOT EXISTS (SELECT 1 FROM document_authors a WHERE a.document_id = ${id} AND a.user_id = approvals.user_id)
      ORDER BY id`,
  );
}

const rejectedRow = z.object({ isRejected: z.boolean() });

/** Errors: CONFLICT if this content was rejected, also before it was changed and changed back. */
async function refuseRejected(trx: Trx, { id, payload }: StoredDocument): Promise<void> {
  const { isRejected } = await readRow(
    trx,
    rejectedRow,
    sql`SELECT EXISTS (SELECT 1 FROM approvals WHERE subject = ${SUBJECT} AND subject_id = ${id}
      AND verdict = 'rejected' AND payload_hash = ANY(${hashesOfContent(payload)}::text[])) AS is_rejected`,
  );
  if (isRejected)
    throw new AppError('CONFLICT', {
      message: 'Exactly this content was rejected. Change it before you propose it.',
    });
}

/** The state of a document, for somebody who saw an earlier one. */
const STATES = {
  draft: 'The document is a draft again, because it was changed or rejected. Its history says by whom.',
  proposed: 'The document waits for approval already. Nothing is left to do here.',
  approved: 'The document is approved already. It can be issued.',
  issued: 'The document has been issued already. Nothing is left to do here.',
} as const;

/** Errors: CONFLICT if the content is no longer the one that the person saw. */
export function compareHash(document: StoredDocument, payloadHash: string): void {
  if (document.payloadHash !== payloadHash)
    throw new AppError('CONFLICT', {
      message: 'The document has been changed since you opened it. Look at it again.',
    });
}

/** Sends a draft to those who approve. */
export async function propose(trx: Trx, ask: { id: number; payloadHash: string }, by: By): Promise<void> {
  await refuseUnprintable((await readDocument(trx, ask.id)).payload);
  const document = await readDocument(trx, ask.id, { lock: true });
  compareHash(document, ask.payloadHash);
  if (document.state !== 'draft') throw new AppError('CONFLICT', { message: STATES[document.state] });
  await refuseRejected(trx, document);
  await refuseWrongVat(trx, document);
  await sql`UPDATE documents SET state = 'proposed', proposed_by = ${by.userId}, proposed_at = ${by.at},
      version = version + 1, updated_at = ${by.at} WHERE id = ${ask.id}`.execute(trx);
  await addAuthor(trx, ask.id, by.userId);
  await addEvent(trx, ask.id, by, { what: 'proposed' });
}

const authorRow = z.object({ isAuthor: z.boolean() });

/** Errors: FORBIDDEN for programs, and for everybody who wrote a part of the document, Admins included. */
async function refuseOwn(trx: Trx, id: number, viewer: SessionUser): Promise<void> {
  if (viewer.keyScope !== null || viewer.sessionId === null)
    throw new AppError('FORBIDDEN', { message: 'API keys never approve.' });
  const { isAuthor } = await readRow(
    trx,
    authorRow,
    sql`SELECT EXISTS (SELECT 1 FROM document_authors WHERE document_id = ${id} AND user_id = ${viewer.id}) AS is_author`,
  );
  if (isAuthor)
    throw new AppError('FORBIDDEN', {
      message: 'You wrote a part of this document. Somebody else has to decide about it.',
    });
}

async function settleVerdicts(trx: Trx, document: StoredDocument, by: By): Promise<void> {
  const { id, payloadHash, baseTotal } = document;
  const verdicts = await readVerdicts(trx, id, payloadHash);
  const tier = tierOf(await readTiers(trx), baseTotal);
  if (!isApproved(tier, verdicts)) return;
  await sql`UPDATE documents SET state = 'approved', version = version + 1, updated_at = ${by.at}
    WHERE id = ${id}`.execute(trx);
}

export interface Decision {
  id: number;
  payloadHash: string;
  verdict: 'approved' | 'rejected';
  reason: string;
}

/** Stores a person's verdict; the last one that was missing approves the document, a rejection makes it a draft again. */
export async function decide(trx: Trx, ask: Decision, viewer: SessionUser, at: Date): Promise<void> {
  const by = { userId: viewer.id, at };
  if (ask.verdict === 'rejected' && ask.reason === '') throw invalid('reason', 'Say why, so that it can be corrected.');
  const document = await readDocument(trx, ask.id, { lock: true });
  compareHash(document, ask.payloadHash);
  await refuseOwn(trx, ask.id, viewer);
  if (document.state !== 'proposed') throw new AppError('CONFLICT', { message: STATES[document.state] });
  const earlier = await readVerdicts(trx, ask.id, ask.payloadHash);
  if (earlier.some(({ userId }) => userId === viewer.id))
    throw new AppError('CONFLICT', {
      message: 'You have decided about this document already. It waits for the approval of others.',
    });
  await sql`INSERT INTO approvals (subject, subject_id, payload_hash, user_id, is_admin, verdict, reason, at)
    VALUES (${SUBJECT}, ${ask.id}, ${ask.payloadHash}, ${viewer.id}, ${viewer.grade === 'Admin'}, ${ask.verdict},
      ${ask.reason}, ${at})`.execute(trx);
  await addEvent(trx, ask.id, by, { what: ask.verdict, detail: { reason: ask.reason } });
  if (ask.verdict === 'rejected')
    await sql`UPDATE documents SET state = 'draft', version = version + 1, updated_at = ${at}
      WHERE id = ${ask.id}`.execute(trx);
  else await settleVerdicts(trx, document, by);
}

/** Errors: CONFLICT unless this content has the approvals that its effect needs now. */
export async function refuseUnapproved(db: Queryable, document: StoredDocument): Promise<void> {
  const verdicts = await readVerdicts(db, document.id, document.payloadHash);
  const tier = tierOf(await readTiers(db), document.baseTotal);
  if (document.state === 'approved' && isApproved(tier, verdicts)) return;
  const { approvers, admin } = missingApprovals(tier, verdicts);
  if (approvers === 0)
    throw new AppError('CONFLICT', { message: 'The document is not approved. Propose it, so that others approve it.' });
  const needed = byCount(approvers, 'one approval', `${approvers} approvals`);
  if (admin)
    throw new AppError('CONFLICT', { message: `The document still needs ${needed}, one of them by an Admin.` });
  throw new AppError('CONFLICT', { message: `The document still needs ${needed}.` });
}
