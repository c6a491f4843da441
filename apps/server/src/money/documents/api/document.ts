/** Routes of one document, for everybody who sees it: content, facts, changes, disputes, the attached invoice. */

import { createHash } from 'node:crypto';
import { listDisputedLines } from '@signpost/contract/calls/document-credit.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { RECEIVED_INVOICE_BYTES } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { storedName } from '../../../http/file-name.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { isPdf, readUpload } from '../../../http/upload.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { answerOnce, answerPrepared } from '../../../workplace/records/once.ts';
import { acceptDocument } from '../accept.ts';
import { readExceptions } from '../claims.ts';
import { readDisputedLines } from '../disputed-lines.ts';
import { decideDispute, disputeWarning, findDisputed, openDispute, readDisputes } from '../disputes.ts';
import { listFacts } from '../facts.ts';
import { propose } from '../lifecycle.ts';
import { isPublisher } from '../publisher-side.ts';
import { holdFacts, rebuildDraft } from '../rebuild.ts';
import { deleteDraft, readDocument, refuseIssued, replaceContent, type StoredDocument } from '../store.ts';
import { readToday } from '../today.ts';
import { findDisputable, findSeen, findWritable, readView, seenDocuments } from '../view.ts';

type ChangedDraft = z.output<typeof calls.changeDraft.body>;

const disputedRow = z.object({ factId: z.string(), state: z.enum(['open', 'accepted', 'rejected']) });
const disputeRow = z.object({ documentId: z.number() });

/** The day of UTC, and who does something now. */
function momentOf({ clock }: Deps) {
  return {
    today: () => clock.now().toISOString().slice(0, 10),
    by: (viewer: SessionUser) => ({ userId: viewer.id, at: clock.now() }),
  };
}

export function oneDocumentRoutes(app: App, deps: Deps): void {
  contentRoutes(app, deps);
  draftRoutes(app, deps);
  disputeRoutes(app, deps);
}

function contentRoutes(app: App, deps: Deps): void {
  const { db, clickhouse } = deps;
  const { today } = momentOf(deps);

  handle(app, calls.showDocument, async ({ params: { id }, viewer }) => await readView(db, viewer, id, today()));

  handle(app, calls.listBilledFacts, async ({ params: { id }, query, viewer }) => {
    await findSeen(db, viewer, id, today());
    const { side, partyId, currency, payload } = await readDocument(db, id);
    const line = payload.lines.find(({ position }) => position === query.line);
    if (query.line !== undefined && line === undefined) throw new AppError('ITEM_NOT_FOUND');
    const { claims: ranges, heldFacts: without, movedFacts } = payload;
    const billed = { side, partyId, currency, ranges, without, with: movedFacts };
    const { facts, total, exact } = await listFacts(clickhouse, billed, { ...query, line: line?.filter ?? null });
    const disputes = await readRows(
      db,
      disputedRow,
      sql`SELECT fact_id, state FROM disputes WHERE side = ${side} AND fact_id = ANY(${facts.map((fact) => fact.factId)}::uuid[])`,
    );
    const stateOf = new Map(disputes.map(({ factId, state }) => [factId, state]));
    return withMeta(
      facts.map(({ factId, at, recordedAt, kind, clickId, txid, reason, exact: amount }) => ({
        factId,
        at,
        recordedAt,
        kind,
        clickId,
        txid,
        // A partner's or our own reason is not written for the publisher.
        reason: isPublisher(viewer) ? '' : reason,
        exact: amount,
        dispute: stateOf.get(factId) ?? null,
      })),
      { total, exact },
    );
  });

  handle(app, calls.compareDocument, async ({ params: { id }, viewer }) => {
    await findSeen(db, viewer, id, today());
    return await readToday(clickhouse, await readDocument(db, id));
  });
}

const HELD_BY_STAFF = 'Only our staff holds facts back and takes them into a document again.';

/** Errors: FORBIDDEN for a publisher that takes facts that are held back, or changes the agreed days of payment. */
function refuseTerms({ takes, paymentTermsDays }: ChangedDraft, { payload }: StoredDocument): void {
  if (takes.length > 0) throw new AppError('FORBIDDEN', { message: HELD_BY_STAFF });
  if (paymentTermsDays !== undefined && paymentTermsDays !== payload.paymentTermsDays)
    throw new AppError('FORBIDDEN', { message: 'The payment terms are agreed with our staff and changed by them.' });
}

function draftRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const { today, by } = momentOf(deps);

  handle(app, calls.changeDraft, async ({ params: { id }, body, viewer }) => {
    await findWritable(db, viewer, id, today());
    if (isPublisher(viewer)) refuseTerms(body, await readDocument(db, id));
    await rebuildDraft(deps, { id, what: 'changed', ...body }, by(viewer));
    return { id };
  });

  handle(app, calls.holdBilledFacts, async ({ params: { id }, body, viewer }) => {
    await findWritable(db, viewer, id, today());
    if (isPublisher(viewer)) throw new AppError('FORBIDDEN', { message: HELD_BY_STAFF });
    await holdFacts(deps, { id, ...body }, by(viewer));
    return { id };
  });

  handle(app, calls.listHeldFacts, async ({ params: { id }, viewer }) => {
    const { side, partyId, currency } = await findSeen(db, viewer, id, today());
    const exceptions = await readExceptions(db, { side, partyId, currency });
    return exceptions
      .filter(({ documentId }) => documentId === null)
      .map(({ factId, month, description, reason, exact }) => ({
        factId,
        month,
        description,
        reason: isPublisher(viewer) ? '' : reason,
        exact,
      }));
  });

  handle(app, calls.deleteDraft, async ({ params: { id }, viewer }) => {
    await findWritable(db, viewer, id, today());
    await db.transaction().execute((trx) => deleteDraft(trx, id, by(viewer)));
    return null;
  });

  handle(app, calls.proposeDocument, async ({ params: { id }, body, viewer, request, reply }) => {
    await findWritable(db, viewer, id, today());
    const send = async (trx: Trx) => {
      await propose(trx, { id, ...body }, by(viewer));
      const { currency } = await readDocument(trx, id);
      return { id, disputed: await disputeWarning(trx, id, currency) };
    };
    return await answerOnce(deps, { request, reply }, send, { status: 200 });
  });

  handle(
    app,
    calls.attachInvoice,
    async ({ params: { id }, viewer, request }) => {
      await findWritable(db, viewer, id, today());
      const { part, bytes } = await readUpload(request, { fileSize: RECEIVED_INVOICE_BYTES, files: 1, fields: 1 });
      if (!isPdf(bytes)) throw invalid('file', 'This file is not a PDF.');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await db.transaction().execute(async (trx) => {
        const document = await readDocument(trx, id, { lock: true });
        refuseIssued(document);
        if (document.kind !== 'received')
          throw new AppError('CONFLICT', { message: 'Only a received invoice has the publisher’s own file.' });
        const { userId, at } = by(viewer);
        await sql`INSERT INTO document_files (document_id, purpose, name, media_type, body, sha256, added_by, added_at)
          VALUES (${id}, 'received', ${storedName(part.filename)}, 'application/pdf', ${bytes}, ${sha256}, ${userId}, ${at})
          ON CONFLICT (document_id, purpose) DO UPDATE SET name = excluded.name, body = excluded.body,
            sha256 = excluded.sha256, added_by = excluded.added_by, added_at = excluded.added_at`.execute(trx);
        // The hash of the file is a part of the content, so a new file voids approvals like every other edit.
        const detail = { name: storedName(part.filename), sha256 };
        await replaceContent(
          trx,
          document,
          { ...document.payload, fileHash: sha256 },
          { userId, at, what: 'attached', detail },
        );
      });
      return { id };
    },
    { bodyLimit: RECEIVED_INVOICE_BYTES + 64 * 1024 },
  );
}

function disputeRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const { today, by } = momentOf(deps);

  handle(
    app,
    calls.listDisputes,
    async ({ query, viewer }) =>
      await readDisputes(
        db,
        sql`${seenDocuments(viewer)} AND (${query.documentId ?? null}::bigint IS NULL OR d.id = ${query.documentId ?? null}::bigint)
          AND (${query.state ?? null}::text IS NULL OR x.state = ${query.state ?? null}::text)`,
        { hidesStaff: isPublisher(viewer) },
      ),
  );

  handle(app, listDisputedLines, async ({ params: { id }, viewer }) => {
    await findSeen(db, viewer, id, today());
    return await readDisputedLines(deps, id);
  });

  handle(app, calls.disputeFact, async ({ params: { id }, body: { factId, reason }, viewer, request, reply }) => {
    await findDisputable(db, viewer, id, today());
    return await answerPrepared(deps, request, reply, {
      prepare: () => findDisputed(deps, { documentId: id, factId }),
      work: async (trx, disputed) => ({ id: await openDispute(trx, disputed, reason, by(viewer)) }),
    });
  });

  handle(app, calls.acceptDocument, async ({ params: { id }, viewer, request, reply }) => {
    const row = await findSeen(db, viewer, id, today());
    const accept = async (trx: Trx) => {
      await acceptDocument(trx, row, viewer, by(viewer));
      return { id };
    };
    return await answerOnce(deps, { request, reply }, accept, { status: 200 });
  });

  handle(app, calls.decideDispute, async ({ params: { id }, body, viewer, request, reply }) => {
    const [dispute] = await readRows(db, disputeRow, sql`SELECT document_id FROM disputes WHERE id = ${id}`);
    if (dispute === undefined) throw new AppError('ITEM_NOT_FOUND');
    await findDisputable(db, viewer, dispute.documentId, today());
    // The publisher's own person asks; somebody else answers.
    if (isPublisher(viewer)) throw new AppError('FORBIDDEN');
    const decide = async (trx: Trx) => {
      await decideDispute(trx, { id, ...body }, by(viewer));
      return { id };
    };
    return await answerOnce(deps, { request, reply }, decide, { status: 200 });
  });
}
