/** The rows of an entity that a person may see, as conditions of the query (docs/product/access.md#rows). */

import { screensFor, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../../session-user.ts';
import { fieldsOfKind } from './columns.ts';

/**
 * The row filter of a viewer, for a query in which `t` is the entity's table; null if the viewer sees all rows. A
 * Publisher sees rows of their own publisher only, and none of an entity without a publisher.
 */
export function rowFilter(entity: EntityDefinition, viewer: SessionUser): RawBuilder<unknown> | null {
  if (seesOwnPublisherOnly(viewer)) {
    const column = entity.scope?.publisher;
    if (column === undefined || viewer.publisherId === null) return sql`false`;
    return sql`${sql.ref(`t.${column}`)} = ${viewer.publisherId}`;
  }
  const { owner, shared } = entity.scope ?? {};
  if (owner === undefined || seesAllOwners(viewer)) return null;
  const own = sql`${sql.ref(`t.${owner}`)} = ${viewer.id}`;
  if (shared === undefined) return own;
  return sql`(${own} OR ${sql.ref(`t.${shared.field}`)} = ${shared.is})`;
}

const seesAllOwners = ({ grade }: SessionUser): boolean => grade === 'Admin' || grade === 'Management';

/** Whether a record that a viewer may read is shared by somebody else, so that they may not change it. */
export function isOnlyShared({ scope }: EntityDefinition, record: StoredRecord, viewer: SessionUser): boolean {
  return scope?.owner !== undefined && record[scope.owner] !== viewer.id && !seesAllOwners(viewer);
}

/** Conditions that hold when a row of the Publisher refers to the record `t`, so that the Publisher already knows its name. */
function referredByOwn(entity: EntityDefinition, viewer: SessionUser): RawBuilder<unknown>[] {
  return entityList.flatMap((one) => {
    const column = one.scope?.publisher;
    if (column === undefined) return [];
    const references = fieldsOfKind(one.fields, 'reference').filter(([, { to }]) => to === entity.name);
    return references.map(
      ([name]) => sql`EXISTS (SELECT 1 FROM ${sql.table(one.table)} own
        WHERE ${sql.ref(`own.${column}`)} = ${viewer.publisherId} AND ${sql.ref(`own.${name}`)} = t.id)`,
    );
  });
}

/**
 * The records of an entity (table `t`) that a viewer may choose and refer to; null if all of them. A Publisher chooses
 * among their own rows and those that are offered to publishers. `known` adds the records that their own rows already
 * refer to.
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
  const filters = known ? referredByOwn(entity, viewer) : [];
  if (offered) filters.unshift(offered);
  if (filters.length === 0) return sql`false`;
  return sql`(${sql.join(filters, sql` OR `)})`;
}

/** For entities that share the table `t`: the condition that selects the rows of this entity. */
export function kindFilter(entity: EntityDefinition): RawBuilder<unknown> {
  const { kindOf } = entity;
  if (kindOf === undefined) return sql`true`;
  return sql`${sql.ref(`t.${kindOf.column}`)} = ANY(${[...kindOf.is]}::text[])`;
}

/** Whether people write records of this entity. The others are written by the product only. */
export function isWritten(entity: EntityDefinition): boolean {
  return screensFor(entity, 'create').length + screensFor(entity, 'edit').length > 0;
}
