/** Recent reports of the demo's partners: a transaction for each conversion of the last weeks, and some that need attention. */
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import type { DemoTransaction } from './counter.ts';
import { demoPosition, LATEST_DAYS } from './line.ts';
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
  currency: string | null;
  occurredAt: string;
  pricedBy: string | null;
  price: object | null;
  revenue: string;
  /** The lines of its facts; the first `settled` of them are corrected, or are corrections. */
  lines: readonly string[];
  settled: number;
  events: readonly { at: string; what: string; detail: object }[];
}

interface Reported {
  clickhouse: ClickHouse;
  /** The transactions that count. */
  counted: readonly DemoTransaction[];
  now: Date;
}

/** Stores them within the caller's transaction, unless there are some already. */
export async function storeTransactions(trx: Trx, { clickhouse, counted, now }: Reported): Promise<void> {
  const { rows: there } = await sql`SELECT 1 FROM affiliate_transactions LIMIT 1`.execute(trx);
  if (there.length > 0) return;
  const luck = chance(4_711);
  const unknown = await unknownRows(trx, clickhouse, now, luck);
  const last = counted.at(-1)?.waiting.id ?? 0;
  const rows = [
    ...counted.map((transaction) => ({ ...countedRow(transaction), id: transaction.waiting.id })),
    ...[...unknown, ...unmatchedRows(now, luck)].map((row, index) => ({ ...row, id: last + 1 + index })),
  ];
  await storeChunks(trx, now);
  const stored = JSON.stringify(rows);
  await sql`WITH given AS (SELECT * FROM jsonb_to_recordset(${stored}::jsonb) AS r("id" bigint, "partnerId" bigint,
      "integrationId" bigint, "reference" text, "event" text, "status" text, "meaning" text, "state" text, "reason" text,
      "clickId" text, "amount" numeric, "currency" text, "occurredAt" timestamptz, "pricedBy" text, "price" jsonb,
      "revenue" numeric, "lines" jsonb, "settled" integer, "events" jsonb)
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
      SELECT id, (entry ->> 'at')::timestamptz, entry ->> 'what', entry -> 'detail'
      FROM given, jsonb_array_elements(events) WITH ORDINALITY AS e(entry, place) ORDER BY id, place
    )
    INSERT INTO fact_outbox (month, line, origin, chunk_id, reversed)
    SELECT substr(line, 8, 7), line, 'transaction ' || id, ${CHUNK}, place <= settled
    FROM given, jsonb_array_elements_text(lines) WITH ORDINALITY AS l(line, place) ORDER BY id, place`.execute(trx);
  await sql`SELECT setval(pg_get_serial_sequence('affiliate_transactions', 'id'), greatest(10000, max(id)))
    FROM affiliate_transactions`.execute(trx);
}

/** The positions of the demo's facts: one for each day, known when it ended, and the last one for what was reported lately. */
async function storeChunks(trx: Trx, now: Date): Promise<void> {
  const last = demoPosition(now.toISOString().slice(0, 'YYYY-MM-DD'.length)) + LATEST_DAYS;
  await sql`INSERT INTO fact_chunks (id, rows, done, position, made_at)
    SELECT CASE WHEN place > ${last} THEN ${CHUNK} ELSE 'demo.' || place END, 0, true, place,
      least(${now}, timestamptz '2019-12-31 23:00:00Z' + make_interval(days => place))
    FROM generate_series(1, ${last + 1}::integer) AS place`.execute(trx);
}

function countedRow({ waiting, price, revenue, ...rest }: DemoTransaction): Row {
  const { integrationId, lines, settled, pending, events } = rest;
  return {
    partnerId: waiting.partnerId,
    integrationId: integrationId || null,
    reference: waiting.reference,
    event: waiting.status,
    status: waiting.status,
    meaning: waiting.meaning,
    state: 'counted',
    reason: '',
    clickId: waiting.clickId,
    amount: waiting.amount,
    currency: waiting.currency,
    occurredAt: waiting.occurredAt.toISOString(),
    pricedBy: price.by,
    price,
    revenue: pending === null ? revenue : '0',
    lines,
    settled,
    events,
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
      sql`SELECT DISTINCT geo_id || ' ' || integration_id AS place FROM deals WHERE partner_id = ${partnerId} AND archived_at IS NULL`,
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
    currency: baseCurrency(),
    occurredAt: at.toISOString(),
    pricedBy: null,
    price: null,
    revenue: '0',
    lines: [],
    settled: 0,
    events: [
      { at: new Date(at.getTime() + 40_000).toISOString(), what: 'received', detail: { status, meaning: null } },
    ],
  };
}
