/** The things that all changes of terms have in common while they wait for approval (docs/decisions/0206). */
import type { ChangeKind, WaitingChange } from '@signpost/contract/calls/money-changes.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import type { WriteContext } from '../../workplace/records/change.ts';
import { readRecord } from '../../workplace/records/read.ts';

export interface Engines {
  db: Db;
  clickhouse: ClickHouse;
}

/** A change that waits. */
export interface OpenChange
  extends Pick<
    WaitingChange,
    'kind' | 'id' | 'hash' | 'title' | 'party' | 'validFrom' | 'effect' | 'proposedBy' | 'proposedAt' | 'facts'
  > {
  /** Everybody who wrote a part of it. */
  authors: readonly number[];
}

export interface Verdict {
  verdict: 'approved' | 'rejected';
  note: string;
}

/** One kind of changes: how they are listed, locked and decided. */
export interface KindOfChange {
  kind: ChangeKind;
  /** The changes that wait, or only the one with this id if it waits. */
  list(engines: Engines, now: Date, id?: number): Promise<OpenChange[]>;
  /** Locks the change in the caller's transaction and returns the hash of its content; null if it does not wait any more. */
  lock(ctx: WriteContext, id: number): Promise<string | null>;
  /** Applies the change or stores its rejection. Errors: CONFLICT if what it changes has moved on. */
  settle(ctx: WriteContext, id: number, verdict: Verdict): Promise<void>;
}

const authorRow = z.object({ recordId: z.number(), userId: z.number().nullable(), name: z.string(), at: z.date() });
export type Author = z.infer<typeof authorRow>;

/** A fact for a text or number that may be missing: none if it is. */
export function textFact(label: string, value: unknown): { label: string; value: string }[] {
  if (value === null) return [];
  return [{ label, value: String(value) }];
}

/** The days on which terms hold, in words. */
export function validText(from: unknown, to: unknown): string {
  if (to === null) return `from ${from}`;
  return `from ${from} to ${to}`;
}

/** The records that the rows of a statement name, each with who proposed it. */
export async function readProposed(db: Queryable, entity: EntityDefinition, rows: RawBuilder<unknown>) {
  const ids = (await readRows(db, idRow, rows)).map(({ id }) => id);
  const authors = await authorsOf(db, entity.name, ids);
  return await Promise.all(
    ids.map(async (id) => {
      const record = await readRecord(db, entity, id);
      const by = authors.get(id) ?? [];
      const proposal = {
        id,
        proposedBy: by[0]?.name ?? 'Signpost',
        proposedAt: new Date(record.updatedAt).toISOString(),
        authors: idsOf(by),
      };
      return { record, proposal };
    }),
  );
}

/** The people among these authors; the product itself has no id. */
const idsOf = (authors: readonly Author[]): number[] => authors.map(({ userId }) => userId).filter((id) => id !== null);

/** Everybody who wrote a part of these records, the last one first. */
export async function authorsOf(
  db: Queryable,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Author[]>> {
  const rows = await readRows(
    db,
    authorRow,
    sql`SELECT a.record_id, a.user_id, coalesce(u.name, 'Signpost') AS name, a.at
      FROM audit a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.entity = ${entity} AND a.record_id = ANY(${[...ids]}::bigint[]) AND a.action IN ('create', 'update', 'restore')
      ORDER BY a.id DESC`,
  );
  return Map.groupBy(rows, ({ recordId }) => recordId);
}
