/** The REST routes of every entity, from its definition. */

import { screensFor } from '@signpost/contract/access/access.ts';
import { documentUpdate, type EntityCalls, entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listOwnChanges, readLatestChange, undoChange } from '@signpost/contract/calls/undo.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { documentSchema } from '@signpost/contract/define/schema.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { disposition } from '../../http/file-name.ts';
import { type CallContext, handle, withMeta } from '../../http/handle.ts';
import type { SessionUser } from '../../session-user.ts';
import { bulk } from './bulk.ts';
import type { Actor } from './change.ts';
import { type Effects, effectOf } from './effects.ts';
import { exportCsv, exportXlsx, refuseLongXlsx } from './export.ts';
import { historyOf } from './history.ts';
import type { Ranking } from './list-query.ts';
import { answerOnce } from './once.ts';
import { optionsOf } from './options.ts';
import * as own from './own-changes.ts';
import { listRecords, present, readRecord } from './read.ts';
import { reverseIn } from './reverse.ts';
import { isWritten, rowFilter } from './scope.ts';
import { undoIn } from './undo.ts';
import { usedBy } from './used-by.ts';
import { createIn, setArchivedIn, updateIn } from './write.ts';

/** The person who writes; the call's access rule has already been checked. */
const actorOf = ({ viewer, request }: { viewer: SessionUser; request: FastifyRequest }): Actor => ({
  viewer,
  requestId: request.id,
});

/** Entries of a ledger cannot be changed, only reversed. */
function reversalRoute(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  handle(app, entityCalls(entity).reverse, async ({ params: { id }, body: { because }, viewer, request, reply }) => {
    const actor = actorOf({ viewer, request });
    const work = async (trx: Trx) =>
      present(entity, await reverseIn({ trx, clock: deps.clock, actor }, { entity, id, because, effects }), viewer);
    return await answerOnce(deps, { request, reply }, work, { status: 200 });
  });
}

function changeRoutes(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  const { db, clock } = deps;
  const calls = entityCalls(entity);

  const update = async ({
    params: { id },
    body: { version, values },
    viewer,
    request,
  }: CallContext<EntityCalls['update']>) => {
    const actor = actorOf({ viewer, request });
    const effect = effectOf(effects, entity);
    const change = effect?.prepared?.(values) ?? values;
    const record = await db.transaction().execute(async (trx) => {
      const updated = await updateIn({ trx, clock, actor }, { entity, id, change, version });
      await effect?.updated?.(trx, updated, actor);
      return updated;
    });
    return present(entity, record, viewer);
  };
  handle(app, calls.update, update, { documentBody: documentUpdate(entity) });

  for (const archived of [true, false])
    handle(app, archived ? calls.archive : calls.restore, async ({ params: { id }, viewer, request }) => {
      const actor = actorOf({ viewer, request });
      const record = await db.transaction().execute(async (trx) => {
        const changed = await setArchivedIn({ trx, clock, actor }, { entity, id, archived });
        await effectOf(effects, entity)?.archived?.(trx, changed, actor);
        return changed;
      });
      return present(entity, record, viewer);
    });

  handle(app, calls.usedBy, ({ query: { ids }, viewer }) => usedBy(db, entity, ids, viewer));

  handle(app, calls.bulk, async ({ body, viewer, request }) => ({
    changed: await bulk(deps, entity, body, { actor: actorOf({ viewer, request }), effects }),
  }));
}

function writingRoutes(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  const create = async ({ body, viewer, request, reply }: CallContext<EntityCalls['create']>) => {
    const actor = actorOf({ viewer, request });
    return await answerOnce(deps, { request, reply }, async (trx) => {
      const effect = effectOf(effects, entity);
      const input = effect?.prepared?.(body) ?? body;
      const made = await createIn({ trx, clock: deps.clock, actor }, entity, input);
      await effect?.created(trx, made, actor);
      // The answer includes what the effect wrote.
      const record = effect === undefined ? made : await readRecord(trx, entity, made.id);
      return present(entity, record, viewer);
    });
  };
  handle(app, entityCalls(entity).create, create, { documentBody: documentSchema(entity.fields) });
  if (entity.ledger) reversalRoute(app, deps, entity, effects);
  else if (screensFor(entity, 'edit').length > 0) changeRoutes(app, deps, entity, effects);
}

/** The parts that other domains add to the records. */
interface FromDomains {
  /** The effects of saving records. */
  effects: Effects;
  /** The values that a list is sorted by if `orderBy` names no field; null otherwise. */
  rank: (entity: EntityDefinition, orderBy: string | undefined, viewer: SessionUser) => Promise<Ranking | null>;
}

function entityRoutes(app: App, deps: Deps, entity: EntityDefinition, { effects, rank }: FromDomains): void {
  const { db } = deps;
  const calls = entityCalls(entity);

  handle(app, calls.list, async ({ query, viewer }) => {
    const { records, total } = await listRecords(db, entity, {
      query,
      viewer,
      ranking: await rank(entity, query.orderBy, viewer),
    });
    return withMeta(
      records.map((record) => present(entity, record, viewer)),
      { total },
    );
  });

  handle(app, calls.export, async ({ query: { format, columns, ...query }, viewer, reply }) => {
    const day = deps.clock.now().toISOString().slice(0, 10);
    // An invalid request must be refused before the first byte of the file is sent.
    const ranking = await rank(entity, query.orderBy, viewer);
    const first = { ...query, limit: 1, offset: 0 } satisfies ListQuery;
    const { total } = await listRecords(db, entity, { query: first, viewer, ranking });
    const list = { query, viewer, ranking, names: columns };
    reply.header('content-disposition', disposition('attachment', `${entity.path}-${day}.${format}`));
    if (format === 'csv') return reply.type('text/csv; charset=utf-8').send(exportCsv(db, entity, list));
    refuseLongXlsx(total);
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(await exportXlsx(db, entity, list));
  });

  handle(app, calls.read, async ({ params: { id }, viewer }) =>
    present(entity, await readRecord(db, entity, id, rowFilter(entity, viewer)), viewer),
  );

  handle(app, calls.history, ({ params: { id } }) => historyOf(db, entity, id));

  if (isWritten(entity)) writingRoutes(app, deps, entity, effects);

  handle(app, calls.options, async ({ query, viewer }) => {
    const { options, isCapped } = await optionsOf(db, entity, { viewer, ask: query });
    return withMeta(options, { isCapped });
  });
}

/** The changes of the person who calls, and their undo. */
function undoRoutes(app: App, { db, clock }: Deps, effects: Effects): void {
  handle(app, listOwnChanges, ({ viewer }) => own.listOwnChanges(db, viewer));
  handle(app, readLatestChange, ({ viewer }) => own.readLatestChange(db, viewer));
  handle(app, undoChange, ({ body: { requestId }, viewer, request }) => {
    const actor = actorOf({ viewer, request });
    return db.transaction().execute((trx) => undoIn({ trx, clock, actor }, { requestId, effects }));
  });
}

/** The REST routes of all entities. */
export function recordRoutes(app: App, deps: Deps, domains: FromDomains): void {
  undoRoutes(app, deps, domains.effects);
  for (const entity of entityList) entityRoutes(app, deps, entity, domains);
}
