/** A record in its state at a given entry of the audit trail. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import { auditValues } from '../../../workplace/records/audit-values.ts';
import { readRecord } from '../../../workplace/records/read.ts';

export type Values = Record<string, unknown>;

const entryRow = z.object({
  action: z.enum(['create', 'update', 'archive', 'restore', 'effect']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

async function entryOf(db: Queryable, { table }: EntityDefinition, id: number, which: ReturnType<typeof sql>) {
  // Entities that share a table also share its ids and a record's history, even if the record's kind has changed.
  const names = entityList.filter((one) => one.table === table).map(({ name }) => name);
  const rows = await readRows(
    db,
    entryRow,
    sql`SELECT action, before, after FROM audit
    WHERE entity = ANY(${names}::text[]) AND record_id = ${id} AND ${which} LIMIT 1`,
  );
  return rows[0];
}

const CONTENT = sql`action IN ('create', 'update', 'effect') AND after IS NOT NULL`;
const FILED = sql`action IN ('archive', 'restore')`;

/**
 * The values of a record right after entry `moment` of the trail; null if it did not exist or was archived then.
 * Records from before the trail are taken as they were before their first recorded change.
 */
export async function valuesAt(
  db: Queryable,
  entity: EntityDefinition,
  id: number,
  moment: number,
): Promise<Values | null> {
  const filed = await entryOf(db, entity, id, sql`${FILED} AND id <= ${moment} ORDER BY id DESC`);
  if (filed?.action === 'archive') return null;
  const last = await entryOf(db, entity, id, sql`${CONTENT} AND id <= ${moment} ORDER BY id DESC`);
  if (last?.after) return last.after;
  const next = await entryOf(db, entity, id, sql`${CONTENT} AND id > ${moment} ORDER BY id`);
  if (next?.action === 'create') return null;
  if (next !== undefined) return next.before;
  const now = await readRecord(db, entity, id);
  // The record was never changed, so if it is archived without an audit entry, it always was.
  const later = await entryOf(db, entity, id, sql`${FILED} AND id > ${moment} ORDER BY id`);
  if (now.archivedAt !== null && later === undefined && filed === undefined) return null;
  return auditValues(entity.fields, now);
}
