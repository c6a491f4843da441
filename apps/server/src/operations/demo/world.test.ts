import { mayOpen } from '@signpost/contract/access/access.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { tellAttention } from '../../insight/attention/tell.ts';
import { surroundings, WAITING, type Waiting, waitingRow } from '../../partners/conversions/counting/surroundings.ts';
import { weigh } from '../../partners/conversions/counting/weigh.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { readRows } from '../../platform/rows.ts';
import { ensureDemoPeople } from './people.ts';
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

/** Lists that nobody fills by traffic have rows, and hosts have owners, expiry dates and tags. */
async function checkFurnished(): Promise<void> {
  for (const table of [
    'accounts',
    'box_offers',
    'direct_links',
    'flat_fee_contacts',
    'gambling_stats',
    'outgoing_postbacks',
    'partner_revenues',
    'publisher_contacts',
    'sign_in_whitelist',
    'status_mapping_overrides',
  ]) {
    const { rows } = await sql<{ many: number }>`SELECT count(*)::integer AS many FROM ${sql.table(table)}`.execute(
      world.db,
    );
    expect([table, (rows[0]?.many ?? 0) > 1]).toEqual([table, true]);
  }
  const { rows: used } = await sql<{
    kinds: number;
    approved: number;
    full: number;
    dates: number;
    young: number;
  }>`SELECT
    (SELECT count(DISTINCT entry_kind)::integer FROM manual_transactions) AS kinds,
    (SELECT count(*)::integer FROM deal_proposals WHERE proposal_status = 'approved') AS approved,
    (SELECT count(DISTINCT updated_at::date)::integer FROM campaigns) AS dates,
    (SELECT count(*)::integer FROM campaigns WHERE created_at > updated_at OR updated_at > now()) AS young`.execute(
    world.db,
  );
  expect(used[0]).toMatchObject({ kinds: 4, approved: 2, young: 0 });
  expect(used[0]?.dates).toBeGreaterThan(20);
  const { rows } = await sql<{ bare: number; tagged: number; sent: number }>`SELECT
    (SELECT count(*)::integer FROM domains WHERE owner_id IS NULL OR expires_on IS NULL) AS bare,
    (SELECT count(DISTINCT entity)::integer FROM taggings) AS tagged,
    (SELECT count(*)::integer FROM outgoing_postbacks WHERE status = 'active') AS sent`.execute(world.db);
  expect(rows[0]?.bare).toBe(0);
  expect(rows[0]?.tagged).toBeGreaterThan(15);
  // Nobody answers at invented addresses, so the demo sends nothing there.
  expect(rows[0]?.sent).toBe(0);
}

/** People are told as by the product: what is new is new, and jobs are theirs. */
async function checkTold(): Promise<void> {
  const owners = await world.db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.ownerId')
    .select(['users.grade', 'users.includedPaths', 'users.excludedPaths', 'users.publisherId'])
    .where('runs.kind', '=', 'partnerFigures')
    .execute();
  expect(owners.length).toBeGreaterThan(5);
  expect(owners.filter((owner) => !mayOpen(owner, ROUTES.gamblingStatsCsvUpload))).toEqual([]);
  await tellAttention(world.db, new Date());
  const { rows } = await sql<{ threads: number }>`SELECT count(*)::integer AS threads FROM (
      SELECT o.user_id, n.thread_key FROM notices o JOIN notifications n ON n.id = o.notification_id
      WHERE n.topic = 'attention' GROUP BY 1, 2
      HAVING count(*) FILTER (WHERE n.body::text LIKE '%This is new.%') > 1) twice`.execute(world.db);
  expect(rows).toEqual([{ threads: 0 }]);
}

