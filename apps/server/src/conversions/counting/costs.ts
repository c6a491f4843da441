/**
 * Counts the costs that links name (`cost`, `currency`) in other currencies than the base currency. Routers know no
 * rates, so they store the amount as given, and its value follows here as a separate fact. As with click-outs, no
 * position is remembered: per hour, the number of such clicks is compared with the number that has been counted. A
 * visitor can change a link, so a cost above the limit of its source is no money, and is counted as a problem of the
 * source (docs/product/clicks.md#costs-in-links).
 */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import { NIL_UUID } from '@signpost/contract/stats/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { KnownFact } from '../../clicks/fact-line.ts';
import type { CountedProblem } from '../../clicks/problems/link-problems.ts';
import type { Db, Trx } from '../../database.ts';
import { inBase, type RateOf, readRates } from '../../deals/rates.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { newId } from '../../platform/ids.ts';
import { readRows } from '../../platform/rows.ts';
import { storeProblems } from '../link-problems.ts';
import { putFacts } from '../ship/put-facts.ts';
import { type CostlyClick, readCostlyClicks } from './clicks.ts';
import { countedAt } from './facts.ts';

interface Engines {
  db: Db;
  clickhouse: ClickHouse;
}

const HOUR_MS = 3_600_000;
/** How far back the frequent rounds look; a click normally arrives within seconds. */
export const RECENT_COSTS_MS = 3 * HOUR_MS;
/** How far back the rare rounds look: the log may bring facts up to seven days late. */
export const ALL_COSTS_MS = 8 * 24 * HOUR_MS;
const BATCH = 1_000;

const pricedHourRow = z.object({ hour: z.date(), priced: z.number() });

/** Counts the costs of the last `backMs` and returns how many. Costs without a rate wait for one. */
export async function countCosts({ db, clickhouse }: Engines, now: Date, backMs = RECENT_COSTS_MS): Promise<number> {
  const from = new Date(Math.floor((now.getTime() - backMs) / HOUR_MS) * HOUR_MS);
  const hours = await clickhouse.query(
    `SELECT toStartOfHour(at) AS hour, count() AS there FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND currency NOT IN ('', {base:String}) AND kind = 'visit' AND amount > 0
     GROUP BY hour ORDER BY hour`,
    { from, base: baseCurrency() },
    { parse: (row) => ({ hour: new Date(String(row.hour)), there: Number(row.there) }) },
  );
  if (hours.length === 0) return 0;
  const rows = await readRows(
    db,
    pricedHourRow,
    sql`
      SELECT hour, count(*)::integer AS priced FROM priced_costs WHERE hour >= ${from} GROUP BY hour`,
  );
  const priced = new Map(rows.map((row) => [row.hour.toISOString(), row.priced]));
  const rateOf = await readRates(db);
  let counted = 0;
  for (const { hour, there } of hours)
    if (priced.get(hour.toISOString()) !== there) counted += await countHour({ db, clickhouse }, hour, rateOf, now);
  await sql`DELETE FROM priced_costs WHERE hour < ${new Date(now.getTime() - ALL_COSTS_MS - HOUR_MS)}`.execute(db);
  return counted;
}

async function countHour(engines: Engines, hour: Date, rateOf: RateOf, now: Date): Promise<number> {
  const until = new Date(hour.getTime() + HOUR_MS);
  let counted = 0;
  let after = NIL_UUID;
  for (;;) {
    const clicks = await readCostlyClicks(engines.clickhouse, { from: hour, until, after, limit: BATCH });
    const last = clicks.at(-1);
    if (last === undefined) return counted;
    counted += await countBatch(engines.db, hour, clicks, rateOf, now);
    after = last.factId;
  }
}

const pricedRow = z.object({ factId: z.string() });

/** The clicks of a batch that are new and whose currency has a rate. */
async function countBatch(
  db: Db,
  hour: Date,
  clicks: readonly CostlyClick[],
  rateOf: RateOf,
  now: Date,
): Promise<number> {
  const known = clicks.flatMap((click) => {
    const rate = rateOf(click.currency, click.clickAt.slice(0, 10));
    return rate === null ? [] : [{ click, rate }];
  });
  return await db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      pricedRow,
      sql`
        INSERT INTO priced_costs (fact_id, hour)
        SELECT id, ${hour} FROM unnest(${known.map(({ click }) => click.factId)}::uuid[]) AS t(id)
        ON CONFLICT DO NOTHING RETURNING fact_id::text`,
    );
    const fresh = new Set(rows.map(({ factId }) => factId));
    const limits = await readLimits(
      trx,
      known.map(({ click }) => click.trafficSourceId),
    );
    const valued = known
      .filter(({ click }) => fresh.has(click.factId))
      .map(({ click, rate }) => ({ click, fact: costOf(click, rate, now) }));
    const tooHigh = valued.filter(({ click, fact }) => {
      const limit = limits.get(click.trafficSourceId);
      return limit === undefined || compareMoney(fact.cost ?? '0', limit) > 0;
    });
    const refused = new Set(tooHigh);
    const facts = valued.filter((one) => !refused.has(one)).map(({ fact }) => fact);
    await putFacts(trx, 'click costs', facts);
    await storeProblems(
      trx,
      tooHigh.map(({ click }) => problemOf(click)),
    );
    return facts.length;
  });
}

const limitRow = z.object({ id: z.number(), most: z.string() });

/** The most that a click of each of these sources may cost, in the base currency. A source that may send no costs has none. */
async function readLimits(trx: Trx, sourceIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await readRows(
    trx,
    limitRow,
    sql`SELECT id, most_cost_per_click AS most FROM traffic_sources
      WHERE may_send_costs AND id = ANY(${[...new Set(sourceIds)]}::bigint[])`,
  );
  return new Map(rows.map(({ id, most }) => [id, most]));
}

const problemOf = ({ trafficSourceId, amount, currency, at }: CostlyClick): CountedProblem => ({
  problem: 'cost_too_high',
  trafficSourceId,
  found: `${amount} ${currency}`,
  cases: 1,
  lastAt: at.toISOString(),
});

function costOf({ factId: _of, at, amount, ...click }: CostlyClick, rate: string, now: Date): KnownFact {
  return {
    ...click,
    factId: newId(),
    kind: 'cost',
    at: countedAt(at, now).toISOString(),
    recordedAt: now.toISOString(),
    amount,
    rate,
    cost: inBase(amount, rate),
    reason: 'the click cost named in its link',
  };
}
