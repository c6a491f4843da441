/**
 * The details that make the lists of the demo look used: dates, paused records, decided deals, and entries of every
 * kind.
 */

import { addDays } from '@signpost/contract/dates/dates.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { amountFacts, type LedgerAmount } from '../../../money/ledger/facts.ts';
import { putFacts } from '../../../partners/conversions/ship/put-facts.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { creditTo } from './authors.ts';
import { MARKETS } from './names.ts';
import type { DemoRecords } from './records.ts';

const DAY_MS = 86_400_000;
const [GERMANY, AUSTRIA] = MARKETS.dach;
const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The tables whose records were made and changed over the months before. */
const AGED = [
  'accounts',
  'buttons',
  'campaign_boxes',
  'campaigns',
  'clients',
  'direct_links',
  'domains',
  'flat_fee_contacts',
  'mbg_mirrors',
  'offers',
  'partners',
  'prelander_domains',
  'publishers',
  'referral_codes',
  'referrers',
  'rules',
  'spider_domains',
  'tags',
  'templates',
  'traffic_sources',
  'websites',
] as const;

async function ageRecords(trx: Trx, now: Date): Promise<void> {
  for (const table of AGED)
    await sql`UPDATE ${sql.table(table)} SET
      created_at = ${now}::timestamptz - make_interval(days => (45 + id * 53 % 500)::integer, hours => (id % 11)::integer),
      updated_at = ${now}::timestamptz - make_interval(days => (id * 29 % 41)::integer, hours => 1 + (id % 23)::integer)`.execute(
      trx,
    );
}

/** Some rest, as in every company. Whatever earns in the demo stays active. */
async function pauseSome(trx: Trx): Promise<void> {
  await sql`UPDATE publishers SET status = 'paused' WHERE id IN (319, 327)`.execute(trx);
  await sql`UPDATE direct_links SET status = 'paused' WHERE slug = 'print-ad'`.execute(trx);
  await sql`UPDATE deals SET waterfall_blocked = true WHERE id % 41 = 7`.execute(trx);
}

