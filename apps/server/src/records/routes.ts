/** The REST routes of every entity, from its definition. */

import { screensFor } from '@signpost/contract/access/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { documentSchema } from '@signpost/contract/define/schema.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { bulkSchema } from '@signpost/contract/records/bulk.ts';
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Trx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { beside, viewerOf } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { ok } from '../http/envelope.ts';
import { bulk } from './bulk.ts';
import type { Actor } from './change.ts';
import type { Effects } from './effects.ts';
import { exportCsv, exportXlsx, XLSX_MAX_ROWS } from './export.ts';
import { historyOf } from './history.ts';
import { answerOnce } from './once.ts';
import { optionRoutes, optionsOf } from './options.ts';
import { listRecords, present, readRecord } from './read.ts';
import { reverseIn } from './reverse.ts';
import { isWritten, rowFilter } from './scope.ts';
import { usedBy } from './used-by.ts';
import { createIn, setArchivedIn, updateIn } from './write.ts';

const idParams = z.object({ id: z.coerce.number().int().positive() });
const exportSchema = listQuerySchema.extend({
  format: z.enum(['csv', 'xlsx']),
  columns: z.array(z.string().max(64)).max(100).optional(),
});

/** Who writes; the rules of the call have been checked. */
const writerOf = (request: FastifyRequest): Actor => ({ viewer: viewerOf(request), requestId: request.id });

const reverseSchema = z.strictObject({ because: z.string().trim().min(1, MESSAGE.filled).max(500) });

/** Body of an update: the fields that change, and the version the person saw. */
const updateBody = z.strictObject({ version: z.number().int().positive(), values: z.unknown() });

const CHANGE =
  'What changes. A field or list that is not named stays as it is. A list that is named is replaced: rows without an id are added, rows that are missing are taken out, and rows with an id keep what they do not name; a row that was taken out before comes back with its id.';

const idsQuery = z.object({ ids: z.array(z.coerce.number().int().positive()).min(1).max(1000) });

/** Entries of a ledger cannot be changed, only reversed. */
function reversalRoute(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  app.post(
    `/api/${entity.path}/:id/reverse`,
    {
      config: beside(entity, 'reverse'),
      schema: { tags: [entity.many], params: idParams, body: reverseSchema },
    },
    async (request, reply) => {
      const actor = writerOf(request);
      const { because } = request.body;
      const work = async (trx: Trx) =>
        present(
          entity,
          await reverseIn({ trx, clock: deps.clock, actor }, { entity, id: request.params.id, because, effects }),
          actor.viewer,
        );
      return await answerOnce(deps, request, reply, work, { status: 200 });
    },
  );
}

function changeRoutes(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  const { db } = deps;
  const base = `/api/${entity.path}`;
  const tags = [entity.many];
  const one = beside(entity, 'edit');
  const many = { ...one, rows: 'own' } as const;

  app.patch(
    `${base}/:id`,
    {
      config: { ...one, documentBody: updateBody.extend({ values: documentSchema(entity.fields).describe(CHANGE) }) },
      schema: { tags, params: idParams, body: updateBody },
    },
    async (request) => {
      const actor = writerOf(request);
      const { version, values } = request.body;
      const record = await db.transaction().execute(async (trx) => {
        const updated = await updateIn(
          { trx, clock: deps.clock, actor },
          { entity, id: request.params.id, change: values, version },
        );
        await effects[entity.name as keyof Effects]?.updated?.(trx, updated, actor);
        return updated;
      });
      return ok(present(entity, record, actor.viewer));
    },
  );

  for (const archived of [true, false])
    app.post(
      `${base}/:id/${archived ? 'archive' : 'restore'}`,
      { config: one, schema: { tags, params: idParams } },
      async (request) => {
        const actor = writerOf(request);
        const record = await db
          .transaction()
          .execute((trx) =>
            setArchivedIn({ trx, clock: deps.clock, actor }, { entity, id: request.params.id, archived }),
          );
        return ok(present(entity, record, actor.viewer));
      },
    );

  app.get(`${base}/used-by`, { config: many, schema: { tags, querystring: idsQuery } }, async (request) => {
    const viewer = viewerOf(request);
    return ok(await usedBy(db, entity, request.query.ids, viewer));
  });

  app.post(`${base}/bulk`, { config: many, schema: { tags, body: bulkSchema } }, async (request) =>
    ok({ changed: await bulk(deps, entity, request.body, writerOf(request)) }),
  );
}

