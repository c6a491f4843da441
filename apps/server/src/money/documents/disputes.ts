/** Facts that a publisher questions on a document. Each dispute is a task for a manager. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { disputedText } from '@signpost/contract/money/disputes.ts';
import { type Dispute, disputeSchema } from '@signpost/contract/money/views.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { isInRanges } from './claims.ts';
import type { DraftDeps } from './drafts.ts';
import { type BillableFact, findFacts } from './facts.ts';
import { isPublishersPerson, STAFF } from './publisher-side.ts';
import { addEvent, type By, readDocument, type StoredDocument } from './store.ts';

const disputeRow = disputeSchema.extend({ openedAt: z.date(), isPublishers: z.boolean() });

/** Disputes of the documents `d` that match, the open ones first; without the names and reasons of staff if wanted. */
export async function readDisputes(
  db: Queryable,
  filter: RawBuilder<unknown>,
  { hidesStaff }: { hidesStaff: boolean },
): Promise<Dispute[]> {
  const rows = await readRows(
    db,
    disputeRow,
    sql`SELECT x.id, x.document_id, coalesce(d.number, 'Draft ' || d.id) AS document, coalesce(p.name, s.name) AS party,
        x.fact_id, x.kind, x.exact::text AS exact, x.reason, x.state, coalesce(x.answer, '') AS answer, u.name AS opened_by,
        ${isPublishersPerson(sql`u`)} AS is_publishers, x.opened_by AS opened_by_id, x.opened_at
      FROM disputes x JOIN documents d ON d.id = x.document_id JOIN users u ON u.id = x.opened_by
        LEFT JOIN partners p ON p.id = d.partner_id LEFT JOIN publishers s ON s.id = d.publisher_id
      WHERE ${filter} ORDER BY x.state <> 'open', x.id DESC LIMIT 500`,
  );
  return rows.map(({ isPublishers, ...row }) => ({
    ...row,
    openedAt: row.openedAt.toISOString(),
    ...(hidesStaff && !isPublishers && { openedBy: STAFF, reason: '' }),
  }));
}

/** A fact that a document bills. */
interface DisputedFact {
  document: StoredDocument;
  fact: Pick<BillableFact, 'factId' | 'kind' | 'exact'>;
}

/** Finds the fact to dispute. Errors: VALIDATION if the document does not bill it. */
export async function findDisputed(
  deps: DraftDeps,
  ask: { documentId: number; factId: string },
): Promise<DisputedFact> {
  const document = await readDocument(deps.db, ask.documentId);
  const [fact] = await findFacts(deps.clickhouse, { side: document.side, factIds: [ask.factId] });
  const { claims, heldFacts, movedFacts } = document.payload;
  const isBilled =
    fact !== undefined &&
    fact.partyId === document.partyId &&
    fact.currency === document.currency &&
    (movedFacts.includes(fact.factId) || (isInRanges(fact, claims) && !heldFacts.includes(fact.factId)));
  if (!isBilled) throw invalid('factId', 'The document does not bill this fact.');
  return { document, fact };
}

/** Questions one fact of a document and returns the dispute's id. Errors: CONFLICT if the fact is disputed. */
export async function openDispute(trx: Trx, { document, fact }: DisputedFact, reason: string, by: By): Promise<number> {
  const [opened] = await readRows(
    trx,
    idRow,
    sql`INSERT INTO disputes (document_id, fact_id, side, kind, exact, reason, opened_by, opened_at)
      VALUES (${document.id}, ${fact.factId}, ${document.side}, ${fact.kind}, ${fact.exact}, ${reason}, ${by.userId}, ${by.at})
      ON CONFLICT DO NOTHING RETURNING id`,
  );
  if (opened === undefined)
    throw new AppError('CONFLICT', {
      message: 'This fact has been disputed already. The disputes of the document say by whom and with which answer.',
    });
  await addEvent(trx, document.id, by, { what: 'disputed', detail: { fact: fact.factId, reason } });
  return opened.id;
}

/** How many events of a document are disputed, and what they come to; empty if none is. */
export async function disputeWarning(db: Queryable, documentId: number, currency: string): Promise<string> {
  const open = await readRows(
    db,
    z.object({ exact: z.string().nullable() }),
    sql`SELECT exact::text AS exact FROM disputes WHERE document_id = ${documentId} AND state = 'open'`,
  );
  return disputedText(
    open.map(({ exact }) => exact),
    currency,
  );
}

/** Errors: FORBIDDEN for the person who opened it: somebody else has to look at it. */
async function refuseOwnDispute(trx: Trx, id: number, userId: number | null): Promise<void> {
  const own = await readRows(trx, idRow, sql`SELECT id FROM disputes WHERE id = ${id} AND opened_by = ${userId}`);
  if (own.length > 0)
    throw new AppError('FORBIDDEN', { message: 'You opened this dispute. Somebody else has to decide about it.' });
}

/** Answers an open dispute, once. An accepted one is corrected by a credit note or by holding the fact back. */
export async function decideDispute(
  trx: Trx,
  ask: { id: number; state: 'accepted' | 'rejected'; answer: string },
  by: By,
): Promise<void> {
  await refuseOwnDispute(trx, ask.id, by.userId);
  const rows = await readRows(
    trx,
    z.object({ documentId: z.number() }),
    sql`UPDATE disputes SET state = ${ask.state}, answer = ${ask.answer}, decided_by = ${by.userId}, decided_at = ${by.at}
      WHERE id = ${ask.id} AND state = 'open' RETURNING document_id`,
  );
  const [row] = rows;
  if (row === undefined) throw await decidedAlready(trx, ask.id);
  await addEvent(trx, row.documentId, by, { what: `dispute ${ask.state}`, detail: { answer: ask.answer } });
}

const decidedRow = z.object({ state: z.string(), name: z.string() });

async function decidedAlready(trx: Trx, id: number): Promise<AppError> {
  const { state, name } = await readRow(
    trx,
    decidedRow,
    sql`SELECT x.state, u.name FROM disputes x JOIN users u ON u.id = x.decided_by WHERE x.id = ${id}`,
  );
  return new AppError('CONFLICT', { message: `${name} has ${state} this dispute already. Nothing is left to decide.` });
}
