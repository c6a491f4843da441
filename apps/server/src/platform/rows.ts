/** The typed door for hand-written SQL of both engines: rows are checked against a schema, so that a renamed column is an error at once. */
import { isKeyOf } from '@signpost/contract/objects.ts';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { EngineRow } from './clickhouse.ts';
import { camelCase } from './names.ts';

const NAMES = new Map<string, string>();

/** {@link camelCase} of a column, computed once. */
function nameOf(column: string): string {
  const known = NAMES.get(column);
  if (known !== undefined) return known;
  const name = camelCase(column);
  NAMES.set(column, name);
  return name;
}

function checked<S extends z.ZodType>(schema: S, row: unknown): z.output<S> {
  const parsed = schema.safeParse(row);
  if (!parsed.success) throw new RangeError(`A row does not match its schema: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * The `parse` of a ClickHouse query whose rows are as `schema` states them, with columns in camelCase; other columns are
 * dropped. Errors: RangeError if a row does not match.
 */
export const engineRow =
  <S extends z.ZodType>(schema: S): ((row: EngineRow) => z.output<S>) =>
  (row) => {
    const named: Record<string, unknown> = {};
    for (const column in row) named[nameOf(column)] = row[column];
    return checked(schema, named);
  };

/** A part of a statement that only stands there under a condition. */
export function sqlIf(condition: boolean, part: RawBuilder<unknown>): RawBuilder<unknown> {
  if (condition) return part;
  return sql``;
}

/** The row of a statement that returns ids. */
export const idRow = z.object({ id: z.number() });
/** The row of a statement that returns the new version of a record. */
export const versionRow = z.object({ version: z.number() });

/** A schema for one of the keys of an object such as `OUTCOMES`. */
export const keyIn = <K extends string>(object: Readonly<Record<K, unknown>>): z.ZodType<K> =>
  z.custom<K>((value) => typeof value === 'string' && isKeyOf(object, value));

/**
 * Runs a statement and returns its rows in the form of `schema`; other columns are dropped. Errors: RangeError if a row
 * does not match. Use Kysely's builder if it stays readable, and this function if SQL is clearer (docs/decisions/0140).
 */
export async function readRows<S extends z.ZodType>(
  db: QueryExecutorProvider,
  schema: S,
  query: RawBuilder<unknown>,
): Promise<z.output<S>[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => checked(schema, row));
}

/** Like `readRows`, for a statement that returns exactly one row. Errors: RangeError if it does not. */
export async function readRow<S extends z.ZodType>(
  db: QueryExecutorProvider,
  schema: S,
  query: RawBuilder<unknown>,
): Promise<z.output<S>> {
  const rows = await readRows(db, schema, query);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new RangeError(`Expected one row, got ${rows.length}.`);
  return row;
}
