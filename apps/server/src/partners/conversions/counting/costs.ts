/**
 * Counts the costs that links name (`cost`, `currency`) and routers cannot take: those in other currencies than the base
 * currency, because routers know no rates, and those of sources with a limit per day, because a router does not know the
 * clicks of others. They store the amount as given, and its value follows here as a separate fact. As with click-outs, no
 * position is remembered: per hour, the number of such clicks is compared with the number that has been counted. A
 * visitor can change a link, so a cost above the limits of its source is no money, and is counted as a problem of the
 * source (docs/product/clicks.md#costs-in-links).
 */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { NIL_UUID } from '@signpost/contract/traffic/clicks/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { newId } from '../../../platform/ids.ts';
import { readRows } from '../../../platform/rows.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import type { CountedProblem } from '../../../traffic/clicks/problems/link-problems.ts';
import { inBase, type RateOf, readRates } from '../../deals/rates.ts';
import { storeProblems } from '../link-problems.ts';
import { putFacts } from '../ship/put-facts.ts';
import { COSTLY, type CostlyClick, readCostlyClicks } from './clicks.ts';
import { addToDays, fitIntoDays, lockDays, readTakenAtOnce } from './day-limits.ts';
import { countedAt } from './facts.ts';
import { forgetWaiting, listWaitingCosts, readRated } from './waiting-costs.ts';

interface Engines {
  db: Db;
  clickhouse: ClickHouse;
}

const HOUR_MS = 3_600_000;
/** The time for which the frequent rounds look back; a click normally arrives within seconds. */
export const RECENT_COSTS_MS = 3 * HOUR_MS;
/** The time for which the rare rounds look back, because the log may bring facts up to seven days late. */
export const ALL_COSTS_MS = 8 * 24 * HOUR_MS;
/** Link problems without a new case are kept for 90 days; a cost whose rate comes later is not counted. */
const LONGEST_WAIT_MS = 100 * 24 * HOUR_MS;
const BATCH = 1_000;

const pricedHourRow = z.object({ hour: z.date(), priced: z.number() });

const hourOf = (instant: Date | number): Date => new Date(Math.floor(Number(instant) / HOUR_MS) * HOUR_MS);

/** Counts the costs of the last `backMs` and returns how many. Costs without a rate wait for one, and are listed. */
export async function countCosts(engines: Engines, now: Date, backMs = RECENT_COSTS_MS): Promise<number> {
  const from = hourOf(now.getTime() - backMs);
  await listWaitingCosts(engines, from, backMs >= ALL_COSTS_MS);
  const waited = await countWaited(engines, from, now);
  return waited + (await countSince(engines, from, now));
}

/** Counts costs that were listed as waiting and whose currency has a rate now, however long they waited. */
async function countWaited(engines: Engines, until: Date, now: Date): Promise<number> {
  const rated = await readRated(engines.db);
  if (rated.length === 0) return 0;
  const rateOf = await readRates(engines.db);
  let counted = 0;
  for (const { currency, since } of rated) {
    const hours = await engines.clickhouse.query(
      `SELECT DISTINCT toStartOfHour(at) AS hour FROM facts
       WHERE at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')} AND ${COSTLY}
         AND currency = {currency:String} ORDER BY hour`,
      { from: hourOf(since), until, currency, base: baseCurrency() },
      { parse: (row) => new Date(String(row.hour)) },
    );
    for (const hour of hours) counted += await countHour(engines, { hour, currency }, rateOf, now);
    await forgetWaiting(engines.db, currency);
  }
  return counted;
}

async function countSince({ db, clickhouse }: Engines, from: Date, now: Date): Promise<number> {
  const hours = await clickhouse.query(
    `SELECT toStartOfHour(at) AS hour, count() AS there FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND ${COSTLY}
     GROUP BY hour ORDER BY hour`,
    { from, base: baseCurrency() },
    { parse: (row) => ({ hour: new Date(String(row.hour)), there: Number(row.there) }) },
  );
  if (hours.length === 0) return 0;
  const rows = await readRows(
    db,
    pricedHourRow,
    sql`SELECT hour, count(*)::integer AS priced FROM priced_costs WHERE hour >= ${from} GROUP BY hour`,
  );
  const priced = new Map(rows.map((row) => [row.hour.toISOString(), row.priced]));
  const rateOf = await readRates(db);
  let counted = 0;
  for (const { hour, there } of hours)
    if (priced.get(hour.toISOString()) !== there)
      counted += await countHour({ db, clickhouse }, { hour, currency: '' }, rateOf, now);
  const over = new Date(now.getTime() - ALL_COSTS_MS - HOUR_MS);
  // While old costs that have just got a rate are being counted, the list of counted costs keeps its old entries.
  if ((await readRated(db)).length === 0) await sql`DELETE FROM priced_costs WHERE hour < ${over}`.execute(db);
  // Costs can still be added to a day while one of its hours is open, or while they wait for a rate.
  const lastWait = new Date(now.getTime() - LONGEST_WAIT_MS);
  await sql`DELETE FROM source_cost_days WHERE day < ${lastWait.toISOString().slice(0, 10)}::date`.execute(db);
  return counted;
}

