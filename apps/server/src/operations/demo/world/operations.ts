/** The demo's operations: hosts, mirrors, proposals, and money entered by hand during the last weeks. */

import { addDays, addMonths, eachDay } from '@signpost/contract/dates/dates.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { applyTerms, nextPeriod } from '../../../money/fees/post.ts';
import { amountFacts } from '../../../money/ledger/facts.ts';
import { putFacts } from '../../../partners/conversions/ship/put-facts.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { creditTo } from './authors.ts';
import { VERA_EMAIL } from './leads.ts';
import { MARKETS } from './names.ts';
import type { DemoRecords } from './records.ts';

const HOSTS = ['cryptotimes', 'wettportal', 'slotsguide', 'tradingnews', 'bonusfinder', 'coinblog'];
const REASONS = [
  'Higher price for the new season',
  'They ask for exclusivity',
  'Test of a second integration',
  'Price as agreed by telephone',
];
const HOUR_MS = 3_600_000;
/** Geos in which the demo's company works. */
const GEOS = Object.values(MARKETS).flat();
const [, AUSTRIA] = MARKETS.dach;
const hoursAgo = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
const geoOf = (nth: number): number => GEOS[nth % GEOS.length] ?? 1;

/** Hosts whose owner is known, so that the unknown ones stand out; technical domains in every role. */
async function storeHosts(trx: Trx, { publishers, partners }: DemoRecords): Promise<void> {
  for (const [at, host] of HOSTS.entries()) {
    await sql`INSERT INTO referrers (name, publisher_id) VALUES (${`${host}.example`}, ${publishers[at]?.id ?? null})
      ON CONFLICT DO NOTHING`.execute(trx);
    const role = ['serving', 'serving', 'standby', 'burnt'][at % 4];
    for (const kind of ['spider', 'prelander'])
      await sql`INSERT INTO ${sql.table(`${kind}_domains`)} (name, domain_role, rotation_weight, registrar, expires_on)
        VALUES (${`${kind}-${host}.example`}, ${role}, ${role === 'serving' ? 50 : 0}, 'Example Names',
          current_date + ${30 + at * 45}::integer) ON CONFLICT DO NOTHING`.execute(trx);
    await sql`INSERT INTO mbg_mirrors (name, partner_id, geo_id, active)
      VALUES (${`${host}-mirror.example`}, ${partners[at >> 1]?.id ?? 0}, ${geoOf(17 + at)}, ${at % 2 === 0})
      ON CONFLICT DO NOTHING`.execute(trx);
  }
}

/** Links of strangers that say something that cannot be used. */
async function storeLinkProblems(trx: Trx, now: Date): Promise<void> {
  await sql`INSERT INTO link_problems (problem, traffic_source_id, found, cases, last_at)
    SELECT problem, CASE WHEN problem LIKE 'cost%' THEN (SELECT min(id) FROM traffic_sources) END, found, cases,
      ${now}::timestamptz - make_interval(hours => hours)
    FROM (VALUES ('cost_unreadable', '{bid}', 214, 2), ('cost_too_high', '1200000', 3, 30),
      ('cost_too_high_for_day', '4.20 EUR', 17, 9),
      ('unknown_source', 'AdRiver_AT', 58, 5), ('unknown_postback', '/postback/an-address-of-last-year', 12, 20))
      AS found(problem, found, cases, hours)`.execute(trx);
}

/** Visits by people who opened a host without a link, or with one that does not exist. */
async function storeOrphanVisits(trx: Trx, now: Date): Promise<void> {
  await sql`INSERT INTO orphan_visits (day, domain_id, host, orphan_kind, path, visits, sent_on, bot_visits, last_at)
    SELECT (at AT TIME ZONE 'UTC')::date, d.id, d.name, orphan_kind, path, visits, 0, bots, at
    FROM (SELECT id, name FROM domains ORDER BY id LIMIT 1) d,
      (SELECT f.*, ${now}::timestamptz - make_interval(hours => f.hours) AS at
        FROM (VALUES ('link', '/d_autum', 37, 0, 3), ('link', '/box_99999', 4, 0, 28), ('root', '/', 61, 0, 1),
          ('path', '/impressum', 5, 0, 8), ('path', 'other', 2, 318, 1))
          AS f(orphan_kind, path, visits, bots, hours)) found`.execute(trx);
}

/** Postbacks that could not be read: of a partner that fills no macro, and of one whose clock is wrong. */
async function storeRefusals(trx: Trx, { partners }: DemoRecords, now: Date): Promise<void> {
  const cases = [
    {
      partner: partners[1],
      reason: 'unfilled_macro',
      times: 9,
      parameters: [
        ['click_id', '{click_id}'],
        ['status', 'ftd'],
      ],
    },
    {
      partner: partners[2],
      reason: 'bad_time',
      times: 2,
      parameters: [
        ['click_id', '•••'],
        ['event_time', '31.02.2026'],
      ],
    },
  ];
  for (const { partner, reason, times, parameters } of cases) {
    const raw = JSON.stringify({ method: 'GET', address: '203.0.113.7', agent: 'Postback/1.0', parameters });
    await sql`INSERT INTO postback_refusals (at, partner_id, reason, raw)
      SELECT ${now}::timestamptz - make_interval(hours => 3 * hour), ${partner?.id ?? 0}, ${reason}, ${raw}::jsonb
      FROM generate_series(${times}::integer, 1, -1) AS hour`.execute(trx);
  }
}

