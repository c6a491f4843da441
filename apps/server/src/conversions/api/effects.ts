/** Unassigned statuses, and what mappings and overrides would change before they are saved. */
import { integrationDraft, mappingDraft, overrideDraft } from '@signpost/contract/conversions/effect.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { createIn } from '../../records/write.ts';
import { effectOfIntegration, effectOfMapping, effectOfOverride, unassignedStatuses } from '../counting/effect.ts';

/** The routes of the mapping and override screens. */
export function effectRoutes(app: App, deps: Deps): void {
  const engines = { db: deps.db, clickhouse: deps.clickhouse };
  const tags = ['Mappings'];
  const mapping = {
    access: { routes: ['unassignedStatusForm', 'statusMappingOverride'], action: 'view' },
    rows: 'staff',
  } as const;

  app.get(
    '/api/unassigned-statuses',
    { config: { access: { routes: ['unassignedStatusForm'], action: 'view' }, rows: 'staff' }, schema: { tags } },
    async () => ok(await unassignedStatuses(engines, deps.clock.now())),
  );

  app.post(
    '/api/unassigned-statuses/effect',
    { config: mapping, schema: { tags, body: mappingDraft } },
    async (request) => {
      const effect = await effectOfMapping(engines, request.body, deps.clock.now());
      if (effect === null) throw new AppError('ITEM_NOT_FOUND');
      return ok(effect);
    },
  );

  app.post(
    '/api/integrations/effect',
    {
      config: { access: { routes: ['tagsAdd', 'tagsEdit'], action: 'add' }, rows: 'staff' },
      schema: { tags, body: integrationDraft },
    },
    async (request) => ok(await effectOfIntegration(engines, request.body, deps.clock.now())),
  );

  app.post(
    '/api/unassigned-statuses/assign',
    {
      config: { access: { routes: ['unassignedStatusForm'], action: 'add' }, rows: 'staff' },
      schema: { tags, body: mappingDraft.omit({ id: true }) },
    },
    async (request, reply) => {
      const actor = { viewer: viewerOf(request), requestId: request.id };
      const input = { ...request.body, reason: 'Assigned from the unassigned statuses' };
      const record = await deps.db
        .transaction()
        .execute((trx) => createIn({ trx, clock: deps.clock, actor }, statusMappingOverride, input));
      return reply.code(201).send(ok({ id: record.id }));
    },
  );

  app.post(
    '/api/partner-overrides/effect',
    {
      config: { access: { routes: ['partnerOverride'], action: 'view' }, rows: 'staff' },
      schema: { tags, body: overrideDraft },
    },
    async (request) => ok(await effectOfOverride(engines, request.body, deps.clock.now())),
  );
}
