/**
 * The audited change: lock, write, raise the version, append to the trail, announce. Every change of a stored record
 * goes through this file; nothing outside `records/` appends to the audit trail.
 */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database.ts';
import type { Clock } from '../../platform/clock.ts';
import { readRows, versionRow } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { type AuditEntry, appendAudit, appendTogether } from './audit.ts';
import { auditValues, canonical } from './audit-values.ts';
import { readRecord } from './read.ts';

/** The person who writes, and the id of the request. */
export interface Actor {
  viewer: SessionUser;
  requestId: string;
}

/** The context that functions changing records need in addition to their input. */
export interface WriteContext {
  trx: Trx;
  clock: Clock;
  actor: Actor;
}

/** The actor in the audit trail; both ids are null for background work. */
export interface Author {
  userId: number | null;
  requestId: string | null;
  at: Date;
}

export const authorOf = ({ actor, clock }: Omit<WriteContext, 'trx'>): Author => ({
  userId: actor.viewer.id,
  requestId: actor.requestId,
  at: clock.now(),
});

/** Background work of the server. */
export const systemAuthor = (at: Date): Author => ({ userId: null, requestId: null, at });

/** A row rule as SQL; null allows every row. */
type RowFilter = Parameters<typeof readRecord>[3];

interface ChangeOptions {
  entity: EntityDefinition;
  id: number;
  /** Records outside this filter are refused with ITEM_NOT_FOUND. */
  filter?: RowFilter | undefined;
  action?: AuditEntry['action'];
  /** Fields that only the server writes and that the trail shows in addition to the others. */
  told?: readonly string[];
  /** The entry in the trail has no values, because the action says everything. */
  withoutValues?: boolean;
  /**
   * Checks the record and may refuse it, writes to other tables, and returns the columns to set. Returns null
   * when nothing changes.
   */
  write: (before: StoredRecord) => Promise<Readonly<Record<string, unknown>> | null>;
}

/** A bound value or an SQL expression. */
const columnValue = (value: unknown): RawBuilder<unknown> => sql`${value}`;

/**
 * Changes one record in the caller's transaction and returns the changed record. The record is locked first, so that
 * changes run one after the other. A change without an effect leaves the version and the trail alone.
 */
export async function changeRecord(
  trx: Trx,
  author: Author,
  { entity, id, filter, action = 'update', told = [], withoutValues = false, write }: ChangeOptions,
): Promise<StoredRecord> {
  const table = sql.table(entity.table);
  await sql`SELECT 1 FROM ${table} WHERE id = ${id} FOR UPDATE`.execute(trx);
  const before = await readRecord(trx, entity, id, filter);
  const columns = await write(before);
  if (columns === null) return before;
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${columnValue(value)}`);
  sets.push(sql`version = version + 1`, sql`updated_at = ${author.at}`);
  await sql`UPDATE ${table} SET ${sql.join(sets)} WHERE id = ${id}`.execute(trx);
  const after = await readRecord(trx, entity, id, filter);
  const valuesOf = (record: StoredRecord) => ({
    ...auditValues(entity.fields, record),
    ...Object.fromEntries(told.map((name) => [name, record[name]])),
  });
  const was = valuesOf(before);
  const is = valuesOf(after);
  if (!withoutValues && canonical(was) === canonical(is)) {
    await sql`UPDATE ${table} SET version = ${before.version}, updated_at = ${before.updatedAt} WHERE id = ${id}`.execute(
      trx,
    );
    return before;
  }
  await appendAudit(trx, {
    ...author,
    entity: entity.name,
    recordId: id,
    action,
    version: after.version,
    before: withoutValues ? null : was,
    after: withoutValues ? null : is,
  });
  await announceChange(trx, entity);
  return after;
}

/** Changes many records, whose entries in the trail are written at the end, so that others can save meanwhile. */
export const changeMany = <T>(trx: Trx, work: () => Promise<T>): Promise<T> => appendTogether(trx, work);

/** Records the creation of a newly stored record in the trail, and returns the record. */
export async function recordCreation(
  trx: Trx,
  author: Author,
  { entity, id, filter }: Pick<ChangeOptions, 'entity' | 'id' | 'filter'>,
): Promise<StoredRecord> {
  const record = await readRecord(trx, entity, id, filter);
  await appendAudit(trx, {
    ...author,
    entity: entity.name,
    recordId: id,
    action: 'create',
    version: 1,
    before: null,
    after: auditValues(entity.fields, record),
  });
  await announceChange(trx, entity);
  return record;
}

/**
 * Records in the trail that something happened to a record without changing its fields, such as a new key or a postback
 * that was sent again.
 */
export async function recordEvent(
  trx: Trx,
  author: Author,
  event: { entity: EntityDefinition; id: number; before?: AuditEntry['before']; after: AuditEntry['after'] },
): Promise<void> {
  const { entity, id, before = null, after } = event;
  const current = sql`SELECT version FROM ${sql.table(entity.table)} WHERE id = ${id}`;
  const [{ version } = { version: 0 }] = await readRows(trx, versionRow, current);
  await appendAudit(trx, { ...author, entity: entity.name, recordId: id, action: 'effect', version, before, after });
}

/** Notifies routers and metadata caches of other processes when the transaction commits. */
async function announceChange(trx: Trx, entity: EntityDefinition): Promise<void> {
  if (entity.routing) await sql`SELECT pg_notify('routing', ${entity.name})`.execute(trx);
  for (const collection of entity.metadata ?? []) await sql`SELECT pg_notify('metadata', ${collection})`.execute(trx);
}
