/** Managers and the publishers they are responsible for. */

import { GRADES } from '@signpost/contract/access/grades.ts';
import { assignPublishers, listManagers } from '@signpost/contract/calls/managers.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/field-messages.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';

const personRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  grade: z.enum(GRADES),
  lastSeenAt: z.date().nullable(),
});

export function managerRoutes(app: App, deps: Deps): void {
  handle(app, listManagers, async () => {
    const people = await readRows(
      deps.db,
      personRow,
      sql`SELECT id, name, email, grade, last_seen_at FROM users u
      WHERE archived_at IS NULL AND grade NOT IN ('Publisher', 'Exclude All Pages', 'Starter Profile')
        OR EXISTS (SELECT 1 FROM publishers WHERE manager_id = u.id) ORDER BY name`,
    );
    const looked = await deps.db
      .selectFrom('publishers')
      .select(['id', 'name', 'managerId'])
      .where('archivedAt', 'is', null)
      .orderBy('name')
      .execute();
    const of = Map.groupBy(looked, ({ managerId }) => managerId);
    const publishersOf = (id: number | null) => (of.get(id) ?? []).map((row) => ({ id: row.id, name: row.name }));
    return {
      managers: people.map((person) => ({
        ...person,
        lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
        publishers: publishersOf(person.id),
      })),
      nobodys: publishersOf(null),
    };
  });

  handle(app, assignPublishers, async ({ body: { managerId, publisherIds }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    if (managerId !== null) {
      const { rows } = await sql`SELECT 1 FROM users WHERE id = ${managerId} AND archived_at IS NULL`.execute(deps.db);
      if (rows.length === 0) throw invalid('managerId', NO_SUCH_RECORD);
    }
    await deps.db.transaction().execute(async (trx) => {
      for (const id of new Set(publisherIds)) {
        const record = await readRecord(trx, publisher, id);
        await updateIn(
          { trx, clock: deps.clock, actor },
          { entity: publisher, id, change: { managerId }, version: record.version },
        );
      }
    });
    return { assigned: new Set(publisherIds).size };
  });
}