function writingRoutes(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  const base = `/api/${entity.path}`;
  const tags = [entity.many];
  const config = { access: { record: entity, verb: 'create' }, rows: 'own' } as const;

  app.post(
    base,
    { config: { ...config, documentBody: documentSchema(entity.fields) }, schema: { tags, body: z.unknown() } },
    async (request, reply) => {
      const actor = writerOf(request);
      return await answerOnce(deps, request, reply, async (trx) => {
        const made = await createIn({ trx, clock: deps.clock, actor }, entity, request.body);
        const effect = effects[entity.name as keyof Effects];
        await effect?.created(trx, made, actor);
        // The answer includes the changes made by the effect.
        const record = effect === undefined ? made : await readRecord(trx, entity, made.id);
        return present(entity, record, actor.viewer);
      });
    },
  );
  if (entity.ledger) reversalRoute(app, deps, entity, effects);
  else if (screensFor(entity, 'edit').length > 0) changeRoutes(app, deps, entity, effects);
}

function entityRoutes(app: App, deps: Deps, entity: EntityDefinition, effects: Effects): void {
  const { db } = deps;
  const base = `/api/${entity.path}`;
  const tags = [entity.many];
  const list = { access: { record: entity, verb: 'list' }, rows: 'own' } as const;
  const one = { config: beside(entity, 'read'), schema: { tags, params: idParams } };

  app.get(base, { config: list, schema: { tags, querystring: listQuerySchema } }, async (request) => {
    const viewer = viewerOf(request);
    const { records, total } = await listRecords(db, entity, request.query, viewer);
    return ok(
      records.map((record) => present(entity, record, viewer)),
      { total },
    );
  });

  app.get(`${base}/export`, { config: list, schema: { tags, querystring: exportSchema } }, async (request, reply) => {
    const viewer = viewerOf(request);
    const { format, columns, ...query } = request.query;
    const day = deps.clock.now().toISOString().slice(0, 10);
    // An invalid request must be refused before the first byte of the file is sent.
    const { total } = await listRecords(db, entity, { ...query, limit: 1, offset: 0 } satisfies ListQuery, viewer);
    reply.header('content-disposition', `attachment; filename="${entity.path}-${day}.${format}"`);
    if (format === 'csv')
      return reply.type('text/csv; charset=utf-8').send(exportCsv(db, entity, query, viewer, columns));
    if (total > XLSX_MAX_ROWS)
      throw new AppError('TOO_LARGE', {
        errors: [{ path: 'format', message: `An XLSX holds at most ${XLSX_MAX_ROWS} rows here; CSV holds all.` }],
      });
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(await exportXlsx(db, entity, query, viewer, columns));
  });

  app.get(`${base}/:id`, one, async (request) => {
    const viewer = viewerOf(request);
    return ok(present(entity, await readRecord(db, entity, request.params.id, rowFilter(entity, viewer)), viewer));
  });

  app.get(`${base}/:id/history`, one, async (request) => ok(await historyOf(db, entity, request.params.id)));

  if (isWritten(entity)) writingRoutes(app, deps, entity, effects);

  app.get(
    `/api/options/${entity.path}`,
    {
      config: { access: { routes: optionRoutes(entity), action: 'view' }, rows: 'own' },
      schema: {
        tags,
        querystring: z.object({
          q: z.string().max(200).optional(),
          ids: z.array(z.coerce.number().int()).max(1000).optional(),
        }),
      },
    },
    async (request) => {
      const { options, isCapped } = await optionsOf(db, entity, viewerOf(request), request.query);
      return ok(options, { isCapped });
    },
  );
}

/** The REST routes of all entities. */
export function recordRoutes(app: App, deps: Deps, effects: Effects): void {
  for (const entity of entityList) entityRoutes(app, deps, entity, effects);
}
