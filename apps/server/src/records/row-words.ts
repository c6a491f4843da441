/** A row of a list in words, so that messages name it by what it is. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';

type Row = Readonly<Record<string, unknown>>;

const titleRow = z.object({ title: z.unknown() });

async function valueInWords(db: Queryable, field: Field, value: unknown): Promise<string> {
  if (value === null || value === undefined) return '';
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field.kind !== 'reference') return String(value);
  const target: EntityDefinition = entities[field.to];
  const [found] = await readRows(
    db,
    titleRow,
    sql`SELECT ${sql.ref(target.title)} AS title FROM ${sql.table(target.table)} WHERE id = ${value}`,
  );
  return String(found?.title ?? '');
}

/** The fields that tell a row from the others: the ones named for exports, or else what every row has, and its amount. */
function tellingFields({ inWords, of }: RowsField): [string, Field][] {
  if (inWords !== undefined) return Object.entries(of).filter(([name]) => inWords.includes(name));
  return Object.entries(of).filter(
    ([, field]) =>
      field.kind === 'decimal' || (field.required && ['reference', 'choice', 'text', 'date'].includes(field.kind)),
  );
}

/** A row by what it is, such as "deal “Austria, Standard postback, CPA, First deposit, 120.5”". */
export async function rowInWords(db: Queryable, field: RowsField, row: Row): Promise<string> {
  const parts = await Promise.all(
    tellingFields(field).map(([name, inner]) => (inner.secret ? '' : valueInWords(db, inner, row[name]))),
  );
  const words = parts.filter((part) => part !== '').join(', ');
  return `${inSentence(field.one)} ${words === '' ? `#${String(row.id)}` : `“${words}”`}`;
}
