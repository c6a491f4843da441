/** Routes of people who see documents of their own publisher, or of the publishers they look after. */
import {
  createMyDraft,
  exportMyDocuments,
  listMyDocuments,
  listMyDue,
  readMyStatements,
} from '@signpost/contract/calls/my-invoices.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { sendTable } from '../../../http/send-table.ts';
import { idRow, readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';
import { answerPrepared } from '../../../workplace/records/once.ts';
import { prepareDraft, retried, storeDraft } from '../drafts.ts';
import { listDue } from '../due-list.ts';
import { ownDocuments, readPage } from '../list.ts';
import { listTable } from '../list-file.ts';
import { isPublisher } from '../publisher-side.ts';
import { readStatement } from '../statement.ts';

/** The viewer's own publisher, or the publishers that they look after. */
async function ownPublishers(db: Queryable, viewer: SessionUser): Promise<number[]> {
  if (isPublisher(viewer)) return viewer.publisherId === null ? [] : [viewer.publisherId];
  const rows = await readRows(db, idRow, sql`SELECT id FROM publishers WHERE manager_id = ${viewer.id} ORDER BY id`);
  return rows.map(({ id }) => id);
}

const nameRow = z.object({ id: z.number(), name: z.string() });

const namesOf = (db: Queryable, ids: readonly number[]) =>
  readRows(db, nameRow, sql`SELECT id, name FROM publishers WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY name, id`);

async function firstEntity(db: Queryable): Promise<number> {
  const [entity] = await readRows(
    db,
    idRow,
    sql`SELECT id FROM legal_entities WHERE archived_at IS NULL ORDER BY id LIMIT 1`,
  );
  if (entity === undefined)
    throw new AppError('CONFLICT', { message: 'No legal entity exists yet. An Admin adds one under All invoices.' });
  return entity.id;
}

export function myInvoiceRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  const today = () => clock.now().toISOString().slice(0, 10);

  handle(app, listMyDue, async ({ query, viewer }) => {
    const partyIds = await ownPublishers(db, viewer);
    if (partyIds.length === 0) return [];
    return await listDue(deps, { side: 'payable', month: query.month, partyIds });
  });

  handle(app, listMyDocuments, async ({ query, viewer }) => {
    const scope = { rows: ownDocuments(viewer), today: today() };
    const { rows, ...meta } = await readPage(db, query, scope);
    return withMeta(rows, meta);
  });

  handle(app, exportMyDocuments, async ({ query, viewer, reply }) => {
    const table = await listTable(db, query, { rows: ownDocuments(viewer), today: today() });
    return await sendTable(reply, table, `documents-${today()}`, query.format);
  });

  handle(app, readMyStatements, async ({ query, viewer }) => {
    const all = [];
    for (const { id, name } of await namesOf(db, await ownPublishers(db, viewer))) {
      const statements = await readStatement(db, {
        side: 'payable',
        partyId: id,
        ...query,
        hidesReasons: isPublisher(viewer),
      });
      if (statements.length > 0) all.push({ partyId: id, party: name, statements });
    }
    return all;
  });

  handle(app, createMyDraft, async ({ body, viewer, request, reply }) => {
    const { legalEntityId = await firstEntity(db), ...ask } = body;
    if (!(await ownPublishers(db, viewer)).includes(ask.partyId)) throw new AppError('ITEM_NOT_FOUND');
    const kind = ask.externalNumber === '' ? 'selfBilled' : 'received';
    const by = { userId: viewer.id, at: clock.now() };
    const draft = { ...ask, kind, side: 'payable', legalEntityId } as const;
    return await retried(() =>
      answerPrepared(deps, request, reply, {
        prepare: () => prepareDraft(deps, draft, by.at),
        work: async (trx, prepared) => ({ id: await storeDraft(trx, prepared, by) }),
      }),
    );
  });
}
