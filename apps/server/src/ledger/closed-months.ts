/** Closed months take no more manual entries (docs/product/documents.md#closing-a-month). */
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';

const monthRow = z.object({ month: z.string() });

/** Errors: VALIDATION at the field if a month of these days is closed. The month stays open until the transaction ends. */
export async function refuseClosedMonths(
  db: Queryable,
  { from, to, path }: { from: string; to: string; path: string },
): Promise<void> {
  const [closed] = await readRows(
    db,
    monthRow,
    sql`SELECT to_char(month, 'YYYY-MM') AS month FROM period_locks
      WHERE month BETWEEN date_trunc('month', ${from}::date) AND ${to}::date ORDER BY month LIMIT 1`,
  );
  if (closed !== undefined)
    throw new AppError('VALIDATION', {
      errors: [{ path, message: `${closed.month} is closed. Enter the amount on a day of an open month.` }],
    });
}
