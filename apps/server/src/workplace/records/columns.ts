/** Maps an entity's fields to PostgreSQL. All names come from the definition; no name from outside reaches SQL. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, Fields, RowsField } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { withoutTrailingZeros } from '@signpost/contract/reading/money-text.ts';
import { type RawBuilder, sql } from 'kysely';

/** Fields with a column of their own; the others are stored in separate tables. */
export function isColumn(field: Field): boolean {
  return field.kind !== 'tags' && field.kind !== 'references' && field.kind !== 'rows';
}

export function columnFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => isColumn(field));
}

export function fieldsOfKind<K extends Field['kind']>(
  fields: Fields,
  kind: K,
): [string, Extract<Field, { kind: K }>][] {
  return Object.entries(fields).filter(
    (entry): entry is [string, Extract<Field, { kind: K }>] => entry[1].kind === kind,
  );
}

/** The table that links a record to the targets of a `references` field, e.g. `partners_integrations`. */
export function linkTable(entity: EntityDefinition, fieldName: string): string {
  return `${entity.table}_${fieldName}`;
}

/** Converts a value to PostgreSQL. */
export function bound(field: Field, value: unknown): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`NULL`;
  switch (field.kind) {
    case 'json':
    case 'images':
      return sql`${JSON.stringify(value)}::jsonb`;
    case 'choices':
      return sql`${value}::text[]`;
    case 'decimal':
      return sql`${value}::numeric`;
    default:
      return sql`${value}`;
  }
}

/** Converts a value to the contract's types. */
export function unbound(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.kind === 'decimal') return withoutTrailingZeros(String(value));
  if (field.kind === 'instant' && value instanceof Date) return value.toISOString();
  if (field.kind === 'instant') return String(value);
  return value;
}

/** A scalar subquery for the name of a referenced record. */
export function labelOf(
  field: Extract<Field, { kind: 'reference' }>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const target = entities[field.to];
  return sql`(SELECT ${sql.ref(`label.${target.title}`)} FROM ${sql.table(target.table)} AS label WHERE label.id = ${column})`;
}

/** A scalar subquery for the currency of the record to which a reference points. */
function currencyOf(fields: Fields, reference: string, alias: string): RawBuilder<unknown> {
  const field = fields[reference];
  if (field?.kind !== 'reference') throw new Error(`${reference} is not a reference.`);
  const { table } = entities[field.to];
  return sql`(SELECT owner.currency FROM ${sql.table(table)} AS owner WHERE owner.id = ${sql.ref(`${alias}.${reference}`)})`;
}

/** The column beside another one: the name of a referenced record, or the currency of an amount. */
function labelBeside(
  field: Field,
  { fields, alias, column }: { fields: Fields; alias: string; column: RawBuilder<unknown> },
): RawBuilder<unknown> | null {
  if (field.kind === 'reference') return labelOf(field, column);
  if (field.kind === 'decimal' && field.currencyOf !== undefined) return currencyOf(fields, field.currencyOf, alias);
  return null;
}

/** The column list of a table, with labels of its references such as `labelPartnerTypeId`. */
export function selection(fields: Fields, alias: string): RawBuilder<unknown>[] {
  return columnFields(fields).flatMap(([name, field]) => {
    const column = sql.ref(`${alias}.${name}`);
    const own = sql`${column} AS ${sql.ref(name)}`;
    const label = labelBeside(field, { fields, alias, column });
    if (label === null) return [own];
    return [own, sql`${label} AS ${sql.ref(labelKey(name))}`];
  });
}

export const labelKey = (name: string) => `label${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export function rowsFields(entity: EntityDefinition): [string, RowsField][] {
  return fieldsOfKind(entity.fields, 'rows');
}
