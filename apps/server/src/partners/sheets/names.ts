/** The records that the cells of a sheet can name, and the people who make boxes. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { PROCESSING_GRADES, type SheetKind, type SheetNames } from '@signpost/contract/sheets/sheet.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { choiceFilter, kindFilter } from '../../workplace/records/scope.ts';

const named = z.object({ id: z.number(), name: z.string() });

function targetOf(field: Field): EntityName[] {
  if (field.kind === 'reference' || field.kind === 'references') return [field.to];
  if (field.kind === 'tags') return ['tag'];
  if (field.kind === 'rows') return ['campaign'];
  return [];
}

/** The active records that the viewer may choose, by entity. */
export async function namesFor(db: Queryable, kind: SheetKind, viewer: SessionUser): Promise<SheetNames> {
  const targets = new Set(SHEET_COLUMNS[kind].flatMap(({ field }) => targetOf(field)));
  const names: SheetNames = {};
  for (const to of targets) {
    const target: EntityDefinition = entities[to];
    names[to] = await readRows(
      db,
      named,
      sql`SELECT t.id, ${sql.ref(`t.${target.title}`)} AS name FROM ${sql.table(target.table)} t
        WHERE t.archived_at IS NULL AND ${kindFilter(target)} AND ${choiceFilter(target, viewer, { known: false }) ?? sql`true`}
        ORDER BY t.id`,
    );
  }
  return names;
}

/** The people who make boxes, by name. */
export async function peopleWhoMake(db: Queryable): Promise<z.infer<typeof named>[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('grade', 'in', [...PROCESSING_GRADES])
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
