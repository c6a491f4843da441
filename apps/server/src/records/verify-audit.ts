/** Verifies the whole audit trail (docs/product/records.md#the-audit-trail). */
import { auditEventOf } from '@signpost/contract/records/audit-events.ts';
import type { Db } from '../database.ts';
import { auditHash } from './audit.ts';
import type { Anchor } from './audit-anchor.ts';

export interface AuditVerdict {
  /** The number of entries that were read, including the broken one. */
  entries: number;
  /** The first entry that differs from what was written, or null; every entry before it is intact. */
  broken: { id: number; problem: AuditProblem } | null;
}

type AuditProblem =
  | 'the entry before it is missing'
  | 'its content was changed'
  | 'values of a person were taken out of it, and no entry says that the person was erased'
  | 'it differs from its anchor outside the database'
  | 'it is missing, but it was anchored outside the database';

const PAGE = 2_000;

/**
 * Computes each entry's hash again, in order, and compares it. A changed, removed or inserted entry breaks the chain. The
 * anchors show whether the chain was computed again or its end was cut off. An entry from which a person was
 * erased no longer matches its hash. It counts as intact if an event of the same record, at the time of the erasure, says
 * that a person was erased.
 */
export async function verifyAudit(db: Db, anchors: readonly Anchor[] = []): Promise<AuditVerdict> {
  const anchored = new Map(anchors.map(({ id, hash }) => [id, hash]));
  let previous = Buffer.alloc(32);
  let entries = 0;
  const unexplained = new Map<string, number>();
  for (let last = 0; ; ) {
    const page = await db.selectFrom('audit').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const { id, previousHash, hash, erasedAt, ...entry } of page) {
      entries += 1;
      if (id !== entries || !previousHash.equals(previous))
        return { entries, broken: { id: id, problem: 'the entry before it is missing' } };
      if (erasedAt !== null) unexplained.set(placeOf(entry, erasedAt), id);
      else if (!hash.equals(auditHash(previous, id, entry)))
        return { entries, broken: { id: id, problem: 'its content was changed' } };
      if ((anchored.get(id) ?? hash.toString('hex')) !== hash.toString('hex'))
        return { entries, broken: { id, problem: 'it differs from its anchor outside the database' } };
      if (auditEventOf(entry.after)?.event === 'personErased') unexplained.delete(placeOf(entry, entry.at));
      previous = Buffer.from(hash);
      last = id;
    }
    if (page.length < PAGE) break;
  }
  const [first] = [...unexplained.values()].sort((one, other) => one - other);
  if (first !== undefined)
    return {
      entries,
      broken: {
        id: first,
        problem: 'values of a person were taken out of it, and no entry says that the person was erased',
      },
    };
  const missing = anchors.find(({ id }) => id > entries);
  if (missing === undefined) return { entries, broken: null };
  return { entries, broken: { id: missing.id, problem: 'it is missing, but it was anchored outside the database' } };
}

const placeOf = ({ entity, recordId }: { entity: string; recordId: number }, at: Date): string =>
  `${entity} ${recordId} ${at.toISOString()}`;
