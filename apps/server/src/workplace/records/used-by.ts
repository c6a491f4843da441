/**
 * Finds the records that refer to given records, with one statement over the indexes of all tables that can refer to
 * them.
 */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { ENTITY_NAMES } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { type ReferringField, referringFields, usedByWords } from '@signpost/contract/records/used-by.ts';
import { USED_BY_MOST, type UsedBy } from '@signpost/contract/records/used-by-schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { idRow, readRows, sqlIf } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { pointsTo } from './points-to.ts';
import { kindFilter, rowFilter } from './scope.ts';

/** An entity without a status cannot be paused, so such a record is active until it is archived. */
const isActive = ({ fields }: EntityDefinition): RawBuilder<unknown> => {
  if (fields.status?.kind === 'choice') return sql`t.status = 'active'`;
  return sql`true`;
};

function countOf({ entity, name, keeps }: ReferringField, at: number, of: string, ids: readonly number[]) {
  const others = sqlIf(entity.name === of, sql`AND t.id <> ALL(${[...ids]}::bigint[])`);
  return sql`SELECT ${at}::integer AS at, count(*)::integer AS records,
    count(*) FILTER (WHERE active)::integer AS keeping
    FROM (SELECT ${keeps ? isActive(entity) : sql`false`} AS active FROM ${sql.table(entity.table)} t
      WHERE t.archived_at IS NULL AND ${kindFilter(entity)} ${others} AND ${pointsTo(entity, name, ids)}
      LIMIT ${USED_BY_MOST + 1}) x`;
}

const countRow = z.object({ at: z.number(), records: z.number(), keeping: z.number() });

async function count(
  db: Queryable,
  entity: EntityDefinition,
  ids: readonly number[],
  wanted: (field: ReferringField) => boolean,
): Promise<UsedBy[]> {
  const fields = referringFields(entity.name).filter(wanted);
  if (fields.length === 0 || ids.length === 0) return [];
  const counts = fields.map((field, at) => countOf(field, at, entity.name, ids));
  const rows = await readRows(db, countRow, sql`${sql.join(counts, sql` UNION ALL `)}`);
  return rows.flatMap(({ at, records, keeping }) => {
    const field = fields[at];
    const referring = memberOf(ENTITY_NAMES, field?.entity.name);
    if (field === undefined || referring === undefined || records === 0) return [];
    return [{ entity: referring, field: field.name, records, keeping }];
  });
}

/**
 * The records that refer to any of these and that the viewer may see. Those that prevent archiving come first, then the
 * largest groups.
 */
export async function usedBy(
  db: Queryable,
  entity: EntityDefinition,
  ids: readonly number[],
  viewer: SessionUser,
): Promise<UsedBy[]> {
  const rows = await readRows(
    db,
    idRow,
    sql`SELECT t.id FROM ${sql.table(entity.table)} t
    WHERE t.id = ANY(${[...ids]}::bigint[]) AND ${kindFilter(entity)} AND ${rowFilter(entity, viewer) ?? sql`true`}`,
  );
  const seen = rows.map(({ id }) => id);
  const found = await count(db, entity, seen, () => true);
  return found.sort((one, other) => other.keeping - one.keeping || other.records - one.records);
}

/**
 * Throws IN_USE if an active record refers to this one. The caller locks the record first, so that no reference can be
 * added.
 */
export async function refuseInUse(db: Queryable, entity: EntityDefinition, id: number): Promise<void> {
  const keepers = (await count(db, entity, [id], ({ keeps }) => keeps)).filter(({ keeping }) => keeping > 0);
  if (keepers.length === 0) return;
  const words = keepers.map((one) => usedByWords(entities[one.entity], one.field, one.keeping));
  const message = `Still used by ${words.join(', ')}. Pause or change that first.`;
  throw new AppError('IN_USE', { errors: [{ path: '', message }], data: keepers });
}
