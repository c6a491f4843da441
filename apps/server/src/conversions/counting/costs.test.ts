import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { conversionWorld } from '../testing/world.ts';
import { ALL_COSTS_MS, countCosts } from './costs.ts';

const world = await conversionWorld();
const { db, click, round } = world;
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
  await sql`INSERT INTO exchange_rates (currency, day, per_euro) VALUES ('USD', current_date - 5, 1.25),
    ('USD', current_date - 1, 2)`.execute(db);
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
  await sql`INSERT INTO exchange_rates (currency, day, per_euro) VALUES ('XTS', current_date, 3)`.execute(db);
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
