/** Merges a change into a stored record: fields that the change does not name stay as they are. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { RowsField } from '@signpost/contract/define/field.ts';
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { isVisible } from '@signpost/contract/define/parse.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { columnFields, rowsFields, unbound } from './columns.ts';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (value: unknown): Values[] => {
  if (Array.isArray(value)) return value.filter(isObject);
  return [];
};

/** A record as an input, the way a form would send it unchanged. */
export function toInput(entity: EntityDefinition, record: StoredRecord): Values {
  const input: Values = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readOnly) continue;
    input[name] = record[name];
    if (field.kind === 'rows') input[name] = rowsOf(record[name]).map(({ labels: _labels, ...row }) => row);
  }
  return input;
}

/** Entities that share a table share its ids, and therefore the history of a record. */
export function namesOfTable({ table }: EntityDefinition): string[] {
  return entityList.filter((one) => one.table === table).map(({ name }) => name);
}

const valuesRow = z.record(z.string(), z.unknown());

/** Rows that were removed from a list and archived. */
async function readArchived(db: Queryable, field: RowsField, recordId: number, ids: readonly number[]) {
  const columns = columnFields(field.of);
  const rows = await readRows(
    db,
    valuesRow,
    sql`SELECT id, ${sql.join(columns.map(([name]) => sql.ref(name)))} FROM ${sql.table(field.table)}
      WHERE ${sql.ref(field.parent)} = ${recordId} AND id = ANY(${[...ids]}::bigint[])`,
  );
  return rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(([name, of]) => [name, unbound(of, row[name])])),
  }));
}

const deletionRow = z.object({
  id: z.number(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

/** Deleted rows, from the newest history entry that still has them. */
async function readDeleted(
  db: Queryable,
  { entity, recordId }: { entity: EntityDefinition; recordId: number },
  [name, field]: [string, RowsField],
  ids: readonly number[],
) {
  const rows = await readRows(
    db,
    deletionRow,
    sql`SELECT wanted.id, last.before, last.after FROM unnest(${[...ids]}::bigint[]) AS wanted(id)
      CROSS JOIN LATERAL (
        SELECT before, after FROM audit
        WHERE entity = ANY(${namesOfTable(entity)}::text[]) AND record_id = ${recordId}
          AND (before -> ${name} @> jsonb_build_array(jsonb_build_object('id', wanted.id))
            OR after -> ${name} @> jsonb_build_array(jsonb_build_object('id', wanted.id)))
        ORDER BY audit.id DESC LIMIT 1) AS last`,
  );
  return rows.flatMap(({ id, before, after }) => {
    const wanted = id;
    const row = [...rowsOf(after?.[name]), ...rowsOf(before?.[name])].find((one) => one.id === wanted);
    if (row === undefined) return [];
    const known = Object.entries(underCurrentNames(field.of, row)).filter(([key]) => field.of[key] !== undefined);
    return [{ id: wanted, ...Object.fromEntries(known) }];
  });
}

/**
 * The rows of a list in the change, each completed with what is stored under its id. A row that once was in this list
 * returns under its id. Errors: ITEM_NOT_FOUND for the id of a row that never belonged to this record.
 */
async function completeRows(
  db: Queryable,
  entity: EntityDefinition,
  named: [string, RowsField],
  { before, given }: { before: StoredRecord; given: readonly unknown[] },
): Promise<unknown[]> {
  const [name] = named;
  const stored = new Map(rowsOf(before[name]).map(({ labels: _labels, ...row }) => [row.id, row]));
  const ids = given.filter(hasId).map(({ id }) => id);
  const missing = [...new Set(ids)].filter((id) => !stored.has(id));
  if (missing.some((id) => !Number.isSafeInteger(id) || id < 1)) throw new AppError('ITEM_NOT_FOUND');
  if (missing.length > 0) {
    const found = await readRemoved(db, { entity, recordId: before.id }, named, missing);
    if (found.length !== missing.length) throw new AppError('ITEM_NOT_FOUND');
    for (const row of found) stored.set(row.id, row);
  }
  return given.map((row) => {
    if (!hasId(row)) return row;
    return { ...stored.get(row.id), ...row };
  });
}

async function readRemoved(
  db: Queryable,
  of: { entity: EntityDefinition; recordId: number },
  named: [string, RowsField],
  ids: readonly number[],
) {
  const [, field] = named;
  if (field.removal === 'archive') return await readArchived(db, field, of.recordId, ids);
  return await readDeleted(db, of, named, ids);
}

const hasId = (row: unknown): row is Readonly<Record<string, unknown>> & { id: number } =>
  isObject(row) && typeof row.id === 'number';

export interface MergedChange {
  /** The complete record after the change, which must be valid. */
  values: Values;
  /** Whether a field must be written: the change names it, or makes it visible or hidden. */
  isWritten: (name: string) => boolean;
}

/**
 * Merges a change into the stored record. Errors: VALIDATION if the change is not an object, ITEM_NOT_FOUND (see
 * above).
 */
export async function mergeChange(
  db: Queryable,
  entity: EntityDefinition,
  before: StoredRecord,
  change: unknown,
): Promise<MergedChange> {
  if (!isObject(change)) throw invalid('', 'Send the fields as an object.');
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  for (const [name, field] of rowsFields(entity)) {
    const rows = given[name];
    if (Array.isArray(rows))
      given[name] = await completeRows(db, entity, [name, field], { before, given: rows.slice(0, field.max + 1) });
  }
  const stored = toInput(entity, before);
  const values = { ...stored, ...given };
  return {
    values,
    isWritten(name) {
      const field = entity.fields[name];
      if (field === undefined || field.readOnly) return false;
      return Object.hasOwn(given, name) || isVisible(field, stored) !== isVisible(field, values);
    },
  };
}
