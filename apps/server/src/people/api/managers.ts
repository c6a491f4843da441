/** Managers and the publishers they look after. */

import { GRADES } from '@signpost/contract/access/grades.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/define/field-messages.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { assignPublishersSchema } from '@signpost/contract/records/managers.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
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
  const routes = ['usersManagement'] as const;
  const tags = ['Managers'];
  app.get(
    '/api/users-management',
    { config: { access: { routes, action: 'view' }, rows: 'staff' }, schema: { tags } },
    async () => {
      const people = await readRows(
        deps.db,
        personRow,
        sql`
          SELECT id, name, email, grade, last_seen_at FROM users u
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
      return ok({
        managers: people.map((person) => ({
          ...person,
          lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
          publishers: publishersOf(person.id),
        })),
        nobodys: publishersOf(null),
      });
    },
  );

  app.post(
    '/api/users-management/assign',
    { config: { access: { routes, action: 'add' }, rows: 'staff' }, schema: { tags, body: assignPublishersSchema } },
    async (request) => {
      const { managerId, publisherIds } = request.body;
      const actor = { viewer: viewerOf(request), requestId: request.id };
      if (managerId !== null) {
        const { rows } = await sql`SELECT 1 FROM users WHERE id = ${managerId} AND archived_at IS NULL`.execute(
          deps.db,
        );
        if (rows.length === 0)
          throw new AppError('VALIDATION', { errors: [{ path: 'managerId', message: NO_SUCH_RECORD }] });
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
      return ok({ assigned: new Set(publisherIds).size });
    },
  );
}