/** Counts the costs of an hour in one currency. The currency '' means all currencies. */
async function countHour(
  engines: Engines,
  { hour, currency }: { hour: Date; currency: string },
  rateOf: RateOf,
  now: Date,
): Promise<number> {
  const until = new Date(hour.getTime() + HOUR_MS);
  let counted = 0;
  let after = NIL_UUID;
  for (;;) {
    const clicks = await readCostlyClicks(engines.clickhouse, { from: hour, until, after, limit: BATCH, currency });
    const last = clicks.at(-1);
    if (last === undefined) return counted;
    counted += await countBatch(engines, hour, clicks, { rateOf, now });
    after = last.factId;
  }
}

const pricedRow = z.object({ factId: z.string() });

/** Counts the clicks of a batch that are new and whose currency has a rate. */
async function countBatch(
  { db, clickhouse }: Engines,
  hour: Date,
  clicks: readonly CostlyClick[],
  { rateOf, now }: { rateOf: RateOf; now: Date },
): Promise<number> {
  const known = clicks.flatMap((click) => {
    const day = click.at.toISOString().slice(0, 10);
    const rate = click.currency === baseCurrency() ? '1' : rateOf(click.currency, click.clickAt.slice(0, 10));
    if (rate === null) return [];
    const cost = inBase(click.amount, rate);
    return [{ click, rate, cost, day, trafficSourceId: click.trafficSourceId }];
  });
  const takenAtOnce = await readTakenAtOnce(clickhouse, known);
  return await db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      pricedRow,
      sql`INSERT INTO priced_costs (fact_id, hour)
        SELECT id, ${hour} FROM unnest(${known.map(({ click }) => click.factId)}::uuid[]) AS t(id)
        ON CONFLICT DO NOTHING RETURNING fact_id::text`,
    );
    const fresh = new Set(rows.map(({ factId }) => factId));
    const limits = await readLimits(
      trx,
      known.map(({ click }) => click.trafficSourceId),
    );
    const allowed: (Known & { most: string | null })[] = [];
    const problems: CountedProblem[] = [];
    for (const one of known) {
      if (!fresh.has(one.click.factId)) continue;
      const limit = limits.get(one.trafficSourceId);
      if (limit === undefined) problems.push(problemOf(one.click, 'cost_not_allowed'));
      else if (compareMoney(one.cost, limit.perClick) > 0) problems.push(problemOf(one.click, 'cost_too_high'));
      else allowed.push({ ...one, most: limit.perDay });
    }
    const counted = await lockDays(trx, allowed);
    for (const [key, cost] of takenAtOnce)
      if (counted.has(key)) counted.set(key, sumMoney([counted.get(key) ?? '0', cost]));
    const fitted = fitIntoDays(allowed, counted);
    for (const { given, isWhole } of fitted)
      if (!isWhole) problems.push(problemOf(given.click, 'cost_too_high_for_day'));
    const taken = fitted.filter((one) => compareMoney(one.taken, '0') > 0);
    await addToDays(
      trx,
      taken.map(({ given: { trafficSourceId, day }, taken: cost }) => ({ trafficSourceId, day, cost })),
    );
    const facts = taken.map(({ given, taken: cost }) => costOf(given, cost, now));
    await putFacts(trx, 'click costs', facts);
    await storeProblems(trx, problems);
    return facts.length;
  });
}

interface Known {
  click: CostlyClick;
  rate: string;
  /** Its whole cost in the base currency. */
  cost: string;
  trafficSourceId: number;
  /** Its day in UTC. */
  day: string;
}

interface Limits {
  perClick: string;
  /** Null for none. */
  perDay: string | null;
}

const limitRow = z.object({ id: z.number(), perClick: z.string(), perDay: z.string().nullable() });

/** The most that links of these sources may cost, in the base currency. A source that may send no costs has no entry. */
async function readLimits(trx: Trx, sourceIds: readonly number[]): Promise<ReadonlyMap<number, Limits>> {
  const rows = await readRows(
    trx,
    limitRow,
    sql`SELECT id, most_cost_per_click AS per_click, most_cost_per_day AS per_day FROM traffic_sources
      WHERE may_send_costs AND id = ANY(${[...new Set(sourceIds)]}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...limits }) => [id, limits]));
}

const problemOf = (
  { trafficSourceId, amount, currency, at }: CostlyClick,
  problem: CountedProblem['problem'],
): CountedProblem => ({
  problem,
  trafficSourceId,
  found: `${amount} ${currency}`,
  cases: 1,
  lastAt: at.toISOString(),
});

/** The fact for the part of a cost that fits into the limit of its day. */
function costOf({ click: { factId: _of, at, amount, ...click }, rate }: Known, cost: string, now: Date): KnownFact {
  return {
    ...click,
    factId: newId(),
    kind: 'cost',
    at: countedAt(at, now).toISOString(),
    recordedAt: now.toISOString(),
    amount,
    rate,
    cost,
    reason: 'the click cost named in its link',
  };
}
