/** Verifies the whole audit trail (docs/product/records.md#the-audit-trail). */
import { user } from '@signpost/contract/entities/user.ts';
import { ACCESS_EVENTS, auditEventOf } from '@signpost/contract/records/audit-events.ts';
import type { Db } from '../../database.ts';
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
 * anchors show whether the chain was computed again or its end was cut off. An entry from which a person was erased no
 * longer matches its hash. It counts as intact if a later entry of the same record says that a person was erased at that
 * time. For the end of a session or key, an entry about the person who ended it also counts.
 */
export async function verifyAudit(db: Db, anchors: readonly Anchor[] = []): Promise<AuditVerdict> {
  const anchored = new Map(anchors.map(({ id, hash }) => [id, hash]));
  let previous = Buffer.alloc(32);
  let entries = 0;
  const emptied: { id: number; explainedBy: string[] }[] = [];
  /** The id of the last erasure entry of each record. */
  const erasures = new Map<string, number>();
  for (let last = 0; ; ) {
    const page = await db.selectFrom('audit').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const { id, previousHash, hash, erasedAt, ...entry } of page) {
      entries += 1;
      if (id !== entries || !previousHash.equals(previous))
        return { entries, broken: { id: id, problem: 'the entry before it is missing' } };
      if (erasedAt !== null) emptied.push({ id, explainedBy: explanationsOf(entry, erasedAt) });
      else if (!hash.equals(auditHash(previous, id, entry)))
        return { entries, broken: { id: id, problem: 'its content was changed' } };
      if ((anchored.get(id) ?? hash.toString('hex')) !== hash.toString('hex'))
        return { entries, broken: { id, problem: 'it differs from its anchor outside the database' } };
      if (auditEventOf(entry.after)?.event === 'personErased') erasures.set(placeOf(entry, entry.at), id);
      previous = Buffer.from(hash);
      last = id;
    }
    if (page.length < PAGE) break;
  }
  const unexplained = emptied.find(({ id, explainedBy }) =>
    explainedBy.every((place) => (erasures.get(place) ?? 0) < id),
  );
  if (unexplained !== undefined)
    return {
      entries,
      broken: {
        id: unexplained.id,
        problem: 'values of a person were taken out of it, and no entry says that the person was erased',
      },
    };
  const missing = anchors.find(({ id }) => id > entries);
  if (missing === undefined) return { entries, broken: null };
  return { entries, broken: { id: missing.id, problem: 'it is missing, but it was anchored outside the database' } };
}

/** The records whose entries may say that the person named in this entry was erased. */
function explanationsOf(
  entry: { entity: string; recordId: number; userId: number | null; after: unknown },
  erasedAt: Date,
): string[] {
  const event = auditEventOf(entry.after)?.event;
  const isAccess = entry.entity === user.name && ACCESS_EVENTS.some((one) => one === event);
  const places = [placeOf(entry, erasedAt)];
  if (isAccess && entry.userId !== null) places.push(placeOf({ entity: user.name, recordId: entry.userId }, erasedAt));
  return places;
}

const placeOf = ({ entity, recordId }: { entity: string; recordId: number }, at: Date): string =>
  `${entity} ${recordId} ${at.toISOString()}`;
