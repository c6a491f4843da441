/** Finds records by a phone number of their own or of their people, in whatever way it was typed and stored. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Fields } from '@signpost/contract/define/field.ts';
import { typedNumber } from '@signpost/contract/reading/phone-forms.ts';
import { type RawBuilder, sql } from 'kysely';
import { parentsWhere } from './child-rows.ts';
import { rowsFields } from './columns.ts';
import { containsNumber, containsWords } from './contains.ts';

/** The searched fields with phone numbers. */
const numberFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field?.kind === 'text' && field.search === true && (field.format === 'phone' || field.hasNumbers === true);
  });

const searchedFields = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]?.search);

/**
 * Whether a row (`alias`) has the phone number that is in `q`, and each other word of `q` in a searched text; null if the
 * row has no numbers or `q` none of at least five digits.
 */
export function numberHit(fields: Fields, alias: string, q: string): RawBuilder<unknown> | null {
  const names = numberFields(fields);
  if (names.length === 0) return null;
  const typed = typedNumber(q);
  if (typed === null) return null;
  const hits = names.map((name) => containsNumber(sql.ref(`${alias}.${name}`), typed.patterns));
  const texts = searchedFields(fields).map((name) => sql.ref(`${alias}.${name}`));
  return sql`(${sql.join(hits, sql` OR `)}) AND ${containsWords(texts, typed.rest)}`;
}

/** Queries for the ids of records of an entity that have the number in `q`, of their own or with one of their people. */
export function idsWithNumber(entity: EntityDefinition, q: string): RawBuilder<unknown>[] {
  const own = numberHit(entity.fields, 's', q);
  const ofPeople = rowsFields(entity).flatMap(([, field]) => {
    const hit = numberHit(field.of, 'r', q);
    if (hit === null) return [];
    return [parentsWhere(field, hit)];
  });
  if (own === null) return ofPeople;
  return [sql`SELECT s.id FROM ${sql.table(entity.table)} s WHERE ${own}`, ...ofPeople];
}
