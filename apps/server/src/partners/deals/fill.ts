/**
 * Tells routers how full deals are: the leads that a partner reported, the clicks that may still become leads, and the
 * rate at which clicks become leads. Leads that the lead distribution placed are counted exactly in caps.ts.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { engineRow, readRows } from '../../platform/rows.ts';
import { FIRST_LEAD_RATE } from '../../traffic/clicks/snapshot/caps.ts';
import { FLIGHT_MS } from '../../traffic/clicks/snapshot/flights.ts';

interface Engines {
  db: Db;
  clickhouse: ClickHouse;
}
interface Counts {
  clicks: number;
  leads: number;
}
const cappedRow = z.object({
  id: z.number(),
  day: z.string(),
  reported: z.number(),
});
type Capped = z.infer<typeof cappedRow>;

const RATE_MS = 7 * 24 * 60 * 60_000;
const RATES_EVERY_MS = 60_000;
/** A lead rate starts as if 10 of 100 clicks had become leads, but with little weight. */
const PRIOR_CLICKS = 20;

/**
 * Measures how full the deals are, again and again. Lead rates change slowly, so they are measured only once a minute. A
 * measurement returns 0 if its numbers are those of the one before.
 */
export function dealFlow({ db, clickhouse }: Engines): { measure(now: Date): Promise<number> } {
  let rates = new Map<number, Counts>();
  let ratesAt = Number.NEGATIVE_INFINITY;
  let ratesOf = '';
  let measured = '';
  return {
    async measure(now) {
      const capped = await cappedDeals(db, now);
      if (capped.length === 0) return 0;
      const ids = capped.map(({ id }) => id);
      if (now.getTime() - ratesAt > RATES_EVERY_MS || ratesOf !== ids.join()) {
        rates = await countByDeal(clickhouse, ids, new Date(now.getTime() - RATE_MS));
        ratesAt = now.getTime();
        ratesOf = ids.join();
      }
      const flights = await countByDeal(clickhouse, ids, new Date(now.getTime() - FLIGHT_MS));
      const rows = capped.map(({ id, day, reported }) => {
        const { clicks = 0, leads = 0 } = flights.get(id) ?? {};
        return { id, day, reported, inFlight: Math.max(0, clicks - leads), rate: rateOf(rates.get(id)) };
      });
      await sql`INSERT INTO deal_flow (deal_id, day, reported, in_flight, lead_rate, measured_at)
        SELECT id, day, reported, in_flight, rate, ${now} FROM jsonb_to_recordset(${JSON.stringify(
          rows.map(({ inFlight, ...row }) => ({ ...row, in_flight: inFlight })),
        )}::jsonb) AS t(id bigint, day date, reported integer, in_flight integer, rate numeric)
        WHERE EXISTS (SELECT 1 FROM deals WHERE deals.id = t.id)
        ON CONFLICT (deal_id) DO UPDATE SET day = excluded.day, reported = excluded.reported,
          in_flight = excluded.in_flight, lead_rate = excluded.lead_rate, measured_at = excluded.measured_at`.execute(
        db,
      );
      const before = measured;
      measured = JSON.stringify(rows);
      if (measured === before) return 0;
      return rows.length;
    },
  };
}

const rateOf = ({ clicks, leads }: Counts = { clicks: 0, leads: 0 }): number =>
  Math.min(1, (leads + PRIOR_CLICKS * FIRST_LEAD_RATE) / (clicks + PRIOR_CLICKS));

/** Deals with a cap, and the leads that their partners reported on their current day. */
async function cappedDeals(db: Db, now: Date): Promise<Capped[]> {
  return await readRows(
    db,
    cappedRow,
    sql`SELECT d.id, today.day::text AS day, (SELECT count(*)::integer FROM affiliate_transactions t
        WHERE t.state = 'counted' AND t.meaning = 'lead' AND coalesce(t.price ->> 'countsAs', 'lead') = 'lead' AND t.price ->> 'dealId' = d.id::text
          AND t.occurred_at >= today.day::timestamp AT TIME ZONE p.time_zone
          AND t.occurred_at < (today.day + 1)::timestamp AT TIME ZONE p.time_zone
          AND t.raw ->> 'method' IS DISTINCT FROM 'LEAD') AS reported
      FROM deals_at(${now}) today JOIN deals d ON d.id = today.deal_id JOIN partners p ON p.id = d.partner_id
      WHERE d.lead_cap IS NOT NULL AND d.weight > 0
      ORDER BY d.id`,
  );
}

const countsRow = z.object({ dealId: z.number(), clicks: z.number(), leads: z.number() });

/** Click-outs since then, and the leads that came from them. */
async function countByDeal(clickhouse: ClickHouse, ids: readonly number[], since: Date): Promise<Map<number, Counts>> {
  const rows = await clickhouse.query(
    `SELECT deal_id, sum(clickouts) AS clicks, sum(leads) AS leads FROM facts
     WHERE at >= {since:DateTime64(3, 'UTC')} AND click_at >= {since:DateTime64(3, 'UTC')}
       AND deal_id IN {ids:Array(UInt32)} GROUP BY deal_id`,
    { since, ids },
    { parse: engineRow(countsRow) },
  );
  return new Map(rows.map(({ dealId, ...counts }) => [dealId, counts]));
}
