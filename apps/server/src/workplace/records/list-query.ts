/** Builds WHERE and ORDER BY from the query of a list. */
import { isDay } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, Fields } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { type ListQuery, sortableKeys } from '@signpost/contract/records/list-query.ts';
import { fieldAt } from '@signpost/contract/records/used-by.ts';
import { type RawBuilder, sql } from 'kysely';
import { sqlIf } from '../../platform/rows.ts';
import { parentsWhere } from './child-rows.ts';
import { rowsFields } from './columns.ts';
import { contains, containsWords, isIndexed, typedId } from './contains.ts';
import { idsWithNumber } from './number-search.ts';
import { otherNames } from './other-names.ts';
import { pointsTo } from './points-to.ts';
import { kindFilter } from './scope.ts';

const all = (conditions: RawBuilder<unknown>[]) => {
  if (conditions.length === 0) return sql`true`;
  return sql`${sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` AND `,
  )}`;
};

const searched = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.search);

/** True if each word of `q` is in a searched text of the row; null if the row has no such text. */
function hitOf(fields: Fields, alias: string, q: string): RawBuilder<unknown> | null {
  const columns = searched(fields).map((name) => sql.ref(`${alias}.${name}`));
  if (columns.length === 0) return null;
  return containsWords(columns, q);
}

/**
 * True if the searched texts of the record or of one of its child rows contain each word of `q`, or its id is `q`, or one
 * of its phone numbers is. The ids are looked up first, with one index per table, because an OR over two tables would read every row.
 */
function searchCondition(entity: EntityDefinition, q: string): RawBuilder<unknown> {
  const own = (alias: string): RawBuilder<unknown> => {
    const hit = hitOf(entity.fields, alias, q);
    const byId = typedId(q).map((id) => sql`${sql.ref(`${alias}.id`)} = ${id}`);
    const hits = [hit, ...otherNames(entity, alias, q), ...byId].filter((one) => one !== null);
    if (hits.length === 0) return sql`false`;
    return sql.join(hits, sql` OR `);
  };
  const children = rowsFields(entity).flatMap(([, field]) => {
    const hit = hitOf(field.of, 'r', q);
    if (hit === null) return [];
    return [parentsWhere(field, hit)];
  });
  const numbers = idsWithNumber(entity, q);
  if (!isIndexed(q))
    return sql.join([own('t'), ...[...children, ...numbers].map((ids) => sql`t.id IN (${ids})`)], sql` OR `);
  const mine = sql`SELECT s.id FROM ${sql.table(entity.table)} s WHERE ${own('s')}`;
  return sql`t.id IN (${sql.join([mine, ...children, ...numbers], sql` UNION ALL `)})`;
}

