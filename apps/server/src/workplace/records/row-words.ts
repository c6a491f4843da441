/** A row of a list in words, so that messages name it by what it is. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { canonical } from './audit-values.ts';

type Row = Readonly<Record<string, unknown>>;

const titleRow = z.object({ title: z.unknown() });

/** Titles that were read before, by entity and id. */
type Titles = Map<string, string>;

async function titleIn(db: Queryable, target: EntityDefinition, id: unknown, titles: Titles): Promise<string> {
  const key = `${target.name} ${String(id)}`;
  const known = titles.get(key);
  if (known !== undefined) return known;
  const [found] = await readRows(
    db,
    titleRow,
    sql`SELECT ${sql.ref(target.title)} AS title FROM ${sql.table(target.table)} WHERE id = ${id}`,
  );
  const title = String(found?.title ?? '');
  titles.set(key, title);
  return title;
}

async function valueInWords(db: Queryable, field: Field, value: unknown, titles: Titles = new Map()): Promise<string> {
  if (value === null || value === undefined) return '';
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field.kind !== 'reference') return String(value);
  return await titleIn(db, entities[field.to], value, titles);
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
  if (words === '') return `${inSentence(field.one)} #${String(row.id)}`;
  return `${inSentence(field.one)} “${words}”`;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

async function wholeRow(db: Queryable, { of }: RowsField, row: Row, titles: Titles): Promise<string> {
  const parts: string[] = [];
  for (const [name, inner] of Object.entries(of)) {
    const value = row[name];
    if (inner.secret || value === null || value === undefined || value === false || value === '') continue;
    parts.push(`${inner.label} ${await valueInWords(db, inner, value, titles)}`);
  }
  return parts.join(', ');
}

/**
 * The rows of a list that a change touched, each with all its fields in words: other records by their names, choices by
 * their labels. Rows that are the same on both sides are left out.
 */
export async function changedRowsInWords(
  db: Queryable,
  field: RowsField,
  { before, after }: { before: unknown; after: unknown },
): Promise<{ before: string[]; after: string[] }> {
  const rowsOf = (list: unknown): Row[] => {
    if (Array.isArray(list)) return list.filter(isRow);
    return [];
  };
  const old = rowsOf(before);
  const now = rowsOf(after);
  const isIn = (rows: readonly Row[], row: Row) => rows.some((other) => canonical(other) === canonical(row));
  const titles: Titles = new Map();
  const words = async (rows: readonly Row[], others: readonly Row[]) => {
    const texts: string[] = [];
    for (const row of rows) if (!isIn(others, row)) texts.push(await wholeRow(db, field, row, titles));
    return texts;
  };
  return { before: await words(old, now), after: await words(now, old) };
}
