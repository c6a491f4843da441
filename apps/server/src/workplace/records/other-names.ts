/** Finds countries by the names that they have elsewhere: `UK`, "Ivory Coast", "Türkei". */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { readCountry } from '@signpost/contract/reading/country.ts';
import { type RawBuilder, sql } from 'kysely';

/** The condition that a geo is the country that was typed; none for other records, and for a text that names no country. */
export function otherNames({ name }: EntityDefinition, alias: string, q: string): RawBuilder<unknown>[] {
  if (name !== 'geo') return [];
  const code = readCountry(q);
  if (code === null) return [];
  return [sql`${sql.ref(`${alias}.code`)} = ${code}`];
}
