/** Postbacks and leads that were lost, and what has been mended. */
import type { InstantRange } from '@signpost/contract/dates/dates.ts';
import type { WeekStart } from '@signpost/contract/dates/habits.ts';
import { DAYS_BEFORE_MONDAY } from '@signpost/contract/dates/weeks.ts';
import type { Loss } from '@signpost/contract/insight/leakage/leakage.ts';
import { compareMoney, divideMoney, minMoney } from '@signpost/contract/money/money.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { inBase, type RateOf } from '../../partners/deals/rates.ts';
import { readRows } from '../../platform/rows.ts';

const DAY_MS = 86_400_000;
const HISTORY_MS = 90 * DAY_MS;
const WEEKS = 8;

const POSTBACK_CAUSES = ['unknownStatus', 'expiredClick', 'late', 'unpriced'] as const;

const lostRow = z.object({
  cause: z.enum(POSTBACK_CAUSES),
  partnerId: z.number(),
  payout: z.string().nullable(),
  currency: z.string().nullable(),
  day: z.string(),
  count: z.number(),
});
export type LostPostbacks = z.output<typeof lostRow>;

/** The cause of a transaction; null if it is not lost. */
const CAUSE = sql`CASE
  WHEN state = 'unassigned' THEN 'unknownStatus'
  WHEN state = 'unattributed' AND reason IN ('no_rate', 'too_large') THEN 'unpriced'
  WHEN state = 'unattributed' THEN 'expiredClick'
  WHEN state = 'waiting' AND received_at < now() - interval '1 day' THEN 'late'
  WHEN state = 'counted' AND (reason = 'no_rate' OR (priced_by = 'none' AND payout > 0 AND revenue = 0)) THEN 'unpriced' END`;

export async function lostPostbacks(db: Queryable, { from, until }: InstantRange): Promise<LostPostbacks[]> {
  return await readRows(
    db,
    lostRow,
    sql`SELECT cause, partner_id, payout, currency, day, count(*)::integer AS count
      FROM (SELECT ${CAUSE} AS cause, partner_id, payout, currency, occurred_at::date::text AS day
        FROM affiliate_transactions WHERE received_at >= ${from} AND received_at < ${until} AND archived_at IS NULL) t
      WHERE cause IS NOT NULL GROUP BY cause, partner_id, payout, currency, day`,
  );
}

const averageRow = z.object({ partnerId: z.number(), count: z.number(), revenue: z.string() });

/** The average revenue of a partner's counted transactions, or that of all partners if the partner has none. */
async function averages(db: Queryable, until: Date): Promise<(partnerId: number) => string> {
  const rows = await readRows(
    db,
    averageRow,
    sql`SELECT partner_id, count(*)::integer AS count, sum(revenue) AS revenue FROM affiliate_transactions
      WHERE state = 'counted' AND received_at >= ${new Date(until.getTime() - HISTORY_MS)} AND received_at < ${until}
      GROUP BY partner_id`,
  );
  const known = new Map(rows.map((row) => [row.partnerId, divideMoney(row.revenue, String(row.count)) ?? '0']));
  const [whole] = await readRows(
    db,
    z.object({ average: z.string().nullable() }),
    sql`SELECT avg(revenue)::numeric(20, 6) AS average FROM affiliate_transactions
      WHERE state = 'counted' AND received_at >= ${new Date(until.getTime() - HISTORY_MS)} AND received_at < ${until}`,
  );
  const positive = (value: string) => {
    if (value.startsWith('-')) return '0';
    return value;
  };
  return (partnerId) => positive(known.get(partnerId) ?? whole?.average ?? '0');
}

/**
 * A stated payout in a known currency is exact. Any other one is estimated by the average revenue of the partner's
 * transactions.
 */
export async function postbackLosses(
  db: Queryable,
  lost: readonly LostPostbacks[],
  { rateOf, until }: { rateOf: RateOf; until: Date },
): Promise<Loss[]> {
  const average = await averages(db, until);
  const worthOf = ({ partnerId, payout, currency, day }: LostPostbacks): Pick<Loss, 'isExact' | 'value'> => {
    const estimated = { isExact: false, value: average(partnerId) };
    if (payout === null || currency === null) return estimated;
    const rate = rateOf(currency, day);
    if (rate === null) return estimated;
    return { isExact: true, value: inBase(payout, rate) };
  };
  return lost.map((postbacks) => ({ cause: postbacks.cause, count: postbacks.count, ...worthOf(postbacks) }));
}