function anyOf(entity: EntityDefinition, name: string, field: Field, values: readonly string[]): RawBuilder<unknown> {
  const column = sql.ref(`t.${name}`);
  const ids = () => values.map(Number).filter(Number.isSafeInteger);
  switch (field.kind) {
    case 'reference':
      if (values.includes('null') && !name.includes('.'))
        return sql`${column} IS NULL OR ${pointsTo(entity, name, ids())}`;
      return pointsTo(entity, name, ids());
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
        values.map((value) => contains(column, value)),
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
  timeZone: string,
): RawBuilder<unknown> {
  const field = fieldAt(entity.fields, name);
  const isInner = name.includes('.') && field?.kind !== 'reference';
  if (!field || isInner || field.kind === 'rows' || field.kind === 'json' || field.kind === 'images')
    throw invalid(`filters.${name}`, 'The list cannot be filtered by this field.');
  if (Array.isArray(filter)) return anyOf(entity, name, field, filter);
  if (name.includes('.')) return sql`false`;
  const column = sql.ref(`t.${name}`);
  const { from, to } = filter;
  for (const [end, given] of Object.entries({ from, to }))
    if (given !== undefined && !isBound(field, given)) throw invalid(`filters.${name}.${end}`, NO_BOUND);
  // For instants, a day is the viewer's day, from its start to its end.
  const dayOf = (day: string, later: number) =>
    sql`(${day}::date + ${later}::integer)::timestamp AT TIME ZONE ${timeZone}`;
  const isDayOf = (given: string | undefined): given is string => field.kind === 'instant' && isDay(given);
  const parts: RawBuilder<unknown>[] = [];
  if (isDayOf(from)) parts.push(sql`${column} >= ${dayOf(from, 0)}`);
  else if (from !== undefined) parts.push(sql`${column} >= ${from}`);
  if (isDayOf(to)) parts.push(sql`${column} < ${dayOf(to, 1)}`);
  else if (to !== undefined) parts.push(sql`${column} <= ${to}`);
  return all(parts);
}

const NO_BOUND = 'Enter a valid date or number.';

/** Whether a text is a valid bound for values of a field. */
function isBound({ kind }: Field, text: string): boolean {
  switch (kind) {
    case 'date':
      return isDay(text);
    case 'instant':
      return isDay(text) || !Number.isNaN(Date.parse(text));
    case 'integer':
    case 'decimal':
      return /^-?\d{1,18}\.?\d{0,6}$/.test(text);
    default:
      // References, choices and lists have no order that a range could mean.
      return kind === 'text';
  }
}

/**
 * The condition of a list, for the entity's table `t`. `rowFilter` selects the viewer's rows; days are in the viewer's
 * zone.
 */
export function whereOf(
  entity: EntityDefinition,
  query: ListQuery,
  rowFilter: RawBuilder<unknown> | null,
  timeZone = 'UTC',
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (entity.kindOf) conditions.push(kindFilter(entity));
  if (rowFilter) conditions.push(rowFilter);
  if (query.archived !== 'all')
    conditions.push(query.archived === 'only' ? sql`t.archived_at IS NOT NULL` : sql`t.archived_at IS NULL`);
  if (query.ids) conditions.push(sql`t.id = ANY(${query.ids}::bigint[])`);
  if (query.q) conditions.push(searchCondition(entity, query.q));
  for (const [name, filter] of Object.entries(query.filters))
    conditions.push(filterCondition(entity, name, filter, timeZone));
  return all(conditions);
}

/** The order of a list: `order` refers to the entity's table `t` and its joins. */
export interface Order {
  join: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** Whether a column can be empty. If it cannot, its index serves both directions. */
function isNullable(entity: EntityDefinition, name: string): boolean {
  const field = entity.fields[name];
  if (field === undefined || field.kind === 'toggle' || field.kind === 'color') return false;
  return !field.required || field.visibleWhen !== undefined || entity.kindOf !== undefined;
}

/** Values by which a list is sorted that are no fields of its records. Records that are not listed have `rest`. */
export interface Ranking {
  ids: readonly number[];
  values: readonly (string | null)[];
  rest: string | null;
}

const WAYS = { asc: sql`ASC`, desc: sql`DESC` } as const;

function rankedOrder({ ids, values, rest }: Ranking, query: ListQuery): Order {
  const way = WAYS[query.orderByDirection ?? 'asc'];
  return {
    join: sql`LEFT JOIN unnest(${ids}::bigint[], ${values}::numeric[]) AS o(id, value) ON o.id = t.id`,
    order: sql`CASE WHEN o.id IS NULL THEN ${rest}::numeric ELSE o.value END ${way} NULLS LAST, t.id ${way}`,
  };
}

/**
 * A total order: ties are broken by id, so that paging shows every row once. References sort by name. A `ranking`
 * replaces the order by a field.
 */
export function orderOf(entity: EntityDefinition, query: ListQuery, ranking: Ranking | null = null): Order {
  if (ranking !== null) return rankedOrder(ranking, query);
  const name = query.orderBy ?? entity.defaultSort.orderBy;
  if (!sortableKeys(entity).includes(name)) throw invalid('orderBy', 'The list cannot be sorted by this field.');
  const direction = query.orderByDirection ?? (query.orderBy ? 'asc' : entity.defaultSort.direction);
  const field = entity.fields[name];
  const column = sql.ref(`t.${name}`);
  const way = WAYS[direction];
  if (name === 'id') return { join: sql``, order: sql`t.id ${way}` };
  if (field?.kind !== 'reference') {
    const nulls = sqlIf(isNullable(entity, name), sql`NULLS LAST`);
    return { join: sql``, order: sql`${column} ${way} ${nulls}, t.id ${way}` };
  }
  const { table, title } = entities[field.to];
  return {
    join: sql`LEFT JOIN ${sql.table(table)} o ON o.id = ${column}`,
    order: sql`${sql.ref(`o.${title}`)} ${way} NULLS LAST, t.id ${way}`,
  };
}