/** Refused leads of two landers: one does not check phone numbers, and one sends a key that was replaced. */
async function storeRefusedLeads(trx: Trx, { websites }: DemoRecords, now: Date): Promise<void> {
  const websiteId = websites[0]?.id ?? null;
  await sql`INSERT INTO lead_refusal_counts (day, website_id, key_hint, reason, cases, last_at)
    SELECT (at AT TIME ZONE 'UTC')::date, website_id, key_hint, reason, cases, at
    FROM (SELECT f.*, ${now}::timestamptz - make_interval(hours => f.hours) AS at
      FROM (VALUES (${websiteId}::bigint, '', 'no_contact', 3, 2), (NULL, 'qR7x', 'unknown_key', 6, 5))
        AS f(website_id, key_hint, reason, cases, hours)) found`.execute(trx);
  await sql`INSERT INTO lead_refusals (at, website_id, reason, fields)
    SELECT ${now}::timestamptz - make_interval(hours => 2, mins => 5 * number), ${websiteId}::bigint, 'no_contact',
      ARRAY['phone'] FROM generate_series(3, 1, -1) AS number`.execute(trx);
}

async function storeProposals(trx: Trx, { partners }: DemoRecords, today: string, now: Date): Promise<void> {
  for (const [at, reason] of REASONS.entries()) {
    const partner = partners[at + 3];
    const market = partner?.markets[0];
    const verdict =
      at === 2
        ? { status: 'rejected', note: 'Too dear for a test.', at: hoursAgo(now, 20) }
        : { status: 'proposed', note: null, at: null };
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO deal_proposals (reason, partner_id, geo_id, integration_id, fixed_amount, valid_from, proposal_status, decision_note, decided_at)
        VALUES (${reason}, ${partner?.id ?? 0}, ${market === undefined ? geoOf(at) : MARKETS[market][0]}, ${partner?.integrationId ?? 1},
          ${90 + at * 15}, ${addDays(today, 7)}, ${verdict.status},
          ${verdict.note}, ${verdict.at}) RETURNING id`,
    );
    const by = await creditTo(trx, { entity: dealProposal, id, grade: 'Operations', at: hoursAgo(now, 90 - at * 23) });
    await sql`UPDATE deal_proposals SET proposed_by_id = ${by},
      decided_by_id = CASE WHEN decided_at IS NULL THEN NULL ELSE (SELECT id FROM users WHERE email = ${demoEmail('Management')}) END
      WHERE id = ${id}`.execute(trx);
  }
}

/** Overrides that apply from next week on, so that they price nothing of the demo's past: one approved, one that waits. */
async function storeOverrides(trx: Trx, { partners }: DemoRecords, today: string, now: Date): Promise<void> {
  const made = [
    { name: 'Winter campaign bonus', geo: null, status: 'approved', decidedAt: hoursAgo(now, 47) },
    { name: 'Better price for Austria', geo: AUSTRIA, status: 'proposed', decidedAt: null },
  ];
  for (const [at, { name, geo, status, decidedAt }] of made.entries()) {
    const { id } = await readRow(
      trx,
      idRow,
      sql`WITH made AS (
          INSERT INTO partner_overrides (name, partner_id, geo_id, deal_type, amount, currency, valid_from, reason, override_status, decided_at)
          VALUES (${name}, ${partners[at]?.id ?? 0}, ${geo}, 'CPA', ${120 + at * 35}, ${baseCurrency()}, ${addDays(today, 7)},
            'Agreed with the account manager by e-mail.', ${status}, ${decidedAt})
          RETURNING *), approved AS (
        INSERT INTO approved_overrides
          SELECT id, partner_id, geo_id, traffic_source_id, deal_type, amount, currency, valid_from, valid_to FROM made
          WHERE override_status = 'approved')
        SELECT id FROM made`,
    );
    await creditTo(trx, { entity: partnerOverride, id, grade: 'Default User', at: hoursAgo(now, 52 - at * 25) });
  }
}

/** Entries of the ledgers with their facts: as if somebody had typed them. */
async function storeLedgers(trx: Trx, { sources, partners }: DemoRecords, today: string, now: Date): Promise<void> {
  for (const [at, { id }] of sources.slice(0, 6).entries()) {
    const from = addDays(today, -28 + at);
    const to = addDays(today, -22 + at);
    const amount = String(180 + at * 35);
    const rows = await readRows(
      trx,
      idRow,
      sql`INSERT INTO simple_costs (traffic_source_id, from_day, to_day, amount, currency, spread)
        VALUES (${id}, ${from}, ${to}, ${amount}, ${baseCurrency()}, 'evenly') RETURNING id`,
    );
    const shares = eachDay({ start: from, end: to }).map((day) => ({ day, weight: 1 }));
    const entry = { kind: 'cost', measure: 'cost', amount, currency: baseCurrency(), rate: '1', shares } as const;
    const reason = `simple cost ${rows[0]?.id}`;
    await putFacts(trx, reason, amountFacts({ ...entry, about: { trafficSourceId: id }, reason }, now));
  }
  for (const [at, { id }] of partners.slice(0, 4).entries()) {
    const day = addDays(today, -10 - at * 3);
    const amount = String(250 + at * 75);
    const reason = ['Bonus for the quarter', 'Settlement of a dispute', 'Minimum guarantee', 'Rounding of the invoice'][
      at
    ];
    const rows = await readRows(
      trx,
      idRow,
      sql`INSERT INTO manual_transactions (reason, entry_kind, day, amount, currency, partner_id)
        VALUES (${reason}, 'revenue', ${day}, ${amount}, ${baseCurrency()}, ${id}) RETURNING id`,
    );
    const entry = { kind: 'revenue', measure: 'revenue', amount, currency: baseCurrency(), rate: '1' } as const;
    const facts = amountFacts(
      { ...entry, shares: [{ day, weight: 1 }], about: { partnerId: id }, reason: reason ?? '' },
      now,
    );
    await putFacts(trx, `manual ${rows[0]?.id}`, facts);
  }
}

/** Fees of this month and the next: most count, some wait for somebody's approval, one was rejected. */
async function storeFlatFees(trx: Trx, records: DemoRecords, today: string, now: Date): Promise<void> {
  const { publishers, partners, websites, sources } = records;
  const from = `${today.slice(0, 7)}-01`;
  const to = addDays(addMonths(from, 1), -1);
  const next = nextPeriod({ fromDay: from, toDay: to });
  const places = ['Header banner', 'Sidebar, all pages', 'Newsletter', 'Sponsored review', 'Top list, first place'];
  for (const [at, placement] of places.entries()) {
    const website = websites[at];
    const isReceived = at === 4;
    const direction = isReceived ? 'received' : 'paid';
    const publisherId = isReceived ? null : (publishers[at]?.id ?? null);
    const partnerId = isReceived ? (partners[1]?.id ?? null) : null;
    const period = at === 2 || at === 3 ? next : { fromDay: from, toDay: to };
    const status = ['approved', 'approved', 'proposed', 'rejected', 'approved'][at] ?? 'proposed';
    const amount = String([600, 450, 900, 6500, 1200][at] ?? 500);
    const renewal = at === 0 ? 'propose' : 'none';
    const decidedAt = status === 'proposed' ? null : now;
    const note = status === 'rejected' ? 'The site had too few visitors in the last month.' : null;
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO flat_fees (name, direction, partner_id, publisher_id, website_id, placement, traffic_source_id, geo_id,
          from_day, to_day, amount, currency, renewal, fee_status, decided_at, decision_note)
        VALUES (${`${placement}, ${website?.name ?? 'site'}`}, ${direction}, ${partnerId}, ${publisherId},
          ${website?.id ?? null}, ${placement}, ${sources[at]?.id ?? null}, ${geoOf(at)}, ${period.fromDay}, ${period.toDay},
          ${amount}, ${baseCurrency()}, ${renewal}, ${status}, ${decidedAt}, ${note}) RETURNING id`,
    );
    if (status !== 'approved')
      await creditTo(trx, { entity: flatFee, id, grade: 'Operations', at: hoursAgo(now, 30 + at * 9) });
    else
      await applyTerms(
        trx,
        id,
        {
          direction,
          partnerId,
          publisherId,
          websiteId: website?.id ?? null,
          trafficSourceId: sources[at]?.id ?? null,
          geoId: geoOf(at),
          productId: null,
          ...period,
          amount,
          currency: baseCurrency(),
        },
        now,
      );
  }
}

