/** Switches a brand's traffic in one geo to another mirror. */

import { activateMirror } from '@signpost/contract/calls/mirrors.ts';
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { idRow, readRows } from '../../../platform/rows.ts';
import type { Actor } from '../../../workplace/records/change.ts';
import { present, readRecord } from '../../../workplace/records/read.ts';
import { rowFilter } from '../../../workplace/records/scope.ts';
import { updateIn } from '../../../workplace/records/write.ts';

async function setActive(trx: Trx, deps: Deps, { id, active }: { id: number; active: boolean }, actor: Actor) {
  const { version } = await readRecord(trx, mbgMirror, id, rowFilter(mbgMirror, actor.viewer));
  return await updateIn({ trx, clock: deps.clock, actor }, { entity: mbgMirror, id, change: { active }, version });
}

export function mirrorRoutes(app: App, deps: Deps): void {
  handle(app, activateMirror, async ({ params: { id: chosen }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    const record = await deps.db.transaction().execute(async (trx) => {
      // The previous mirror is deactivated first, because only one may be active at any time.
      const rows = await readRows(
        trx,
        idRow,
        sql`SELECT other.id FROM mbg_mirrors other JOIN mbg_mirrors chosen
            ON chosen.id = ${chosen} AND other.partner_id = chosen.partner_id AND other.geo_id = chosen.geo_id
          WHERE other.active AND other.archived_at IS NULL AND other.id <> chosen.id FOR UPDATE OF other`,
      );
      for (const { id } of rows) await setActive(trx, deps, { id, active: false }, actor);
      return await setActive(trx, deps, { id: chosen, active: true }, actor);
    });
    return present(mbgMirror, record, viewer);
  });
}
