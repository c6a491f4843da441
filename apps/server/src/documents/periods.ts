/** Closes months: they take no more manual entries, and facts that become known later are shown as such. */
import { AppError } from '@signpost/contract/errors.ts';
import type { Period } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';
import { postAccruals, readUnbilled } from './accruals.ts';
import type { ContentDeps } from './content.ts';
import type { By } from './store.ts';

const periodRow = z.object({ month: z.string(), position: z.number(), closedBy: z.string(), closedAt: z.date() });

/** The closed months, the newest first. */
export async function readPeriods(db: Queryable): Promise<Period[]> {
  const rows = await readRows(
    db,
    periodRow,
    sql`SELECT to_char(month, 'YYYY-MM') AS month, position, u.name AS closed_by, closed_at
      FROM period_locks JOIN users u ON u.id = closed_by ORDER BY period_locks.month DESC`,
  );
  return rows.map((row) => ({ ...row, closedAt: row.closedAt.toISOString() }));
}

const lockedRow = z.object({ month: z.string() });

/**
 * Closes a month that is over, and posts what stands on no issued document as accruals. Closing it again changes nothing.
 * Errors: VALIDATION for a month that is not over.
 */
export async function closeMonth(deps: ContentDeps & { db: Db }, month: string, by: By): Promise<void> {
  if (month >= by.at.toISOString().slice(0, 'YYYY-MM'.length))
    throw new AppError('VALIDATION', { errors: [{ path: 'month', message: 'The month is not over yet.' }] });
  const { cutOff, rows } = await readUnbilled(deps, month);
  await deps.db.transaction().execute(async (trx) => {
    const locked = await readRows(
      trx,
      lockedRow,
      sql`INSERT INTO period_locks (month, position, closed_by, closed_at)
        VALUES (${`${month}-01`}::date, ${cutOff}, ${by.userId}, ${by.at}) ON CONFLICT DO NOTHING
        RETURNING to_char(month, 'YYYY-MM') AS month`,
    );
    if (locked.length > 0) await postAccruals(trx, month, rows, by.at);
  });
}
