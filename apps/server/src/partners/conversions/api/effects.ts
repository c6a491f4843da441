import {
  assignStatus,
  listUnassignedStatuses,
  previewIntegration,
  previewMapping,
  previewOverride,
} from '@signpost/contract/calls/conversions.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { createIn } from '../../../workplace/records/write.ts';
import { effectOfIntegration, effectOfMapping } from '../counting/effect.ts';
import { effectOfOverride } from '../counting/override-effect.ts';
import { unassignedStatuses } from '../counting/unassigned.ts';

/** The routes of the mapping and override screens. */
export function effectRoutes(app: App, deps: Deps): void {
  const engines = { db: deps.db, clickhouse: deps.clickhouse };

  handle(app, listUnassignedStatuses, async () => await unassignedStatuses(engines, deps.clock.now()));

  handle(app, previewMapping, async ({ body }) => {
    const effect = await effectOfMapping(engines, body, deps.clock.now());
    if (effect === null) throw new AppError('ITEM_NOT_FOUND');
    return effect;
  });

  handle(app, previewIntegration, async ({ body }) => await effectOfIntegration(engines, body, deps.clock.now()));

  handle(app, previewOverride, async ({ body }) => await effectOfOverride(engines, body, deps.clock.now()));

  handle(app, assignStatus, async ({ body, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    const input = { ...body, reason: 'Assigned from the unassigned statuses' };
    const { id } = await deps.db
      .transaction()
      .execute((trx) => createIn({ trx, clock: deps.clock, actor }, statusMappingOverride, input));
    reply.code(201);
    return { id };
  });
}
