/** Routes of documents for the people who bill: due, drafts, issuing, credit notes, and the rules of documents. */
import * as rules from '@signpost/contract/calls/document-rules.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { sendTable } from '../../../http/send-table.ts';
import { readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { createCreditNote } from '../credit.ts';
import { disputeWarning } from '../disputes.ts';
import { readDrafts, startDrafts } from '../draft-run.ts';
import { listDue } from '../due-list.ts';
import { issueDocument } from '../issue.ts';
import { ALL_DOCUMENTS, readPage } from '../list.ts';
import { listTable } from '../list-file.ts';
import { refuseUnknownEntity } from '../parties.ts';
import { readSeries, readVatRows } from '../rules.ts';
import { attachmentsOf, sendDocument } from '../send.ts';
import { readDocument } from '../store.ts';

const entityRow = z.object({ id: z.number(), name: z.string(), currency: z.string() });

export function documentRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  const today = () => clock.now().toISOString().slice(0, 10);
  const by = (viewer: SessionUser) => ({ userId: viewer.id, at: clock.now() });

  handle(app, calls.listDue, async ({ query }) => await listDue(deps, { ...query, partyIds: null }));

  handle(app, calls.createDrafts, async ({ body, viewer, request, reply }) => {
    // A mistake in the request as a whole is refused before a job is started.
    await refuseUnknownEntity(db, body.legalEntityId);
    return await answerOnce(deps, { request, reply }, async (trx) => ({
      id: await startDrafts(trx, body, { ownerId: viewer.id, at: clock.now() }),
    }));
  });

  handle(app, calls.readDrafts, async ({ params: { id } }) => await readDrafts(db, id));

  handle(app, calls.listDocuments, async ({ query }) => {
    const scope = { rows: ALL_DOCUMENTS, today: today() };
    const { rows, ...meta } = await readPage(db, query, scope);
    return withMeta(rows, meta);
  });

  handle(app, calls.exportDocuments, async ({ query, reply }) => {
    const table = await listTable(db, query, { rows: ALL_DOCUMENTS, today: today() });
    return await sendTable(reply, table, `documents-${today()}`, query.format);
  });

  handle(app, calls.issueDocument, async ({ params: { id }, body, viewer, request, reply }) => {
    const issue = async (trx: Trx) => {
      const { currency } = await readDocument(trx, id);
      const disputed = await disputeWarning(trx, id, currency);
      const { number, issueDate } = await issueDocument(trx, { id, ...body }, by(viewer));
      return { number, issueDate, disputed };
    };
    return await answerOnce(deps, { request, reply }, issue, { status: 200 });
  });

  handle(app, calls.sendDocument, async ({ params: { id }, body, viewer, request, reply }) => {
    const document = await readDocument(db, id);
    const attachments = await attachmentsOf(document, body);
    return await answerOnce(deps, { request, reply }, async (trx) => {
      await sendDocument(trx, document, { ...body, attachments }, by(viewer));
      return { id };
    });
  });

  handle(
    app,
    calls.creditDocument,
    async ({ params: { id }, body, viewer, request, reply }) =>
      await answerOnce(deps, { request, reply }, async (trx) => ({
        id: await createCreditNote(trx, { invoiceId: id, ...body }, by(viewer)),
      })),
  );

  handle(app, rules.listVatRows, async () => await readVatRows(db));

  handle(app, rules.listSeries, async () => await readSeries(db));

  handle(
    app,
    calls.listEntities,
    async () =>
      await readRows(
        db,
        entityRow,
        sql`SELECT id, name, functional_currency AS currency FROM legal_entities WHERE archived_at IS NULL ORDER BY name`,
      ),
  );
}
