/** Verifies the whole audit trail (docs/product/records.md#the-audit-trail). */
import type { Db } from '../database.ts';
import { auditHash } from './audit.ts';

export interface AuditVerdict {
  /** Entries that were read, the broken one included. */
  entries: number;
  /** The first entry that was tampered with, or null; all entries before it are intact. */
  broken: { id: number; problem: 'an entry before it is missing' | 'its content was changed' } | null;
}

const PAGE = 2_000;

/** Works out each entry's hash again, in order, and compares; a changed, removed or inserted entry breaks the chain. */
export async function verifyAudit(db: Db): Promise<AuditVerdict> {
  let previous = Buffer.alloc(32);
  let entries = 0;
  for (let last = 0; ; ) {
    const page = await db.selectFrom('audit').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const { id, previousHash, hash, ...entry } of page) {
      entries += 1;
      if (id !== entries || !previousHash.equals(previous))
        return { entries, broken: { id: id, problem: 'an entry before it is missing' } };
      if (!hash.equals(auditHash(previous, id, entry)))
        return { entries, broken: { id: id, problem: 'its content was changed' } };
      previous = Buffer.from(hash);
      last = id;
    }
    if (page.length < PAGE) return { entries, broken: null };
  }
}
