/**
 * The JSON path that finds these ids in any condition on `field`, at any depth of groups. A GIN index can answer it.
 */
const conditionNaming = (field: string, ids: readonly number[]) =>
  `$.** ? (@.field == ${JSON.stringify(field)} && (${ids.map((id) => `@.values[*] == ${id}`).join(' || ') || '1 == 0'}))`;

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { fieldAt } from '@signpost/contract/records/used-by.ts';
import { type RawBuilder, sql } from 'kysely';
/** The condition that a record refers to any of these ids by one of its fields; `t` is its table. */
import { parentsWhere } from './child-rows.ts';
import { linkTable } from './columns.ts';

/**
 * `name` is the field's name in filters: a reference, references or tags, or `rows.inner` for a reference inside child
 * rows or conditions.
 */
export function pointsTo(entity: EntityDefinition, name: string, ids: readonly number[]): RawBuilder<unknown> {
  const wanted = sql`ANY(${[...ids]}::bigint[])`;
  const field = fieldAt(entity.fields, name);
  const [outer = '', inner] = name.split('.');
  const rows = entity.fields[outer];
  if (inner !== undefined && rows?.kind === 'rows' && field?.kind === 'reference') {
    return sql`t.id IN (${parentsWhere(rows, sql`${sql.ref(`r.${inner}`)} = ${wanted}`)})`;
  }
  if (inner !== undefined && rows?.kind === 'json')
    return sql`${sql.ref(`t.${outer}`)} @? ${conditionNaming(inner, ids)}::jsonpath`;
  if (field?.kind === 'tags')
    return sql`t.id IN (SELECT g.record_id FROM taggings g WHERE g.entity = ${entity.name} AND g.tag_id = ${wanted})`;
  if (field?.kind === 'references')
    return sql`t.id IN (SELECT l.record_id FROM ${sql.table(linkTable(entity, name))} l WHERE l.target_id = ${wanted})`;
  return sql`${sql.ref(`t.${name}`)} = ${wanted}`;
}
