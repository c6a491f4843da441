/**
 * Prices click-outs to partners that pay for them (CPC). The log may bring clicks hours late, so no position is
 * remembered: per partner and hour, the number of click-outs is compared with the number that has been priced.
 */
import { NIL_UUID } from '@signpost/contract/traffic/clicks/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { LOCKS } from '../../../platform/locks.ts';
import { engineRow, readRows } from '../../../platform/rows.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { price } from '../../deals/price.ts';
import { readTerms, type Terms } from '../../deals/terms.ts';
import { putFacts } from '../ship/put-facts.ts';
import { type Clickout, readClickouts } from './clicks.ts';
import { conversionFacts } from './facts.ts';

interface Engines {
  db: Db;
  clickhouse: ClickHouse;
}

const HOUR_MS = 3_600_000;
/** The time for which this looks back, because the log may bring facts up to seven days late. */
const LATEST_MS = 8 * 24 * HOUR_MS;
const BATCH = 1_000;

/** Prices click-outs that are not priced yet; returns how many. */
export async function priceClickouts(engines: Engines, now: Date): Promise<number> {
  const partners = await payingPartners(engines.db, now);
  if (partners.size === 0) return 0;
  let priced = 0;
  for (const { partnerId, hour } of await openHours(engines, partners, now)) {
    const since = partners.get(partnerId);
    if (since !== undefined) priced += await priceHour(engines, { partnerId, hour, since }, now);
  }
  await sql`DELETE FROM priced_clickouts WHERE hour < ${new Date(now.getTime() - LATEST_MS - HOUR_MS)}`.execute(
    engines.db,
  );
  return priced;
}

const sinceRow = z.object({ partnerId: z.number(), since: z.date() });

/**
 * Partners with terms per click-out, and the start of these terms: the first day in the partner's time zone, or the
 * time they were first seen. Removed terms are still considered as long as the log may bring click-outs that they pay
 * for.
 */
async function payingPartners(db: Db, now: Date): Promise<Map<number, Date>> {
  const rows = await readRows(
    db,
    sinceRow,
    sql`WITH paying AS (
        SELECT partner_id, valid_from FROM deals WHERE deal_type = 'CPC'
          AND (archived_at IS NULL OR archived_at > ${new Date(now.getTime() - LATEST_MS)})
        UNION ALL
        SELECT a.partner_id, a.valid_from FROM approved_overrides a JOIN partner_overrides o ON o.id = a.override_id
        WHERE a.deal_type = 'CPC' AND o.archived_at IS NULL
        UNION ALL
        SELECT p.id, g.valid_from FROM partners p, global_deals g
        WHERE g.deal_type = 'CPC' AND g.archived_at IS NULL AND p.archived_at IS NULL
      ), kept AS (
        INSERT INTO clickout_partners (partner_id, since)
        SELECT p.id, coalesce(min(valid_from)::timestamp AT TIME ZONE p.time_zone, ${now})
        FROM paying JOIN partners p ON p.id = paying.partner_id GROUP BY p.id
        ON CONFLICT (partner_id) DO UPDATE SET since = least(clickout_partners.since, excluded.since)
        RETURNING partner_id, since
      )
      SELECT partner_id, since FROM kept`,
  );
  return new Map(rows.map(({ partnerId, since }) => [partnerId, since]));
}

const loggedHourRow = z.object({ partnerId: z.number(), hour: z.coerce.date(), there: z.number() });
const pricedHourRow = z.object({ partnerId: z.number(), hour: z.date(), priced: z.number() });

