/** The demo's operations: hosts, mirrors, proposals, and money entered by hand during the last weeks. */
import { addDays, eachDay } from '@signpost/contract/dates/dates.ts';
import { sql } from 'kysely';
import { putFacts } from '../../conversions/ship/put-facts.ts';
import type { Trx } from '../../database.ts';
import { amountFacts } from '../../ledger/facts.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import type { DemoRecords } from './records.ts';

const HOSTS = ['cryptotimes', 'wettportal', 'slotsguide', 'tradingnews', 'bonusfinder', 'coinblog'];
const REASONS = [
  'Higher price for the new season',
  'They ask for exclusivity',
  'Test of a second integration',
  'Price as agreed by telephone',
];

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
      VALUES (${`${host}-mirror.example`}, ${partners[at >> 1]?.id ?? 0}, ${1 + (at >> 1)}, ${at % 2 === 0})
      ON CONFLICT DO NOTHING`.execute(trx);
  }
}

async function storeProposals(trx: Trx, { partners }: DemoRecords, today: string): Promise<void> {
  for (const [at, reason] of REASONS.entries())
    await sql`INSERT INTO deal_proposals (reason, partner_id, geo_id, integration_id, fixed_amount, valid_from, proposal_status, decision_note, decided_at)
      VALUES (${reason}, ${partners[at + 3]?.id ?? 0}, ${1 + at}, ${partners[at + 3]?.integrationId ?? 1}, ${90 + at * 15},
        ${addDays(today, 7)}, ${at === 2 ? 'rejected' : 'proposed'}, ${at === 2 ? 'Too dear for a test.' : null},
        ${at === 2 ? new Date() : null})`.execute(trx);
}

/** Entries of the ledgers with their facts: as if somebody had typed them. */
async function storeLedgers(trx: Trx, { sources, partners }: DemoRecords, today: string, now: Date): Promise<void> {
  for (const [at, { id }] of sources.slice(0, 6).entries()) {
    const [from, to] = [addDays(today, -28 + at), addDays(today, -22 + at)];
    const amount = String(180 + at * 35);
    const rows = await readRows(
      trx,
      idRow,
      sql`
        INSERT INTO simple_costs (traffic_source_id, from_day, to_day, amount, currency, spread)
        VALUES (${id}, ${from}, ${to}, ${amount}, 'EUR', 'evenly') RETURNING id`,
    );
    const shares = eachDay({ start: from, end: to }).map((day) => ({ day, weight: 1 }));
    const entry = { kind: 'cost', measure: 'cost', amount, currency: 'EUR', rate: '1', shares } as const;
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
      sql`
        INSERT INTO manual_transactions (reason, entry_kind, day, amount, currency, partner_id)
        VALUES (${reason}, 'revenue', ${day}, ${amount}, 'EUR', ${id}) RETURNING id`,
    );
    const entry = { kind: 'revenue', measure: 'revenue', amount, currency: 'EUR', rate: '1' } as const;
    const facts = amountFacts(
      { ...entry, shares: [{ day, weight: 1 }], about: { partnerId: id }, reason: reason ?? '' },
      now,
    );
    await putFacts(trx, `manual ${rows[0]?.id}`, facts);
  }
}

/** Stores all of it; called once, when the demo world was created. */
export async function storeOperations(trx: Trx, records: DemoRecords, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await storeHosts(trx, records);
  await storeProposals(trx, records, today);
  await storeLedgers(trx, records, today, now);
}
