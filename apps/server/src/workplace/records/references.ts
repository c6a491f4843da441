/**
 * Checks the references of a record: a Publisher may refer only to records that they may choose, and some fields of a
 * child row may be filled only for certain records.
 */
import { seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field, Fields, TextField } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/field-messages.ts';
import { isObject } from '@signpost/contract/objects.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { fieldsOfKind } from './columns.ts';
import { choiceFilter, kindFilter } from './scope.ts';

type Values = Readonly<Record<string, unknown>>;

interface Reference {
  path: string;
  to: EntityName;
  id: number;
}

const ids = z.array(z.number());
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return [];
};
const idsOf = (value: unknown): number[] => ids.parse(value ?? []);

function referencesIn(field: Field, path: string, value: unknown): Reference[] {
  switch (field.kind) {
    case 'reference':
      if (typeof value === 'number') return [{ path, to: field.to, id: value }];
      return [];
    case 'references':
      return idsOf(value).map((id) => ({ path, to: field.to, id }));
    case 'tags':
      return idsOf(value).map((id) => ({ path, to: 'tag', id }));
    case 'rows':
      return listOf(value).flatMap((row, at) => (isObject(row) ? referencesOf(field.of, row, `${path}.${at}.`) : []));
    case 'json':
    case 'text':
    case 'integer':
    case 'decimal':
    case 'toggle':
    case 'choice':
    case 'choices':
    case 'date':
    case 'instant':
    case 'images':
    case 'color':
      return [];
  }
}

function referencesOf(fields: Fields, values: Values, prefix = ''): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => referencesIn(field, `${prefix}${name}`, values[name]));
}

/**
 * Refuses references that the viewer may not choose, each on its field, as if the record did not exist. References that
 * the record already had stay allowed.
 */
export async function refuseForeign(
  db: Queryable,
  entity: EntityDefinition,
  { values, before }: { values: Values; before: Values },
  viewer: SessionUser,
): Promise<void> {
  if (!seesOwnPublisherOnly(viewer)) return;
  const existing = new Set(referencesOf(entity.fields, before).map(({ to, id }) => `${to} ${id}`));
  const added = referencesOf(entity.fields, values).filter(({ to, id }) => !existing.has(`${to} ${id}`));
  const errors: FieldError[] = [];
  for (const [to, references] of Map.groupBy(added, (one) => one.to)) {
    const target: EntityDefinition = entities[to];
    const rows = await readRows(
      db,
      idRow,
      sql`SELECT t.id FROM ${sql.table(target.table)} t
      WHERE t.id = ANY(${references.map(({ id }) => id)}::bigint[]) AND ${kindFilter(target)}
        AND ${choiceFilter(target, viewer, { known: true }) ?? sql`true`}`,
    );
    const found = new Set(rows.map(({ id }) => id));
    for (const { path, id } of references) if (!found.has(id)) errors.push({ path, message: NO_SUCH_RECORD });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

interface Restricted {
  path: string;
  to: EntityName;
  id: number;
  value: unknown;
  rule: NonNullable<TextField['onlyWhere']>;
}

/** The filled fields of child rows that only certain records allow. */
function restrictedIn(fields: Fields, values: Values): Restricted[] {
  return fieldsOfKind(fields, 'rows').flatMap(([name, rows]) =>
    fieldsOfKind(rows.of, 'text').flatMap(([inner, { onlyWhere: rule }]) => {
      const reference = rule && rows.of[rule.reference];
      if (rule === undefined || reference?.kind !== 'reference') return [];
      return listOf(values[name]).flatMap((row, at): Restricted[] => {
        if (!isObject(row) || typeof row[rule.reference] !== 'number') return [];
        const id = Number(row[rule.reference]);
        const value = row[inner];
        if (value === null || value === undefined || value === '') return [];
        return [{ path: `${name}.${at}.${inner}`, to: reference.to, id, value, rule }];
      });
    }),
  );
}

/**
 * Refuses values that a child row may not have for the record it refers to (`onlyWhere`). Values that were stored before
 * stay allowed, because the record may have changed its kind since.
 */
export async function refuseMismatched(
  db: Queryable,
  entity: EntityDefinition,
  values: Values,
  before: Values,
): Promise<void> {
  const keyOf = ({ to, id, value }: Restricted) => `${to} ${id} ${String(value)}`;
  const existing = new Set(restrictedIn(entity.fields, before).map(keyOf));
  const errors: FieldError[] = [];
  for (const one of restrictedIn(entity.fields, values)) {
    if (existing.has(keyOf(one))) continue;
    const { path, to, id, rule } = one;
    const rows = await readRows(
      db,
      idRow,
      sql`SELECT id FROM ${sql.table(entities[to].table)} WHERE id = ${id} AND ${sql.ref(rule.field)} = ANY(${[...rule.is]}::text[])`,
    );
    if (rows.length === 0) errors.push({ path, message: rule.otherwise });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

interface Ownable {
  path: string;
  id: number;
}

/** The records that the child rows of a field name. */
const namedIn = (rows: unknown, name: string, inner: string): Ownable[] =>
  listOf(rows).flatMap((row, at) => {
    if (!isObject(row) || typeof row[inner] !== 'number') return [];
    return [{ path: `${name}.${at}.${inner}`, id: row[inner] }];
  });

/**
 * Refuses records in new child rows that belong to other parents (`owned`). Rows that were stored before stay allowed.
 * `before` is null for a new record.
 */
export async function refuseOwned(
  db: Queryable,
  entity: EntityDefinition,
  values: Values,
  before: StoredRecord | null,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [name, rows] of Object.entries(entity.fields)) {
    if (rows.kind !== 'rows') continue;
    for (const [inner, field] of Object.entries(rows.of)) {
      if (field.kind !== 'reference' || field.owned === undefined) continue;
      const existing = new Set(namedIn(before?.[name], name, inner).map(({ id }) => id));
      const added = namedIn(values[name], name, inner).filter(({ id }) => !existing.has(id));
      if (added.length === 0) continue;
      const conditions = Object.entries(field.owned.with).map(
        ([column, value]) => sql`t.${sql.ref(column)} = ${value}`,
      );
      const taken = await readRows(
        db,
        idRow,
        sql`SELECT t.id FROM ${sql.table(entities[field.to].table)} t
          WHERE t.id = ANY(${added.map(({ id }) => id)}::bigint[]) AND ${sql.join(conditions, sql` AND `)} AND EXISTS (
            SELECT FROM ${sql.table(rows.table)} r JOIN ${sql.table(entity.table)} p ON p.id = r.${sql.ref(rows.parent)}
            WHERE r.${sql.ref(inner)} = t.id AND p.archived_at IS NULL AND p.id <> ${before?.id ?? 0})`,
      );
      const ids = new Set(taken.map(({ id }) => id));
      const { otherwise } = field.owned;
      errors.push(...added.filter(({ id }) => ids.has(id)).map(({ path }) => ({ path, message: otherwise })));
    }
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}