/** The settings of an Admin for personal data, and a contact who has also sent forms. */
async function storeDataProtection(trx: Trx, { partners }: DemoRecords, now: Date): Promise<void> {
  await sql`INSERT INTO retention (kind, days, changed_by_id, changed_at)
    SELECT kind, days, u.id, ${hoursAgo(now, 300)} FROM users u, (VALUES ('visitorAddresses', 90), ('rawPostbacks', 365)) r (kind, days)
    WHERE u.email = ${demoEmail('Admin')}`.execute(trx);
  await sql`INSERT INTO partner_contacts (partner_id, position, name, role, email)
    VALUES (${partners[2]?.id ?? 0}, 9, 'Vera Vogel', 'Partner support', ${VERA_EMAIL})`.execute(trx);
}

/** Stores all of it; called once, when the demo world was created. */
export async function storeOperations(trx: Trx, records: DemoRecords, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await storeHosts(trx, records);
  await storeLinkProblems(trx, now);
  await storeOrphanVisits(trx, now);
  await storeRefusals(trx, records, now);
  await storeRefusedLeads(trx, records, now);
  await storeProposals(trx, records, today, now);
  await storeOverrides(trx, records, today, now);
  await storeLedgers(trx, records, today, now);
  await storeFlatFees(trx, records, today, now);
  await storeDataProtection(trx, records, now);
}
