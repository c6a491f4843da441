/** The amounts that settle a document, and the amount that is still open. */

import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { atLeastPlaces, type RoundingMode, roundMoney } from '@signpost/contract/money/rounding.ts';
import { ALLOCATION_KINDS, type Allocated, openAmount } from '@signpost/contract/money/state.ts';
import { decimalsOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import type { By } from './store.ts';

const allocatedRow = z.object({ kind: z.enum(ALLOCATION_KINDS), amount: z.string() });

/**
 * The amounts that settle a document: its allocations, and for a credit note also the parts of invoices that it
 * settled.
 */
export async function readAllocated(db: Queryable, documentId: number): Promise<Allocated[]> {
  return await readRows(
    db,
    allocatedRow,
    sql`SELECT kind, amount FROM allocations WHERE document_id = ${documentId} OR credit_note_id = ${documentId}
      ORDER BY id`,
  );
}

export async function readOpen(db: Queryable, document: { id: number; total: string }): Promise<string> {
  return openAmount(document.total, await readAllocated(db, document.id));
}

export interface NewAllocation {
  document: { id: number; total: string };
  kind: (typeof ALLOCATION_KINDS)[number];
  paymentId?: number;
  creditNoteId?: number;
  day: string;
  amount: string;
  taken?: string;
  reason?: string;
  /** The allocation that this one takes back. */
  reversesId?: number | undefined;
}

/** Stores an allocation, with the decimals of its document, and returns its id. */
export async function storeAllocation(trx: Trx, allocation: NewAllocation, by: By): Promise<number> {
  const { document, kind, paymentId, creditNoteId, day, amount, taken, reason = '', reversesId } = allocation;
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO allocations (document_id, kind, payment_id, credit_note_id, day, amount, taken, reason, reverses_id,
        created_by, created_at)
      VALUES (${document.id}, ${kind}, ${paymentId ?? null}, ${creditNoteId ?? null}, ${day}::date,
        ${atLeastPlaces(amount, decimalsOf(document.total))},
        ${taken ?? null}, ${reason}, ${reversesId ?? null}, ${by.userId}, ${by.at}) RETURNING id`,
  );
  return id;
}

/**
 * The part of a whole's base value that belongs to the next part of its amount, when `before` has left already. Parts are
 * differences of rounded cumulative values with the decimals of the whole, so together they are worth exactly it.
 */
export function nextShare(
  whole: { amount: string; base: string },
  part: { before: string; amount: string },
  mode: RoundingMode,
): string {
  const upTo = (amount: string): string => {
    if (compareMoney(whole.amount, '0') === 0) return '0';
    return roundMoney(divideMoney(multiplyMoney(whole.base, amount), whole.amount, 10) ?? '0', {
      mode,
      places: decimalsOf(whole.base),
    });
  };
  return subtractMoney(upTo(sumMoney([part.before, part.amount])), upTo(part.before));
}
