/** Values of records in words, with the names of the records they refer to. */

import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field, Fields } from '@signpost/contract/define/field.ts';
import { countText } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { conditionWords, type RecordNames } from '@signpost/contract/traffic/clicks/condition-words.ts';
import {
  type ConditionTest,
  conditionsSchema,
  readConditions,
  testsOf,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { Values } from './versions/moments.ts';

/** The current name of a record, or its id if the record is unknown. */
export type NameOf = (entity: EntityName, id: number) => string;

/** The entity of a condition's values. */
export const RECORD_OF = {
  source: 'trafficSource',
  category: 'category',
  publisher: 'publisher',
  website: 'website',
} as const satisfies Record<string, EntityName>;

export type Reference = readonly [EntityName, number];

const referenceIn = (field: Field, value: unknown): Reference[] => {
  if (value === null || value === undefined) return [];
  const ids = [value].flat().map(Number);
  if (field.kind === 'reference' || field.kind === 'references') return ids.map((id) => [field.to, id]);
  if (field.kind === 'tags') return ids.map((id) => ['tag', id]);
  if (field.kind === 'rows' && Array.isArray(value)) return value.flatMap((row: Values) => referencesOf(field.of, row));
  if (field.kind !== 'json' || field.schema !== conditionsSchema) return [];
  const conditions = readConditions(value);
  if (conditions === null) return [];
  return testsOf(conditions).flatMap(referencesInConditions);
};

/** The records that a condition names. */
export function referencesInConditions(test: ConditionTest): Reference[] {
  switch (test.field) {
    case 'source':
    case 'category':
    case 'publisher':
    case 'website': {
      const entity = RECORD_OF[test.field];
      return test.values.map((id) => [entity, id]);
    }
    default:
      return [];
  }
}

/** Every record that these values refer to. */
export function referencesOf(fields: Fields, values: Values): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => referenceIn(field, values[name]));
}

const ids = z.array(z.number());
const nameRow = z.object({ id: z.number(), name: z.string() });

/** Reads the names of records, with one query for each entity. */
export async function namesFor(db: Queryable, references: readonly Reference[]): Promise<NameOf> {
  const known = new Map<string, string>();
  for (const [name, list] of Map.groupBy(references, ([entity]) => entity)) {
    const { table, title } = entities[name];
    const ids = [...new Set(list.map(([, id]) => id))];
    const rows = await readRows(
      db,
      nameRow,
      sql`SELECT id, ${sql.ref(title)}::text AS name
      FROM ${sql.table(table)} WHERE id = ANY(${ids}::bigint[])`,
    );
    for (const row of rows) known.set(`${name} ${row.id}`, row.name);
  }
  return (entity, id) => known.get(`${entity} ${id}`) ?? `#${id}`;
}

const inConditions =
  (nameOf: NameOf): RecordNames =>
  (field, id) =>
    nameOf(RECORD_OF[field], id);

/** A readable value; null if there is none. */
export function words(field: Field, value: unknown, nameOf: NameOf): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value) && value.length === 0) return null;
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? String(value);
    case 'toggle':
      return toggleLabel(value === true);
    case 'reference':
      return nameOf(field.to, Number(value));
    case 'references':
    case 'tags': {
      const to = field.kind === 'tags' ? 'tag' : field.to;
      if (Array.isArray(value))
        return ids
          .parse(value)
          .map((id) => nameOf(to, id))
          .join(', ');
      return null;
    }
    case 'images':
      if (Array.isArray(value)) return countText(value.length, 'picture');
      return null;
    case 'json': {
      const conditions = field.schema === conditionsSchema ? readConditions(value) : null;
      if (conditions === null) return JSON.stringify(value);
      return conditionWords(conditions, inConditions(nameOf));
    }
    default:
      if (Array.isArray(value)) return value.join(', ');
      return String(value);
  }
}
