/**
 * The append-only audit trail. An entry is written in the transaction of its change, and its hash includes the hash of
 * the entry before (docs/product/records.md#the-audit-trail).
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { LOCKS } from '../../platform/locks.ts';
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

/** Entries that wait for the end of `appendTogether`, by transaction. */
const collected = new WeakMap<Trx, AuditEntry[]>();
/** Far below the number of parameters that a statement may have. */
const BATCH = 500;

/** Appends one entry to the chain, or keeps it for the end of {@link appendTogether}. */
export async function appendAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const entries = collected.get(trx);
  if (entries !== undefined) entries.push(entry);
  else await appendAll(trx, [entry]);
}

/**
 * Does work that makes many entries, and appends them at its end. The trail is locked until the transaction ends, so a
 * long transaction would otherwise keep everybody else from saving.
 */
export async function appendTogether<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const entries: AuditEntry[] = [];
  collected.set(trx, entries);
  let result: T;
  try {
    result = await work();
  } finally {
    collected.delete(trx);
  }
  await appendAll(trx, entries);
  return result;
}

async function appendAll(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(${LOCKS.auditTrail})`.execute(trx);
  const last = await trx.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  let id = last?.id ?? 0;
  let hash = last?.hash ?? Buffer.alloc(32);
  const rows = entries.map((entry) => {
    const previousHash = hash;
    id += 1;
    hash = auditHash(previousHash, id, entry);
    return {
      ...entry,
      id,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      previousHash,
      hash,
    };
  });
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto('audit')
      .values(rows.slice(at, at + BATCH))
      .execute();
}