const countRow = z.object({ count: z.number() });

const priceRow = z.object({
  geoId: z.number(),
  isPerLead: z.boolean(),
  amount: z.string(),
  currency: z.string(),
});

/**
 * The most that the buyers of a geo pay for a lead, in base currency; null if it has no buyer, or one whose payment
 * depends on the later success of the lead, or whose currency has no rate.
 */
async function bestPrices(
  db: Queryable,
  until: Date,
  rateOf: RateOf,
): Promise<(geoId: number | null) => string | null> {
  const rows = await readRows(
    db,
    priceRow,
    sql`SELECT d.geo_id, d.deal_type = 'CPL' AS is_per_lead, coalesce(d.fixed_amount, 0) AS amount, p.currency
      FROM robot_partners r JOIN partners p ON p.id = r.partner_id
        JOIN deals d ON d.partner_id = p.id AND d.integration_id = r.integration_id
        JOIN deals_at(${until}) today ON today.deal_id = d.id
      WHERE r.archived_at IS NULL AND r.status = 'active' AND today.is_active AND today.is_valid AND d.weight > 0`,
  );
  const day = until.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const best = new Map<number, string | null>();
  for (const { geoId, isPerLead, amount, currency } of rows) {
    const rate = rateOf(currency, day);
    const before = best.get(geoId);
    if (!isPerLead || rate === null || before === null) {
      best.set(geoId, null);
      continue;
    }
    const price = inBase(amount, rate);
    if (before === undefined || compareMoney(price, before) > 0) best.set(geoId, price);
  }
  return (geoId) => {
    if (geoId === null) return null;
    return best.get(geoId) ?? null;
  };
}

const leadsRow = countRow.extend({ geoId: z.number().nullable() });

/**
 * Leads that no buyer has taken. Each is worth the average revenue of a lead, but no more than its buyers would have
 * paid.
 */
export async function leadLosses(
  db: Queryable,
  { from, until }: InstantRange,
  { average, rateOf }: { average: string; rateOf: RateOf },
): Promise<Loss[]> {
  const [leads, priceOf] = await Promise.all([
    readRows(
      db,
      leadsRow,
      sql`SELECT geo_id, count(*)::integer AS count FROM leads WHERE status IN ('parked', 'rejected')
        AND received_at >= ${from} AND received_at < ${until} AND archived_at IS NULL GROUP BY geo_id`,
    ),
    bestPrices(db, until, rateOf),
  ]);
  return leads.map(({ geoId, count }) => {
    const value = minMoney(priceOf(geoId) ?? average, average);
    return { cause: 'noBuyer', count, isExact: false, value };
  });
}

/** Refused facts of clicks. */
export async function refusedLosses(db: Queryable, { from, until }: InstantRange, click: string): Promise<Loss[]> {
  const [facts] = await readRows(
    db,
    countRow,
    sql`SELECT count(*)::integer AS count FROM dead_letters WHERE source = 'click' AND state = 'waiting'
      AND refused_at >= ${from} AND refused_at < ${until}`,
  );
  return [{ cause: 'notLogged', count: facts?.count ?? 0, isExact: false, value: click }];
}

const mendedRow = z.object({ week: z.string(), money: z.string(), count: z.number() });

/** Transactions that were counted more than an hour after they had arrived, by the week in which they were. */
export async function mendedByWeek(
  db: Queryable,
  until: Date,
  { timeZone, weekStart }: { timeZone: string; weekStart: WeekStart },
) {
  const before = DAYS_BEFORE_MONDAY[weekStart];
  return await readRows(
    db,
    mendedRow,
    sql`SELECT (date_trunc('week', (counted_at AT TIME ZONE ${timeZone}) + make_interval(days => ${before}))::date - ${before}::integer)::text AS week, sum(revenue)::text AS money,
        count(*)::integer AS count
      FROM affiliate_transactions WHERE state = 'counted' AND counted_at > received_at + interval '1 hour' AND NOT by_hand
        AND counted_at >= ${new Date(until.getTime() - WEEKS * 7 * DAY_MS)} AND counted_at < ${until}
      GROUP BY week ORDER BY week`,
  );
}
