/** The append-only audit trail: written in the transaction of the change, each row chained by hash to the one before (docs/product/records.md#the-audit-trail). */
import { createHash } from 'node:crypto';
import type { Fields } from '@signpost/contract/define/field.ts';
import { sql } from 'kysely';
import type { Trx } from '../database.ts';
import { LOCKS } from '../platform/locks.ts';

const MASK = '•••';

export interface AuditEntry {
  userId: number | null;
  entity: string;
  recordId: number;
  action: 'create' | 'update' | 'archive' | 'restore' | 'effect';
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
  at: Date;
}

/** JSON with sorted keys, so that equal content has equal text after a round trip through `jsonb`. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
      .join(',')}}`;
  return JSON.stringify(value ?? null);
}

/** The hash of a row, over the previous row's hash and everything in this row. */
export function auditHash(previous: Buffer, id: number, entry: Omit<AuditEntry, 'at'> & { at: Date }): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(canonical({ ...entry, id, at: entry.at.toISOString() }))
    .digest();
}

/** Appends one entry to the chain. */
export async function appendAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS.auditTrail})`.execute(trx);
  const last = await trx.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const previousHash = last?.hash ?? Buffer.alloc(32);
  const id = Number(last?.id ?? 0) + 1;
  await trx
    .insertInto('audit')
    .values({
      ...entry,
      id,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      previousHash,
      hash: auditHash(previousHash, id, entry),
    })
    .execute();
}

/** The part of a record that the trail stores: its fields without labels and flags. Secrets become digests, so that a change shows. */
export function auditValues(fields: Fields, record: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = record[name];
    if (field.readOnly || value === undefined) continue;
    if (field.secret && typeof value === 'string')
      kept[name] = `${MASK} ${createHash('sha256').update(value).digest('hex').slice(0, 8)}`;
    else if (field.kind === 'rows' && Array.isArray(value))
      kept[name] = value.map((row: Record<string, unknown>) => ({ id: row.id, ...auditValues(field.of, row) }));
    else kept[name] = value;
  }
  return kept;
}
