/**
 * Lists the costs of links that wait for an exchange rate, by source and currency, among the link problems. Such a
 * problem stays until its currency has a rate and its costs are counted (docs/product/clicks.md#costs-in-links).
 */
import type { LinkProblemKind } from '@signpost/contract/entities/link-problem.ts';
import { baseCurrency, QUOTED_FOR } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import { COSTLY } from './clicks.ts';

const MISSING: LinkProblemKind = 'rate_missing';

/** Whether the currency `found` of a problem has a rate. */
const HAS_RATE = sql<boolean>`EXISTS (SELECT FROM exchange_rates r WHERE r.currency = found AND r.archived_at IS NULL)`;

/**
 * Lists the clicks since an instant whose costs wait for a rate. `isWhole` says that no earlier click can wait, so that
 * the numbers of clicks are exact; otherwise they only grow.
 */
export async function listWaitingCosts(
  { db, clickhouse }: { db: Queryable; clickhouse: ClickHouse },
  from: Date,
  isWhole: boolean,
): Promise<void> {
  const waiting = await clickhouse.query(
    `SELECT traffic_source_id, currency, count() AS cases, max(at) AS last_at FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND ${COSTLY} AND currency NOT IN ({base:String}, {quoted:String})
     GROUP BY traffic_source_id, currency`,
    { from, base: baseCurrency(), quoted: QUOTED_FOR },
    {
      parse: (row) => ({
        source: Number(row.traffic_source_id),
        found: String(row.currency),
        cases: Number(row.cases),
        lastAt: new Date(String(row.last_at)).toISOString(),
      }),
    },
  );
  if (waiting.length === 0) return;
  await sql`INSERT INTO link_problems AS known (problem, traffic_source_id, found, cases, last_at)
    SELECT ${MISSING}, s.id, found, sum(cases), max("lastAt")
    FROM jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
      AS g(source bigint, found text, cases integer, "lastAt" timestamptz)
      LEFT JOIN traffic_sources s ON s.id = g.source
    WHERE NOT ${HAS_RATE}
    GROUP BY s.id, found ORDER BY s.id, found
    ON CONFLICT (problem, coalesce(traffic_source_id, 0), (CASE WHEN problem LIKE 'cost%' THEN '' ELSE found END))
    DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at), archived_at = NULL,
      cases = CASE WHEN ${isWhole} THEN excluded.cases ELSE greatest(known.cases, excluded.cases) END
    WHERE excluded.last_at > known.last_at OR (${isWhole} AND excluded.cases <> known.cases)`.execute(db);
}

const ratedRow = z.object({ currency: z.string(), since: z.date() });

/** The currencies that have a rate now, and the time since when their costs have been listed as waiting. */
export const readRated = async (db: Queryable): Promise<z.infer<typeof ratedRow>[]> =>
  await readRows(
    db,
    ratedRow,
    sql`SELECT found AS currency, min(created_at) AS since FROM link_problems
      WHERE problem = ${MISSING} AND ${HAS_RATE} GROUP BY found ORDER BY found`,
  );

/** Takes a currency from the list, whose costs are counted. */
export async function forgetWaiting(db: Queryable, currency: string): Promise<void> {
  await sql`DELETE FROM link_problems WHERE problem = ${MISSING} AND found = ${currency}`.execute(db);
}
