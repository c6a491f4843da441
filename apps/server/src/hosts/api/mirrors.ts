/** Switching a brand's traffic of one geo over to another mirror. */
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { beside, viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import type { Actor } from '../../records/change.ts';
import { present, readRecord } from '../../records/read.ts';
import { rowFilter } from '../../records/scope.ts';
import { updateIn } from '../../records/write.ts';

async function setActive(trx: Trx, deps: Deps, id: number, active: boolean, actor: Actor) {
  const { version } = await readRecord(trx, mbgMirror, id, rowFilter(mbgMirror, actor.viewer));
  return await updateIn({ trx, clock: deps.clock, actor }, { entity: mbgMirror, id, change: { active }, version });
}

export function mirrorRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/mbg-mirrors/:id/activate',
    {
      config: beside(mbgMirror, 'edit'),
      schema: { tags: ['MBG mirrors'], params: z.object({ id: z.coerce.number().int().positive() }) },
    },
    async (request) => {
      const actor = { viewer: viewerOf(request), requestId: request.id };
      const record = await deps.db.transaction().execute(async (trx) => {
        const { id: chosen } = request.params;
        // The one before steps back first: only one may be active at any time.
        const rows = await readRows(
          trx,
          idRow,
          sql`
            SELECT other.id FROM mbg_mirrors other JOIN mbg_mirrors chosen
              ON chosen.id = ${chosen} AND other.partner_id = chosen.partner_id AND other.geo_id = chosen.geo_id
            WHERE other.active AND other.archived_at IS NULL AND other.id <> chosen.id FOR UPDATE OF other`,
        );
        for (const { id } of rows) await setActive(trx, deps, id, false, actor);
        return await setActive(trx, deps, chosen, true, actor);
      });
      return ok(present(mbgMirror, record, actor.viewer));
    },
  );
}
