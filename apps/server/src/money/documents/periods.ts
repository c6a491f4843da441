/** Closes months: they take no more manual entries, and facts that become known later are shown as such. */
import { addMonths, dayIn, earlier } from '@signpost/contract/dates/dates.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { Period } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { lockClosedThrough, readClosedThrough } from '../../platform/closed-months.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { postAccruals, readUnbilled } from './accruals.ts';
import type { ContentDeps } from './content.ts';
import type { By } from './store.ts';

const LENGTH = 'YYYY-MM'.length;
/** Months that are listed if there was no money before them. */
const LISTED = 12;

const nextMonth = (month: string): string => addMonths(`${month}-01`, 1).slice(0, LENGTH);

const zoneRow = z.object({ timeZone: z.string() });

/** The month that runs: in the zone of the legal entity where it is earliest, because documents take their dates there. */
async function runningMonth(db: Queryable, at: Date): Promise<string> {
  const zones = await readRows(db, zoneRow, sql`SELECT DISTINCT time_zone FROM legal_entities`);
  const days = ['UTC', ...zones.map(({ timeZone }) => timeZone)].map((zone) => dayIn(at, zone));
  return days.reduce((first, day) => earlier(first, day)).slice(0, LENGTH);
}

const lockRow = z.object({ month: z.string(), closedBy: z.string(), closedAt: z.date() });
const firstRow = z.object({ month: z.string() });

function stateOf(month: string, closedThrough: string): Period['state'] {
  if (month <= closedThrough) return 'closed';
  if (closedThrough === '' || month === nextMonth(closedThrough)) return 'next';
  return 'later';
}

/** All months with money, and at least the last twelve, the newest first. */
export async function readPeriods(db: Queryable, now: Date): Promise<Period[]> {
  const running = await runningMonth(db, now);
  const [locks, { month: first }, closedThrough] = await Promise.all([
    readRows(
      db,
      lockRow,
      sql`SELECT to_char(month, 'YYYY-MM') AS month, u.name AS closed_by, closed_at
        FROM period_locks JOIN users u ON u.id = closed_by`,
    ),
    readRow(
      db,
      firstRow,
      sql`SELECT to_char(least(${addMonths(`${running}-01`, -LISTED)}::date, (SELECT min(month) FROM claims),
        (SELECT min(day) FROM journals), (SELECT min(month) FROM period_locks)), 'YYYY-MM') AS month`,
    ),
    readClosedThrough(db),
  ]);
  const periods: Period[] = [];
  for (let month = first; month < running; month = nextMonth(month)) {
    const lock = locks.find((one) => one.month === month);
    periods.push({
      month,
      state: stateOf(month, closedThrough),
      closedBy: lock?.closedBy ?? null,
      closedAt: lock?.closedAt.toISOString() ?? null,
    });
  }
  return periods.reverse();
}

/**
 * Closes a month that is over, and posts what stood on no issued document at its end as accruals. The first month that is
 * closed closes all before it; from then on, months are closed one after the other. Closing a closed month changes
 * nothing. Errors: VALIDATION for a month that is not over or does not follow the last closed one.
 */
export async function closeMonth(deps: ContentDeps & { db: Db }, month: string, by: By): Promise<void> {
  if (month >= (await runningMonth(deps.db, by.at))) throw invalid('month', 'The month is not over yet.');
  const { cutOff, rows } = await readUnbilled(deps, month);
  await deps.db.transaction().execute(async (trx) => {
    const closedThrough = await lockClosedThrough(trx);
    if (month <= closedThrough) return;
    if (closedThrough !== '' && month !== nextMonth(closedThrough))
      throw invalid('month', `Close ${nextMonth(closedThrough)} first. Months are closed one after the other.`);
    await sql`INSERT INTO period_locks (month, position, closed_by, closed_at)
      VALUES (${`${month}-01`}::date, ${cutOff}, ${by.userId}, ${by.at})`.execute(trx);
    await postAccruals(trx, month, rows, by.at);
  });
}
