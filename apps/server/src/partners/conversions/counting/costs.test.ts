import { listAttention } from '@signpost/contract/calls/attention.ts';
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildExchangeRate, buildTrafficSource } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { conversionWorld } from '../testing/world.ts';
import { ALL_COSTS_MS, countCosts } from './costs.ts';

const world = await conversionWorld();
const { db, click, round } = world;
const TODAY = dayIn(new Date(), 'UTC');
const engines = { db, clickhouse: world.databases.clickhouse };

async function costOf(clickId: string): Promise<string> {
  const [cost = ''] = await world.databases.clickhouse.query(
    'SELECT toString(sum(cost)) AS cost FROM facts WHERE click_id = {clickId:UUID}',
    { clickId },
    { parse: (row) => String(row.cost) },
  );
  return cost;
}

it('counts the cost of a click in another currency once, by the rate of its day, even if it is logged late', async () => {
  await buildExchangeRate(db, { currency: 'USD', day: addDays(TODAY, -5), perEuro: '1.25' });
  await buildExchangeRate(db, { currency: 'USD', day: addDays(TODAY, -1), perEuro: '2' });
  const dollars = await click({ amount: '0.50', currency: 'USD' });
  const euros = await click({ amount: '0.50', currency: 'EUR', cost: '0.50' });
  const bot = await click({ kind: 'bot_visit', amount: '0.50', currency: 'USD', visits: 0, botVisits: 1 });
  const unknown = await click({ amount: '3', currency: 'XTS' });
  expect(await countCosts(engines, new Date())).toBe(1);
  expect(await countCosts(engines, new Date())).toBe(0);
  const late = await click({ amount: '1', currency: 'USD', at: new Date(Date.now() - 4 * 86_400_000).toISOString() });
  expect(await Promise.all([1, 2, 3].map(() => countCosts(engines, new Date(), ALL_COSTS_MS)))).toContain(1);
  await round();
  expect(await Promise.all([dollars, euros, bot, unknown, late].map(costOf))).toEqual(['0.25', '0.5', '0', '0', '0.8']);
  await buildExchangeRate(db, { currency: 'XTS', day: TODAY, perEuro: '3' });
  expect(await countCosts(engines, new Date())).toBe(1);
  await round();
  expect(await costOf(unknown)).toBe('1');
});

it('takes no cost above the limit of its source, whatever the currency, and counts it as a problem of the source', async () => {
  await sql`UPDATE traffic_sources SET most_cost_per_click = 2 WHERE id = 940`.execute(db);
  const within = await click({ amount: '4', currency: 'USD' });
  const above = await click({ amount: '999999999999', currency: 'USD' });
  expect(await countCosts(engines, new Date())).toBe(1);
  await round();
  expect([await costOf(within), await costOf(above)]).toEqual(['2', '0']);
  const { rows } = await sql`SELECT problem, traffic_source_id AS source, found, cases FROM link_problems`.execute(db);
  expect(rows).toEqual([{ problem: 'cost_too_high', source: 940, found: '999999999999 USD', cases: 1 }]);
  expect(await countCosts(engines, new Date())).toBe(0);
});

const DAY_MS = 86_400_000;

/** The cost that the statistics show for a source on a UTC day. */
async function costOfDay(trafficSourceId: number, day: string): Promise<number> {
  const [cost = 0] = await world.databases.clickhouse.query(
    `SELECT toString(sum(cost)) AS cost FROM facts
     WHERE traffic_source_id = {trafficSourceId:UInt32} AND toDate(click_at) = {day:Date}`,
    { trafficSourceId, day },
    { parse: (row) => Number(row.cost) },
  );
  return cost;
}

