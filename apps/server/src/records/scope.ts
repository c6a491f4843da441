/** "These rows": what of an entity a person may see at all, in the query itself (reliability.md, rule 7). */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { RouteName } from '@signpost/contract/routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../http/session-user.ts';

/**
 * The row filter of a viewer, `t` being the entity's table; null where all rows are theirs. A publisher sees rows of
 * their own publisher only, and nothing of an entity that has no publisher.
 */
export function rowFilter(entity: EntityDefinition, viewer: SessionUser): RawBuilder<unknown> | null {
  if (viewer.grade === 'Publisher') {
    const column = entity.scope?.publisher;
    if (column === undefined || viewer.publisherId === null) return sql`false`;
    return sql`${sql.ref(`t.${column}`)} = ${viewer.publisherId}`;
  }
  const owner = entity.scope?.owner;
  if (owner === undefined || viewer.grade === 'Admin' || viewer.grade === 'Management') return null;
  return sql`${sql.ref(`t.${owner}`)} = ${viewer.id}`;
}

/** Whose rows of a shared table they are, `t` being the table. */
export function kindFilter(entity: EntityDefinition): RawBuilder<unknown> {
  const { kindOf } = entity;
  return kindOf === undefined ? sql`true` : sql`${sql.ref(`t.${kindOf.column}`)} = ANY(${[...kindOf.is]}::text[])`;
}

const named = (names: (RouteName | undefined)[]): RouteName[] => names.filter((name) => name !== undefined);

/** The screens whose openers may read an entity. */
export function readRoutes(entity: EntityDefinition): RouteName[] {
  const { list, add, edit, copy, view } = entity.routes;
  return named([list, add, edit, copy, view]);
}

/** The screens whose openers may write an entity. */
export function writeRoutes(entity: EntityDefinition): RouteName[] {
  const { add, edit, copy } = entity.routes;
  return named([add, edit, copy]);
}