it('creates a plausible world once, and starts over after an incomplete attempt', async () => {
  await ensureDemoPeople(world.db);
  const january = { now: () => new Date(Date.UTC(2026, 0, 15, 12)) };
  const halfway = ensureDemoWorld({ ...deps, clickhouse: breaking(), clock: january });
  await expect(halfway).rejects.toThrow('The engine went away.');
  expect((await figures()).facts).toBeGreaterThan(10_000);

  const shares: number[] = [];
  const progress = async (share: number): Promise<void> => {
    shares.push(share);
  };
  await ensureDemoWorld({ ...deps, progress });
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect([shares[0], shares.length > 10, shares.every((share) => share < 1)]).toEqual([0, true, true]);
  const made = await figures();
  expect(made.facts).toBeGreaterThan(700_000);
  expect(made).toMatchObject({ boxes: 200, kinds: 15, future: 0 });
  expect(made.epc).toBeGreaterThan(0.5);
  expect(made.epc).toBeLessThan(3);
  expect(made.spent).toBeGreaterThan(0.3);
  expect(made.spent).toBeLessThan(0.9);
  expect(made.pending).toBeGreaterThan(0);
  expect(made.fresh).toBeGreaterThan(100);
  // A prelander's visitor sees a page of ours, or goes on to an offer at once.
  const { rows: pages } = await sql<{ targetUrl: string }>`
    SELECT DISTINCT target_url FROM campaigns WHERE lander_type = 'prelander' AND id < 2000`.execute(world.db);
  const [own, foreign] = [
    pages.filter(({ targetUrl }) => targetUrl.startsWith('/p_')),
    pages.filter(({ targetUrl }) => !targetUrl.startsWith('/p_')),
  ];
  expect(own.length).toBeGreaterThan(20);
  expect(foreign).toHaveLength(1);
  expect(foreign[0]?.targetUrl).toMatch(/^http:\/\/.+\/out\/\{click_id\}$/);
  const { rows: reported } = await sql<{ state: string; revenue: string; transactions: number }>`
    SELECT state, sum(revenue)::integer AS revenue, count(*)::integer AS transactions FROM affiliate_transactions
    GROUP BY state ORDER BY state`.execute(world.db);
  expect(reported.map(({ state }) => state)).toEqual(['counted', 'unassigned', 'unattributed']);
  expect(Number(reported[0]?.revenue)).toBeGreaterThan(1000);

  const { rows: leads } = await sql<{ status: string }>`SELECT DISTINCT status FROM leads ORDER BY status`.execute(
    world.db,
  );
  expect(leads.map(({ status }) => status)).toEqual(['accepted', 'parked', 'rejected']);

  // A watched link has failed at its last look or before it.
  const { rows: links } = await sql<{ failing: number; later: number }>`SELECT count(failed_at)::integer AS failing,
      count(*) FILTER (WHERE failed_at > looked_at)::integer AS later FROM watched_links`.execute(world.db);
  expect(links).toEqual([{ failing: 3, later: 0 }]);

  await checkTold();
  await checkFurnished();

  await ensureDemoWorld(deps);
  expect((await figures()).facts).toBe(made.facts);
  const { rows } = await sql<{ facts: number }>`SELECT facts FROM demo_world`.execute(world.db);
  expect(rows.map((row) => row.facts)).toEqual([made.facts]);
});

/**
 * The money that the code that counts postbacks finds for these reports, by transaction: the revenue and the
 * publisher's part.
 */
async function moneyOf(reports: readonly Waiting[]): Promise<Map<number, { revenue: string; owed: string }>> {
  // Only these reports are weighed, without what is stored of their clicks.
  const around = { ...(await surroundings(world.db, clickhouse, reports)), counted: new Map() };
  const { outcomes } = weigh(around, reports, new Date(), { gone: new Set(reports.map(({ id }) => id)) });
  return new Map(
    [...outcomes].flatMap(([id, outcome]) =>
      outcome.state === 'counted'
        ? [[id, { revenue: outcome.revenue, owed: sumMoney(outcome.facts.map((fact) => fact.publisherCost ?? '0')) }]]
        : [],
    ),
  );
}

