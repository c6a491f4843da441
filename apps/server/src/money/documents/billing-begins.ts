/** The first month that documents bill of each party (docs/product/documents.md#what-is-due). */
import { partner } from '@signpost/contract/entities/partner.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { changeRecord } from '../../workplace/records/change.ts';
import { partyTable } from './sides.ts';
import type { By } from './store.ts';

const ENTITIES = { receivable: partner, payable: publisher } as const satisfies Record<Side, unknown>;

const beginRow = z.object({ id: z.number(), month: z.string() });

/** The first month of each party that has one, of these parties or of all. */
export async function readBegins(
  db: Queryable,
  { side, partyIds }: { side: Side; partyIds: readonly number[] | null },
): Promise<Map<number, string>> {
  const rows = await readRows(
    db,
    beginRow,
    sql`SELECT id, to_char(billing_from, 'YYYY-MM') AS month
      FROM ${partyTable(side)} WHERE billing_from IS NOT NULL
        AND (${partyIds === null} OR id = ANY(${[...(partyIds ?? [])]}::bigint[]))`,
  );
  return new Map(rows.map(({ id, month }) => [id, month]));
}

/**
 * The first month of a party: as stored, or as the person who makes the first draft says. Errors: VALIDATION at
 * `beginsWith` if neither is known, and at `month` for a month before it.
 */
export async function beginOf(
  db: Queryable,
  ask: { side: Side; partyId: number; month: string; beginsWith?: string | undefined },
): Promise<{ month: string; isNew: boolean }> {
  const { side, partyId, month, beginsWith } = ask;
  const stored = (await readBegins(db, { side, partyIds: [partyId] })).get(partyId);
  const begin = stored ?? beginsWith;
  const refuse = (path: string, message: string) =>
    new AppError('VALIDATION', { message, errors: [{ path, message }] });
  if (begin === undefined)
    throw refuse('beginsWith', 'This party was never billed. Choose the month with which billing begins.');
  if (month < begin) throw refuse('month', `Billing of this party begins with ${begin}.`);
  return { month: begin, isNew: stored === undefined };
}

/** Stores the first month of a party, unless somebody else has just done so. */
export async function storeBegin(
  trx: Trx,
  { side, partyId, month }: { side: Side; partyId: number; month: string },
  { userId, at }: By,
): Promise<void> {
  await changeRecord(
    trx,
    { userId, requestId: null, at },
    {
      entity: ENTITIES[side],
      id: partyId,
      write: async ({ billingFrom }) => (billingFrom === null ? { billingFrom: `${month}-01` } : null),
    },
  );
}
