/** Recent reports of the demo's partners: a transaction for each conversion of the last weeks, and some that need attention. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { ClickHouse, EngineRow } from '../../platform/clickhouse.ts';
import { readRows } from '../../platform/rows.ts';
import { type Chance, chance } from './random.ts';

const DAYS = 21;
const DAY_MS = 86_400_000;
const CHUNK = 'demo.reported';
/** Unassigned statuses and their number of reports. */
const UNKNOWN = [
  { partnerId: 802, status: 'FTD approved', count: 38 },
  { partnerId: 820, status: 'player_registered', count: 64 },
  { partnerId: 807, status: 'KYC passed', count: 27 },
  { partnerId: 811, status: 'net commission', count: 15 },
  { partnerId: 803, status: 'acc_closed', count: 9 },
] as const;
const UNMATCHED = 14;

interface Row {
  partnerId: number;
  integrationId: number | null;
  reference: string;
  event: string;
  status: string;
  meaning: string | null;
  state: 'counted' | 'unassigned' | 'unattributed';
  reason: string;
  clickId: string | null;
  amount: string | null;
  currency: string;
  occurredAt: string;
  pricedBy: string | null;
  price: object | null;
  revenue: string;
  /** The fact that is behind it, as a line. */
  line: string | null;
}

const factSchema = z.looseObject({
  kind: z.string(),
  at: z.string(),
  click_id: z.string(),
  partner_id: z.number(),
  integration_id: z.number(),
  deal_id: z.number(),
  deal_type: z.string(),
  txid: z.string(),
  amount: z.string(),
  currency: z.string(),
  deposit_amount: z.string(),
  revenue: z.string(),
});

/** Stores them within the caller's transaction, unless there are some already. */
export async function storeTransactions(trx: Trx, clickhouse: ClickHouse, now: Date): Promise<void> {
  const { rows: there } = await sql`SELECT 1 FROM affiliate_transactions LIMIT 1`.execute(trx);
  if (there.length > 0) return;
  const luck = chance(4_711);
  const counted = await countedRows(clickhouse, now);
  const unknown = await unknownRows(trx, clickhouse, now, luck);
  const rows = [...counted, ...unknown, ...unmatchedRows(now, luck)];
  await sql`INSERT INTO fact_chunks (id, rows, done) VALUES (${CHUNK}, 0, true)`.execute(trx);
  const stored = JSON.stringify(rows.map((row, index) => ({ ...row, id: index + 1 })));
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${stored}::jsonb) AS r("id" bigint, "partnerId" bigint,
      "integrationId" bigint, "reference" text, "event" text, "status" text, "meaning" text, "state" text, "reason" text,
      "clickId" text, "amount" numeric, "currency" text, "occurredAt" timestamptz, "pricedBy" text, "price" jsonb,
      "revenue" numeric, "line" text)
    ), stored AS (
      INSERT INTO affiliate_transactions (id, partner_id, integration_id, reference, event, status, meaning, state, reason,
        click_text, click_id, txid, amount, currency, occurred_at, received_at, priced_by, price, revenue, counted_at, raw)
      SELECT id, "partnerId", "integrationId", reference, event, status, meaning, state, reason, coalesce("clickId", ''),
        "clickId", reference, amount, currency, "occurredAt", "occurredAt" + interval '40 seconds', "pricedBy", price,
        revenue, CASE WHEN state = 'counted' THEN "occurredAt" + interval '41 seconds' END,
        jsonb_build_object('method', 'GET', 'address', '203.0.113.' || (20 + "partnerId" % 200), 'agent', 'affiliate-platform/4.2',
          'parameters', jsonb_build_array(jsonb_build_array('click_id', coalesce("clickId", '')),
            jsonb_build_array('status', status), jsonb_build_array('txid', reference)))
      FROM given
    ), told AS (
      INSERT INTO transaction_events (transaction_id, at, what, detail)
      SELECT id, "occurredAt" + interval '40 seconds', 'received', jsonb_build_object('status', status, 'meaning', meaning)
      FROM given
      UNION ALL
      SELECT id, "occurredAt" + interval '41 seconds', 'counted',
        jsonb_build_object('by', "pricedBy", 'revenue', revenue::text, 'because', price ->> 'because')
      FROM given WHERE state = 'counted'
    )
    INSERT INTO fact_outbox (month, line, origin, chunk_id)
    SELECT to_char("occurredAt", 'YYYY-MM'), line, 'transaction ' || id, ${CHUNK} FROM given WHERE line IS NOT NULL`.execute(
    trx,
  );
  await sql`SELECT setval(pg_get_serial_sequence('affiliate_transactions', 'id'), 10000)`.execute(trx);
}

const MEANT = ['lead', 'qualified_lead', 'rejected_lead', 'first_deposit', 'deposit', 'chargeback'];

/** One for each conversion of the last weeks. */
async function countedRows(clickhouse: ClickHouse, now: Date): Promise<Row[]> {
  const facts = await clickhouse.query(
    `SELECT * FROM facts WHERE at >= {since:DateTime64(3, 'UTC')} AND kind IN {kinds:Array(String)} AND txid != ''
     ORDER BY at, fact_id`,
    { since: new Date(now.getTime() - DAYS * DAY_MS), kinds: MEANT },
    { parse: (row: EngineRow) => row },
  );
  const seen = new Set<string>();
  return facts.flatMap((row) => {
    const { chunk_id: _chunk, at, ...rest } = row;
    const fact = factSchema.parse(row);
    const key = `${fact.partner_id} ${fact.txid} ${fact.kind}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [countedRow(fact, JSON.stringify({ at, ...rest }))];
  });
}