it('earns from stored reports what the product counts for them', async () => {
  await ensureDemoWorld(deps);
  const reports = await readRows(
    world.db,
    waitingRow,
    sql`
      SELECT ${WAITING} FROM affiliate_transactions t WHERE t.state = 'counted' AND t.click_id IN (
        SELECT click_id FROM affiliate_transactions WHERE state = 'counted' GROUP BY click_id ORDER BY md5(click_id) LIMIT 400)
      ORDER BY t.id`,
  );
  const money = await moneyOf(reports);
  const counted = Map.groupBy(reports, ({ clickId }) => clickId ?? '');
  const facts = await clickhouse.query(
    `SELECT toString(click_id) AS id, toString(sum(revenue) + sum(pending_revenue)) AS earned,
       toString(sum(publisher_cost)) AS cost, sum(pending_revenue) != 0 AS waits
     FROM facts WHERE toString(click_id) IN {ids:Array(String)} GROUP BY click_id`,
    { ids: [...counted.keys()] },
    {
      parse: ({ id, earned, cost, waits }) => ({
        id: String(id),
        earned: sumMoney([String(earned)]),
        // The publisher's part follows when the partner has approved.
        owed: Number(waits) === 1 ? 'later' : sumMoney([String(cost)]),
      }),
    },
  );
  expect(facts).toHaveLength(400);
  const expected = facts.map(({ id, owed }) => {
    const found = (counted.get(id) ?? []).map((report) => money.get(report.id));
    return {
      id,
      earned: sumMoney(found.map((it) => it?.revenue ?? 'none')),
      owed: owed === 'later' ? owed : sumMoney(found.map((it) => it?.owed ?? 'none')),
    };
  });
  expect(facts).toEqual(expected);
  expect(facts.filter(({ earned }) => Number(earned) > 0).length).toBeGreaterThan(100);
  expect(facts.filter(({ owed }) => Number(owed) > 0).length).toBeGreaterThan(10);
  expect(facts.some(({ owed }) => owed === 'later')).toBe(true);
  expect(reports.some(({ meaning }) => meaning === 'rejected_lead')).toBe(true);
});

const PAID = ['lead', 'qualified_lead', 'first_deposit'] as const;

it('pays for leads and first deposits of its second year what the stored deals pay', async () => {
  await ensureDemoWorld(deps);
  // Without the clicks of which something was taken back.
  const facts = await clickhouse.query(
    `SELECT kind, toString(click_id) AS id, any(partner_id) AS partner, any(txid) AS reference, min(at) AS first,
       toString(sum(revenue) + sum(pending_revenue)) AS earned
     FROM facts WHERE startsWith(chunk_id, 'demo.2') AND cityHash64(click_id) % 50 = 0 AND kind IN {kinds:Array(String)}
       AND click_id NOT IN (SELECT click_id FROM facts WHERE kind IN ('rejected_lead', 'chargeback'))
     GROUP BY kind, click_id ORDER BY click_id, first`,
    { kinds: [...PAID] },
    {
      parse: ({ kind, id, partner, reference, first, earned }) => ({
        kind: String(kind),
        clickId: String(id),
        partnerId: Number(partner),
        reference: String(reference),
        at: new Date(String(first)),
        earned: sumMoney([String(earned)]),
      }),
    },
  );
  const reports = facts.map(
    ({ kind, clickId, partnerId, reference, at }, index): Waiting => ({
      id: index + 1,
      partnerId,
      meaning: kind,
      state: 'waiting',
      status: kind,
      reference,
      txid: reference,
      clickId,
      amount: null,
      payout: null,
      currency: null,
      occurredAt: at,
      receivedAt: at,
      tries: 0,
    }),
  );
  const money = await moneyOf(reports);
  expect(facts.map(({ earned }) => earned)).toEqual(reports.map(({ id }) => money.get(id)?.revenue));
  for (const kind of PAID)
    expect(facts.filter((fact) => fact.kind === kind && Number(fact.earned) > 0).length).toBeGreaterThan(10);
  expect(new Set(facts.map(({ at }) => at.toISOString().slice(0, 7))).size).toBeGreaterThan(10);
});