it('takes no more a day than the limit of the source, however often and late the clicks are counted, and counts the rest', async () => {
  await buildTrafficSource(db, { id: 941, name: 'limited', categoryId: 930, maySendCosts: true, mostCostPerDay: '1' });
  const now = new Date();
  // Days of their own in the middle, so that a day does not end between two clicks.
  const noon = (daysAgo: number) => new Date(Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2);
  const dayOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 10);
  const cost = (amount: string, daysAgo: number, more: Record<string, string> = {}) =>
    click({ trafficSourceId: 941, amount, currency: 'EUR', at: noon(daysAgo).toISOString(), ...more });
  // A router took this cost at once, because it did not know the limit yet.
  await cost('0.2', 3, { cost: '0.2' });
  const first = await cost('0.5', 3);
  await cost('0.4', 2);
  await Promise.all([1, 2, 3].map(() => countCosts(engines, now, ALL_COSTS_MS)));
  await round();
  expect([await costOf(first), await costOfDay(941, dayOf(3)), await costOfDay(941, dayOf(2))]).toEqual([
    '0.5',
    0.7,
    0.4,
  ]);
  const partly = await cost('0.8', 3, { currency: 'USD', at: new Date(noon(3).getTime() - 3_600_000).toISOString() });
  const above = await cost('0.1', 3);
  await countCosts(engines, now, ALL_COSTS_MS);
  await countCosts(engines, now, ALL_COSTS_MS);
  await round();
  expect(await costOfDay(941, dayOf(3))).toBe(1);
  expect(Number(await costOf(partly)) + Number(await costOf(above))).toBeCloseTo(0.3, 6);
  const { rows } = await sql`SELECT problem, traffic_source_id AS source FROM link_problems
    WHERE traffic_source_id = 941`.execute(db);
  expect(rows).toEqual([{ problem: 'cost_too_high_for_day', source: 941 }]);
  // The source loses its permission before this cost is counted.
  await cost('0.1', 2);
  await sql`UPDATE traffic_sources SET may_send_costs = false WHERE id = 941`.execute(db);
  expect(await countCosts(engines, now, ALL_COSTS_MS)).toBe(0);
  const { rows: refused } = await sql`SELECT problem FROM link_problems
    WHERE traffic_source_id = 941 ORDER BY id DESC LIMIT 1`.execute(db);
  expect(refused).toEqual([{ problem: 'cost_not_allowed' }]);
  // A source without a limit per day is as before.
  const unlimited = await click({ amount: '1.5', currency: 'USD', at: noon(3).toISOString() });
  await countCosts(engines, now, ALL_COSTS_MS);
  await round();
  expect(Number(await costOf(unlimited))).toBeGreaterThan(0);
});

it('lists costs without a rate by source and currency, and counts all of them once there is one, however old they are', async () => {
  await buildTrafficSource(db, { id: 942, name: 'without_rate', categoryId: 930, maySendCosts: true });
  const now = new Date();
  const listed = async () =>
    (
      await sql<{ found: string; cases: number }>`SELECT found, cases FROM link_problems
        WHERE problem = 'rate_missing' AND traffic_source_id = 942 ORDER BY found`.execute(db)
    ).rows;
  const cost = (amount: string, currency: string, daysAgo = 0) =>
    click({ trafficSourceId: 942, amount, currency, at: new Date(now.getTime() - daysAgo * DAY_MS).toISOString() });
  const clicks = [await cost('1', 'XDR'), await cost('2', 'XDR'), await cost('4', 'KPW')];
  await countCosts(engines, now);
  await countCosts(engines, now);
  const both = [
    { found: 'KPW', cases: 1 },
    { found: 'XDR', cases: 2 },
  ];
  expect(await listed()).toEqual(both);
  const admin = await world.signIn('Admin');
  const data = await call(admin, listAttention, {});
  expect(data).toContainEqual(expect.objectContaining({ id: 'costRates', count: 3 }));
  // Clicks of the days before are found by the rare rounds, and those of the frequent ones take none away.
  clicks.push(await cost('8', 'XDR', 3));
  await countCosts(engines, now, ALL_COSTS_MS);
  await countCosts(engines, now);
  expect(await listed()).toEqual([both[0], { found: 'XDR', cases: 3 }]);
  // A cost that has waited for longer than eight days.
  clicks.push(await cost('16', 'XDR', 20));
  await sql`UPDATE link_problems SET created_at = now() - interval '30 days' WHERE problem = 'rate_missing'`.execute(
    db,
  );
  await buildExchangeRate(db, { currency: 'XDR', day: TODAY, perEuro: '2' });
  expect(await countCosts(engines, now)).toBe(4);
  expect(await countCosts(engines, now, ALL_COSTS_MS)).toBe(0);
  await round();
  expect(await Promise.all(clicks.map(costOf))).toEqual(['0.5', '1', '0', '4', '8']);
  expect(await listed()).toEqual([both[0]]);
});
