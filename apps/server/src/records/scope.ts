/** Which rows of an entity a person may see, as conditions of the query (docs/product/access.md#rows). */

import { screensFor, seesOwnPublisherOnly } from '@signpost/contract/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../http/session-user.ts';

/**
 * The row filter of a viewer, `t` being the entity's table; null where all rows are theirs. A publisher sees rows of
 * their own publisher only, and nothing of an entity that has no publisher.
 */
export function rowFilter(entity: EntityDefinition, viewer: SessionUser): RawBuilder<unknown> | null {
  if (seesOwnPublisherOnly(viewer)) {
    const column = entity.scope?.publisher;
    if (column === undefined || viewer.publisherId === null) return sql`false`;
    return sql`${sql.ref(`t.${column}`)} = ${viewer.publisherId}`;
  }
  const owner = entity.scope?.owner;
  if (owner === undefined || viewer.grade === 'Admin' || viewer.grade === 'Management') return null;
  return sql`${sql.ref(`t.${owner}`)} = ${viewer.id}`;
}

/** Rows of a Publisher's own that refer to the record `t`, so that its name is known to them already. */
function referredByOwn(entity: EntityDefinition, viewer: SessionUser): RawBuilder<unknown>[] {
  return entityList.flatMap((one) => {
    const column = one.scope?.publisher;
    if (column === undefined) return [];
    return Object.entries(one.fields).flatMap(([name, field]) =>
      field.kind === 'reference' && field.to === entity.name
        ? [
            sql`EXISTS (SELECT 1 FROM ${sql.table(one.table)} own
              WHERE ${sql.ref(`own.${column}`)} = ${viewer.publisherId} AND ${sql.ref(`own.${name}`)} = t.id)`,
          ]
        : [],
    );
  });
}

/**
 * What of an entity a viewer may choose and refer to, `t` being its table; null where they may choose any. A Publisher
 * chooses among their own rows and the few names that are on offer to publishers. `known` adds what their own rows refer
 * to already: a name they have seen.
 */
export function choiceFilter(
  entity: EntityDefinition,
  viewer: SessionUser,
  { known }: { known: boolean },
): RawBuilder<unknown> | null {
  const { publishersChoose, scope } = entity;
  if (!seesOwnPublisherOnly(viewer) || scope?.publisher !== undefined) return rowFilter(entity, viewer);
  if (publishersChoose === true) return null;
  const offered = publishersChoose && sql`${sql.ref(`t.${publishersChoose.field}`)} = ${publishersChoose.is}`;
  const filters = [...(offered ? [offered] : []), ...(known ? referredByOwn(entity, viewer) : [])];
  return filters.length === 0 ? sql`false` : sql`(${sql.join(filters, sql` OR `)})`;
}

/** Whose rows of a shared table they are, `t` being the table. */
export function kindFilter(entity: EntityDefinition): RawBuilder<unknown> {
  const { kindOf } = entity;
  return kindOf === undefined ? sql`true` : sql`${sql.ref(`t.${kindOf.column}`)} = ANY(${[...kindOf.is]}::text[])`;
}

/** Whether people write such records at all; others only the product writes. */
export function isWritten(entity: EntityDefinition): boolean {
  return screensFor(entity, 'create').length + screensFor(entity, 'edit').length > 0;
}