/** Two deals that management approved: they are deals that apply today. */
async function storeApprovedDeals(trx: Trx, { partners }: DemoRecords, today: string, now: Date): Promise<void> {
  for (const [at, reason] of ['First deal with them', 'Renewed at the old price'].entries()) {
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO deal_proposals (reason, partner_id, geo_id, integration_id, deal_type, deal_revenue_type,
          fixed_amount, share_percent, lead_cap, weight, valid_from, proposal_status, decided_at, decision_note)
        SELECT ${reason}, partner_id, geo_id, integration_id, deal_type, deal_revenue_type, fixed_amount, share_percent,
          lead_cap, weight, ${addDays(today, -30 - at * 24)}::date, 'approved', ${daysAgo(now, 31 + at * 24)}::timestamptz, 'As agreed.'
        FROM deals WHERE partner_id = ${partners[8 + at]?.id ?? 0} ORDER BY id LIMIT 1 RETURNING id`,
    );
    const by = await creditTo(trx, { entity: dealProposal, id, grade: 'Operations', at: daysAgo(now, 33 + at * 24) });
    await sql`UPDATE deal_proposals SET proposed_by_id = ${by},
      decided_by_id = (SELECT id FROM users WHERE email = ${demoEmail('Management')}) WHERE id = ${id}`.execute(trx);
  }
}

type Entry = Pick<LedgerAmount, 'kind' | 'measure' | 'amount' | 'about' | 'reason'>;

const factsOf = (entry: Entry, day: string, now: Date) =>
  amountFacts({ ...entry, currency: baseCurrency(), rate: '1', shares: [{ day, weight: 1 }] }, now);

/** Costs entered by hand, beside the revenue that is there already. */
async function storeCosts(trx: Trx, { publishers, sources }: DemoRecords, today: string, now: Date): Promise<void> {
  const publisherId = publishers[3]?.id ?? 0;
  const trafficSourceId = sources[1]?.id ?? 0;
  const entries: Entry[] = [
    {
      kind: 'publisher_cost',
      measure: 'publisherCost',
      amount: '180',
      about: { publisherId, geoId: GERMANY },
      reason: 'Extra commission for the derby week',
    },
    {
      kind: 'cost',
      measure: 'cost',
      amount: '-95',
      about: { trafficSourceId, geoId: AUSTRIA },
      reason: 'Credit of the network for invalid clicks',
    },
    { kind: 'flat_fee', measure: 'flatFeeCost', amount: '320', about: {}, reason: 'Photos for the review pages' },
  ];
  for (const [at, entry] of entries.entries()) {
    const day = addDays(today, -4 - at * 5);
    const { about, kind, amount, reason } = entry;
    const rows = await readRows(
      trx,
      idRow,
      sql`INSERT INTO manual_transactions (reason, entry_kind, day, amount, currency, publisher_id, traffic_source_id, geo_id)
        VALUES (${reason}, ${kind}, ${day}, ${amount}, ${baseCurrency()}, ${about.publisherId ?? null}, ${about.trafficSourceId ?? null},
          ${about.geoId ?? null}) RETURNING id`,
    );
    await putFacts(trx, `manual ${rows[0]?.id}`, factsOf(entry, day, now));
  }
}

/** A cost of one country, and revenue of one product. */
async function storeNarrowEntries(trx: Trx, records: DemoRecords, today: string, now: Date): Promise<void> {
  const day = addDays(today, -9);
  const trafficSourceId = records.sources[7]?.id ?? 0;
  const cost = await readRow(
    trx,
    idRow,
    sql`INSERT INTO simple_costs (traffic_source_id, geo_id, from_day, to_day, amount, currency, spread)
      VALUES (${trafficSourceId}, ${GERMANY}, ${day}, ${day}, '140', ${baseCurrency()}, 'evenly') RETURNING id`,
  );
  const costReason = `simple cost ${cost.id}`;
  const spent: Entry = {
    kind: 'cost',
    measure: 'cost',
    amount: '140',
    about: { trafficSourceId, geoId: GERMANY },
    reason: costReason,
  };
  await putFacts(trx, costReason, factsOf(spent, day, now));
  const { id: partnerId = 0, productId = 0 } = records.partners[10] ?? {};
  const revenue = await readRow(
    trx,
    idRow,
    sql`INSERT INTO partner_revenues (name, partner_id, from_day, to_day, amount, currency, geo_id, product_id)
      VALUES ('Late registrations', ${partnerId}, ${day}, ${day}, '210', ${baseCurrency()}, ${AUSTRIA}, ${productId}) RETURNING id`,
  );
  const reason = `partner revenue ${revenue.id}`;
  const earned: Entry = {
    kind: 'revenue',
    measure: 'revenue',
    amount: '210',
    about: { partnerId, geoId: AUSTRIA, productId },
    reason,
  };
  await putFacts(trx, reason, factsOf(earned, day, now));
}

/** References that lists show. */
async function refer(trx: Trx, { sources, websites }: DemoRecords, today: string): Promise<void> {
  const source = (at: number) => sources[at]?.id ?? null;
  await sql`UPDATE referrers SET traffic_source_id = ${source(22)} WHERE id % 2 = 0`.execute(trx);
  await sql`UPDATE outgoing_postbacks SET traffic_source_id = ${source(3)} WHERE id = 904`.execute(trx);
  await sql`UPDATE outgoing_postbacks SET events = CASE WHEN id % 2 = 0 THEN '{first_deposit}'::text[]
    ELSE '{lead,first_deposit}'::text[] END`.execute(trx);
  await sql`UPDATE accounts SET account_kind = 'traffic', traffic_source_id = ${source(0)} WHERE id = 910`.execute(trx);
  await sql`DELETE FROM accounts_publishers WHERE record_id = 910`.execute(trx);
  await sql`UPDATE partner_overrides SET valid_to = ${addDays(today, 97)}::date WHERE geo_id IS NULL`.execute(trx);
  await sql`UPDATE approved_overrides SET valid_to = ${addDays(today, 97)}::date WHERE geo_id IS NULL`.execute(trx);
  await sql`INSERT INTO flat_fee_contacts_websites (record_id, target_id, position)
    SELECT id, ${websites[32]?.id ?? 0} + id - 901, 1 FROM flat_fee_contacts WHERE id BETWEEN 901 AND 910
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Stores all of it; called last within the transaction that makes the demo world. */
export async function storeDetails(trx: Trx, records: DemoRecords, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await ageRecords(trx, now);
  await pauseSome(trx);
  await storeApprovedDeals(trx, records, today, now);
  await storeCosts(trx, records, today, now);
  await storeNarrowEntries(trx, records, today, now);
  await refer(trx, records, today);
}
