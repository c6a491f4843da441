/**
 * The append-only audit trail. An entry is written in the transaction of its change, and its hash includes the hash of
 * the entry before (docs/product/records.md#the-audit-trail).
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../database.ts';
import { LOCKS } from '../platform/locks.ts';
import { canonical } from './audit-values.ts';

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
  const id = (last?.id ?? 0) + 1;
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
