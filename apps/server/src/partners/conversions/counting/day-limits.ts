/**
 * The most that links of a traffic source may cost on a day (docs/decisions/0367). The money of a day is the sum of its
 * costs, or the limit if that is lower, so it does not depend on the order in which clicks arrive and are counted.
 */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, minMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';

/** The costs of a source on a day in UTC (`YYYY-MM-DD`). */
export interface SourceDay {
  trafficSourceId: number;
  day: string;
}

export const keyOfDay = ({ trafficSourceId, day }: SourceDay): string => `${trafficSourceId} ${day}`;

/** The days of the given costs, each once. They are sorted, so that several processes lock them in the same order. */
function daysOf(given: readonly SourceDay[]): SourceDay[] {
  const days = new Map(
    given.map(({ trafficSourceId, day }) => [keyOfDay({ trafficSourceId, day }), { trafficSourceId, day }]),
  );
  return [...days.values()].sort(
    (one, other) => one.trafficSourceId - other.trafficSourceId || (one.day < other.day ? -1 : 1),
  );
}

/** The part of a cost that is left of the day's limit after `before` was taken. */
function takenOf({ cost, most }: { cost: string; most: string | null }, before: string): string {
  const left = most === null ? cost : subtractMoney(most, before);
  if (compareMoney(left, '0') <= 0) return '0';
  return minMoney(cost, left);
}

/** The money that routers took at once on these days, because their source had no limit at that time. */
export async function readTakenAtOnce(
  clickhouse: ClickHouse,
  given: readonly SourceDay[],
): Promise<ReadonlyMap<string, string>> {
  const days = daysOf(given);
  if (days.length === 0) return new Map();
  const sorted = days.map(({ day }) => day).sort();
  const rows = await clickhouse.query(
    `SELECT traffic_source_id, toString(toDate(at)) AS day, toString(sum(cost)) AS taken FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND kind = 'visit' AND cost > 0
       AND currency = {base:String} AND has({sources:Array(UInt32)}, traffic_source_id)
     GROUP BY traffic_source_id, day`,
    {
      from: new Date(`${sorted[0]}T00:00:00Z`),
      until: new Date(Date.parse(`${sorted.at(-1)}T00:00:00Z`) + 86_400_000),
      base: baseCurrency(),
      sources: [...new Set(days.map(({ trafficSourceId }) => trafficSourceId))],
    },
    {
      parse: (row): [string, string] => [
        keyOfDay({ trafficSourceId: Number(row.traffic_source_id), day: String(row.day) }),
        String(row.taken),
      ],
    },
  );
  return new Map(rows);
}

const dayRow = z.object({ trafficSourceId: z.number(), day: z.string(), cost: z.string() });

/** Locks what was counted on these days until the transaction ends, and returns it. */
export async function lockDays(trx: Trx, given: readonly SourceDay[]): Promise<Map<string, string>> {
  const days = daysOf(given);
  if (days.length === 0) return new Map();
  const ids = days.map(({ trafficSourceId }) => trafficSourceId);
  const dates = days.map(({ day }) => day);
  await sql`INSERT INTO source_cost_days (traffic_source_id, day, cost)
    SELECT id, day, 0 FROM unnest(${ids}::bigint[], ${dates}::date[]) AS t(id, day) ORDER BY id, day
    ON CONFLICT DO NOTHING`.execute(trx);
  const rows = await readRows(
    trx,
    dayRow,
    sql`SELECT d.traffic_source_id, d.day::text AS day, d.cost::text AS cost
      FROM source_cost_days d JOIN unnest(${ids}::bigint[], ${dates}::date[]) AS t(id, day)
        ON d.traffic_source_id = t.id AND d.day = t.day
      ORDER BY d.traffic_source_id, d.day FOR UPDATE OF d`,
  );
  return new Map(rows.map((row) => [keyOfDay(row), row.cost]));
}

export async function addToDays(trx: Trx, counted: readonly (SourceDay & { cost: string })[]): Promise<void> {
  if (counted.length === 0) return;
  await sql`UPDATE source_cost_days d SET cost = d.cost + g.cost
    FROM (SELECT "trafficSourceId" AS id, day, sum(cost) AS cost
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS g("trafficSourceId" bigint, day date, cost numeric)
      GROUP BY 1, 2) g
    WHERE d.traffic_source_id = g.id AND d.day = g.day`.execute(trx);
}

/** Takes from each cost as much as the limit of its day still allows. A limit of null allows everything. */
export function fitIntoDays<Cost extends SourceDay & { cost: string; most: string | null }>(
  costs: readonly Cost[],
  counted: ReadonlyMap<string, string>,
): { given: Cost; taken: string; isWhole: boolean }[] {
  const sums = new Map(counted);
  return costs.map((given) => {
    const key = keyOfDay(given);
    const before = sums.get(key) ?? '0';
    const taken = takenOf(given, before);
    sums.set(key, sumMoney([before, taken]));
    return { given, taken, isWhole: compareMoney(taken, given.cost) === 0 };
  });
}
