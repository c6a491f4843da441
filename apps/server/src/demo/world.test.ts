import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ClickHouse } from '../platform/clickhouse.ts';
import { ensureDemoWorld } from './world.ts';

const world = await testApp();
const { clickhouse } = world.deps;
const { deps } = world;

async function figures(): Promise<Record<string, number>> {
  const [row] = await clickhouse.query(
    `SELECT count() AS facts, uniqExact(campaign_box_id) AS boxes, uniqExact(kind) AS kinds,
       toFloat64(sum(revenue)) / sum(clickouts) AS epc,
       toFloat64(sum(cost) + sum(flat_fee_cost) + sum(publisher_cost)) / toFloat64(sum(revenue)) AS spent,
       toFloat64(sum(pending_revenue)) AS pending, countIf(at > now64(3)) AS future,
       countIf(toDate(at) >= today() - 1) AS fresh
     FROM facts`,
    {},
    { parse: (found) => Object.fromEntries(Object.entries(found).map(([key, value]) => [key, Number(value)])) },
  );
  return row ?? {};
}

/** An engine that fails half-way, after some months are stored. */
function breaking(): ClickHouse {
  let stored = 0;
  return {
    ...clickhouse,
    async insert(table, rows, options) {
      stored += 1;
      if (stored > 3) throw new Error('The engine went away.');
      await clickhouse.insert(table, rows, options);
    },
  };
}

it('creates a plausible world once, and starts over after an incomplete attempt', async () => {
  const january = { now: () => new Date(Date.UTC(2026, 0, 15, 12)) };
  const halfway = ensureDemoWorld({ ...deps, clickhouse: breaking(), clock: january });
  await expect(halfway).rejects.toThrow('The engine went away.');
  expect((await figures()).facts).toBeGreaterThan(10_000);

  await ensureDemoWorld(deps);
  const made = await figures();
  expect(made.facts).toBeGreaterThan(700_000);
  expect(made).toMatchObject({ boxes: 200, kinds: 14, future: 0 });
  expect(made.epc).toBeGreaterThan(0.5);
  expect(made.epc).toBeLessThan(3);
  expect(made.spent).toBeGreaterThan(0.3);
  expect(made.spent).toBeLessThan(0.9);
  expect(made.pending).toBeGreaterThan(0);
  expect(made.fresh).toBeGreaterThan(100);
  // A prelander's visitor goes on to an offer of ours.
  const { rows: pages } = await sql<{ targetUrl: string }>`
    SELECT DISTINCT target_url FROM campaigns WHERE lander_type = 'prelander' AND id < 2000`.execute(world.db);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.targetUrl).toMatch(/^http:\/\/.+\/out\/\{click_id\}$/);
  const { rows: reported } = await sql<{ state: string; revenue: string; transactions: number }>`
    SELECT state, sum(revenue)::integer AS revenue, count(*)::integer AS transactions FROM affiliate_transactions
    GROUP BY state ORDER BY state`.execute(world.db);
  expect(reported.map(({ state }) => state)).toEqual(['counted', 'unassigned', 'unattributed']);
  expect(Number(reported[0]?.revenue)).toBeGreaterThan(1000);

  const { rows: leads } = await sql<{ status: string }>`SELECT DISTINCT status FROM leads ORDER BY status`.execute(
    world.db,
  );
  expect(leads.map(({ status }) => status)).toEqual(['accepted', 'parked', 'rejected']);

  await ensureDemoWorld(deps);
  expect((await figures()).facts).toBe(made.facts);
  const { rows } = await sql<{ facts: number }>`SELECT facts FROM demo_world`.execute(world.db);
  expect(rows.map((row) => row.facts)).toEqual([made.facts]);
}, 180_000);