/** The hours of these partners that have click-outs without a price. */
async function openHours(
  { db, clickhouse }: Engines,
  partners: ReadonlyMap<number, Date>,
  now: Date,
): Promise<{ partnerId: number; hour: Date }[]> {
  const first = Math.min(...[...partners.values()].map((since) => since.getTime()));
  const from = new Date(Math.max(first, now.getTime() - LATEST_MS));
  const ids = [...partners.keys()];
  const hours = await clickhouse.query(
    `SELECT partner_id, toStartOfHour(at) AS hour, count() AS there FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND partner_id IN {ids:Array(UInt32)} AND clickouts > 0
       AND kind IN ('visit', 'clickout')
     GROUP BY partner_id, hour ORDER BY hour`,
    { from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS), ids },
    { parse: engineRow(loggedHourRow) },
  );
  const rows = await readRows(
    db,
    pricedHourRow,
    sql`SELECT partner_id, hour, count(*)::integer AS priced FROM priced_clickouts
      WHERE partner_id = ANY(${ids}::bigint[]) GROUP BY partner_id, hour`,
  );
  const priced = new Map(rows.map((row) => [`${row.partnerId} ${row.hour.toISOString()}`, row.priced]));
  return hours.filter(({ partnerId, hour, there }) => priced.get(`${partnerId} ${hour.toISOString()}`) !== there);
}

/** An hour of click-outs to a partner, whose terms hold since `since`. */
interface HourToPrice {
  partnerId: number;
  hour: Date;
  since: Date;
}

async function priceHour(engines: Engines, { partnerId, hour, since }: HourToPrice, now: Date): Promise<number> {
  const until = new Date(hour.getTime() + HOUR_MS);
  let priced = 0;
  let after = NIL_UUID;
  for (;;) {
    const clickouts = await readClickouts(engines.clickhouse, { partnerId, from: hour, until, after, limit: BATCH });
    const last = clickouts.at(-1);
    if (last === undefined) return priced;
    priced += await priceBatch(engines.db, { partnerId, hour, since }, clickouts, now);
    after = last.factId;
  }
}

const pricedRow = z.object({ factId: z.string() });

/** The new click-outs of a batch. A click-out from before the start of the terms is recorded but earns nothing. */
async function priceBatch(
  db: Db,
  { partnerId, hour, since }: HourToPrice,
  clickouts: readonly Clickout[],
  now: Date,
): Promise<number> {
  const terms = await readTerms(db, [partnerId], clickouts);
  return await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCKS.priceClickouts})`.execute(trx);
    const rows = await readRows(
      trx,
      pricedRow,
      sql`INSERT INTO priced_clickouts (fact_id, click_id, partner_id, hour)
        SELECT id, click, ${partnerId}, ${hour} FROM unnest(${clickouts.map(({ factId }) => factId)}::uuid[],
          ${clickouts.map(({ clickId }) => clickId)}::uuid[]) AS t(id, click)
        ON CONFLICT DO NOTHING RETURNING fact_id::text`,
    );
    const fresh = new Set(rows.map(({ factId }) => factId));
    const earning = clickouts.filter(({ factId, at }) => fresh.has(factId) && at >= since);
    await putFacts(
      trx,
      'clickouts',
      earning.flatMap((clickout) => factsOf(clickout, partnerId, terms, now)),
    );
    return fresh.size;
  });
}

function factsOf({ factId, at, ...click }: Clickout, partnerId: number, terms: Terms, now: Date): KnownFact[] {
  const priced = price(
    { event: 'clickout', partnerId, amount: null, payout: null, currency: null, earned: null },
    { ...click, day: terms.dayOf(partnerId, click.clickAt) },
    { deals: terms.dealsFor(click), overrides: terms.overrides, globalDeals: terms.globalDeals },
  );
  if (Number(priced.amount) === 0) return [];
  const nothing = { id: 0, txid: '', amount: null, currency: null };
  const made = conversionFacts(
    { ...nothing, partnerId, meaning: 'revenue', status: 'clickout', occurredAt: at },
    click,
    priced,
    { terms, now, paidFixed: '0' },
  );
  return (made?.facts ?? []).map((fact) => ({ ...fact, reason: `click-out ${factId}, ${fact.reason ?? ''}` }));
}
