/** The question a list asks, and its WHERE and ORDER BY. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, Fields } from '@signpost/contract/define/field.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { type ListQuery, sortableKeys } from '@signpost/contract/records/list-query.ts';
import { fieldAt } from '@signpost/contract/records/used-by.ts';
import { type RawBuilder, sql } from 'kysely';
import { labelOf, rowsFields } from './columns.ts';
import { pointsTo } from './points-to.ts';
import { kindFilter } from './scope.ts';

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0
    ? sql`true`
    : sql`${sql.join(
        conditions.map((one) => sql`(${one})`),
        sql` AND `,
      )}`;

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

const searched = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.search);

function searchCondition(entity: EntityDefinition, q: string): RawBuilder<unknown> {
  const pattern = `%${escapeLike(q)}%`;
  const hits = searched(entity.fields).map((name) => sql`${sql.ref(`t.${name}`)} ILIKE ${pattern}`);
  for (const [, { of, table, parent, removal }] of rowsFields(entity)) {
    const inner = searched(of).map((name) => sql`${sql.ref(`r.${name}`)} ILIKE ${pattern}`);
    const live = removal === 'archive' ? sql`AND r.archived_at IS NULL` : sql``;
    if (inner.length > 0)
      hits.push(sql`t.id IN (SELECT ${sql.ref(`r.${parent}`)} FROM ${sql.table(table)} r
        WHERE (${sql.join(inner, sql` OR `)}) ${live})`);
  }
  if (/^\d{1,15}$/.test(q)) hits.push(sql`t.id = ${Number(q)}`);
  return hits.length === 0 ? sql`false` : sql.join(hits, sql` OR `);
}

function anyOf(entity: EntityDefinition, name: string, field: Field, values: readonly string[]): RawBuilder<unknown> {
  const column = sql.ref(`t.${name}`);
  const ids = () => values.map(Number).filter(Number.isSafeInteger);
  switch (field.kind) {
    case 'reference':
      return values.includes('null') && !name.includes('.')
        ? sql`${column} IS NULL OR ${pointsTo(entity, name, ids())}`
        : pointsTo(entity, name, ids());
    case 'tags':
    case 'references':
      return pointsTo(entity, name, ids());
    case 'toggle':
      return sql`${column} = ANY(${values.map((value) => value === 'true')}::boolean[])`;
    case 'choices':
      return sql`${column} && ${[...values]}::text[]`;
    case 'integer':
    case 'decimal':
      return sql`${column} = ANY(${[...values]}::numeric[])`;
    case 'text':
      return sql.join(
        values.map((value) => sql`${column} ILIKE ${`%${escapeLike(value)}%`}`),
        sql` OR `,
      );
    default:
      return sql`${column}::text = ANY(${[...values]}::text[])`;
  }
}

function filterCondition(
  entity: EntityDefinition,
  name: string,
  filter: ListQuery['filters'][string],
): RawBuilder<unknown> {
  const field = fieldAt(entity.fields, name);
  const isInner = name.includes('.') && field?.kind !== 'reference';
  if (!field || isInner || field.kind === 'rows' || field.kind === 'json' || field.kind === 'images')
    throw new AppError('VALIDATION', { errors: [{ path: `filters.${name}`, message: 'This cannot be filtered by.' }] });
  if (Array.isArray(filter)) return anyOf(entity, name, field, filter);
  if (name.includes('.')) return sql`false`;
  const column = sql.ref(`t.${name}`);
  const parts: RawBuilder<unknown>[] = [];
  if (filter.from !== undefined) parts.push(sql`${column} >= ${filter.from}`);
  if (filter.to !== undefined) parts.push(sql`${column} <= ${filter.to}`);
  return all(parts);
}

/** The condition of a list, `t` being the entity's table. `rowFilter` is "these rows" of the viewer. */
export function whereOf(
  entity: EntityDefinition,
  query: ListQuery,
  rowFilter: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (entity.kindOf) conditions.push(kindFilter(entity));
  if (rowFilter) conditions.push(rowFilter);
  if (query.archived !== 'all')
    conditions.push(query.archived === 'only' ? sql`t.archived_at IS NOT NULL` : sql`t.archived_at IS NULL`);
  if (query.ids) conditions.push(sql`t.id = ANY(${query.ids}::bigint[])`);
  if (query.q) conditions.push(searchCondition(entity, query.q));
  for (const [name, filter] of Object.entries(query.filters)) conditions.push(filterCondition(entity, name, filter));
  return all(conditions);
}

/** A total order: ties are broken by id, so that paging shows every row once. References sort by name. */
export function orderOf(entity: EntityDefinition, query: ListQuery): RawBuilder<unknown> {
  const name = query.orderBy ?? entity.defaultSort.orderBy;
  if (!sortableKeys(entity).includes(name))
    throw new AppError('VALIDATION', { errors: [{ path: 'orderBy', message: 'This cannot be sorted by.' }] });
  const direction = query.orderByDirection ?? (query.orderBy ? 'asc' : entity.defaultSort.direction);
  const field = entity.fields[name];
  const column = sql.ref(`t.${name}`);
  const value = field?.kind === 'reference' ? labelOf(field, column) : column;
  return direction === 'desc' ? sql`${value} DESC NULLS LAST, t.id DESC` : sql`${value} ASC NULLS LAST, t.id ASC`;
}