function countedRow(fact: z.infer<typeof factSchema>, line: string): Row {
  const paid = Number(fact.amount) !== 0;
  const because = paid
    ? `${fact.deal_type} by the deal: ${fact.amount} ${fact.currency}.`
    : `${fact.deal_type || 'The deal'} pays nothing for this.`;
  return {
    partnerId: fact.partner_id,
    integrationId: fact.integration_id,
    reference: fact.txid,
    event: fact.kind,
    status: fact.kind,
    meaning: fact.kind,
    state: 'counted',
    reason: '',
    clickId: fact.click_id,
    amount: Number(fact.deposit_amount) === 0 ? null : fact.deposit_amount,
    currency: fact.currency || 'EUR',
    occurredAt: fact.at,
    pricedBy: 'deal',
    price: {
      by: 'deal',
      amount: fact.amount,
      currency: fact.currency || 'EUR',
      dealId: fact.deal_id,
      dealVersion: 1,
      dealType: fact.deal_type,
      overrideId: 0,
      because,
    },
    revenue: fact.revenue,
    line,
  };
}

const dealRow = z.object({ place: z.string() });

/** Reports of unknown statuses for real clicks without a conversion, first those that a deal pays for. */
async function unknownRows(trx: Trx, clickhouse: ClickHouse, now: Date, luck: Chance): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { partnerId, status, count } of UNKNOWN) {
    const deals = await readRows(
      trx,
      dealRow,
      sql`
        SELECT DISTINCT geo_id || ' ' || integration_id AS place FROM deals WHERE partner_id = ${partnerId} AND archived_at IS NULL`,
    );
    const clicks = await clickhouse.query(
      `SELECT toString(click_id) AS click_id_text, min(at) AS first, any(integration_id) AS integration FROM facts
       WHERE at >= {since:DateTime64(3, 'UTC')} AND partner_id = {partnerId:UInt32} AND click_id != toUUID('00000000-0000-0000-0000-000000000000')
       GROUP BY click_id HAVING sum(clickouts) > 0 AND sum(leads) = 0
       ORDER BY has({places:Array(String)}, concat(toString(any(geo_id)), ' ', toString(any(integration_id)))) DESC, cityHash64(click_id) LIMIT {count:UInt32}`,
      {
        since: new Date(now.getTime() - DAYS * DAY_MS),
        partnerId,
        count,
        places: deals.map(({ place }) => place),
      },
      {
        parse: (row) => ({
          id: String(row.click_id_text),
          at: String(row.first),
          integration: Number(row.integration),
        }),
      },
    );
    for (const click of clicks) {
      const at = Math.min(now.getTime() - 60_000, Date.parse(click.at) + luck.whole(10, 2_000) * 60_000);
      rows.push({
        ...reported(partnerId, status, new Date(at), luck),
        integrationId: click.integration || null,
        state: 'unassigned',
        clickId: click.id,
        amount: status === 'net commission' ? String(luck.whole(20, 400)) : null,
      });
    }
  }
  return rows;
}

/** Reports of unknown clicks. */
function unmatchedRows(now: Date, luck: Chance): Row[] {
  return Array.from({ length: UNMATCHED }, () => ({
    ...reported(801 + luck.whole(0, 18), 'first_deposit', new Date(now.getTime() - luck.next() * 9 * DAY_MS), luck),
    event: 'first_deposit',
    meaning: 'first_deposit',
    state: 'unattributed',
    reason: luck.hit(0.5) ? 'no_click_id' : 'unknown_click',
    amount: String(luck.whole(20, 300)),
  }));
}

function reported(partnerId: number, status: string, at: Date, luck: Chance): Row {
  return {
    partnerId,
    status,
    reference: `r-${Math.floor(luck.next() * 2 ** 44).toString(36)}`,
    integrationId: null,
    event: `?${status.toLowerCase()}`,
    meaning: null,
    state: 'unassigned',
    reason: '',
    clickId: null,
    amount: null,
    currency: 'EUR',
    occurredAt: at.toISOString(),
    pricedBy: null,
    price: null,
    revenue: '0',
    line: null,
  };
}
