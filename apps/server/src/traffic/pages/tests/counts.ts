/** The visitors of a test in the facts: who saw which variant first, and what they did within their time. */
import type { TestGoal, TestPlan } from '@signpost/contract/traffic/pages/tests.ts';
import { TEST_GOALS } from '@signpost/contract/traffic/pages/tests.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { engineRow } from '../../../platform/rows.ts';
import type { ArmCounts } from './judge.ts';
import type { Subject } from './subject.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The quantile above which revenue of one visitor is cut. */
const CAP_QUANTILE = 0.99;
const CAP_WITHOUT_HISTORY = 1_000;

const GOALS = { clickout: 'clicks', lead: 'lead_count', firstDeposit: 'deposit_count' } as const satisfies Record<
  TestGoal,
  string
>;

const armRow = z.object({
  variant: z.number(),
  exposed: z.number(),
  visitors: z.number(),
  converted: z.number(),
  leads: z.number(),
  leadSquares: z.number(),
  deposits: z.number(),
  depositSquares: z.number(),
  earned: z.number(),
  earnedSquares: z.number(),
});

/** A visitor belongs to the variant seen first; what happened before that or after the window does not count. */
const countsSql = ({ columns, clicked }: Subject, goal: TestGoal): string => `
SELECT variant, count() AS exposed, countIf(mature) AS visitors, countIf(mature AND ${GOALS[goal]} > 0) AS converted,
  sumIf(lead_count, mature) AS leads, sumIf(lead_count * lead_count, mature) AS lead_squares,
  sumIf(deposit_count, mature) AS deposits, sumIf(deposit_count * deposit_count, mature) AS deposit_squares,
  sumIf(cut, mature) AS earned, sumIf(cut * cut, mature) AS earned_squares
FROM (
  SELECT e.visitor_id AS visitor, any(e.variant) AS variant,
    any(e.since) <= {until:DateTime64(3, 'UTC')} - toIntervalHour({hours:UInt32}) AS mature,
    sumIf(f.clicks_, f.at >= e.since AND f.at < e.since + toIntervalHour({hours:UInt32})) AS clicks,
    toFloat64(sumIf(f.leads, f.at >= e.since AND f.at < e.since + toIntervalHour({hours:UInt32}))) AS lead_count,
    toFloat64(sumIf(f.first_deposits, f.at >= e.since AND f.at < e.since + toIntervalHour({hours:UInt32}))) AS deposit_count,
    least(toFloat64(sumIf(f.revenue, f.at >= e.since AND f.at < e.since + toIntervalHour({hours:UInt32}))), {cap:Float64}) AS cut
  FROM (
    SELECT visitor_id, argMin(${columns.variant}, at) AS variant, min(at) AS since FROM facts
    WHERE ${columns.id} = {subject:UInt32} AND at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
      AND impressions > 0 AND has({variants:Array(UInt32)}, ${columns.variant})
    GROUP BY visitor_id) e
  LEFT JOIN (
    SELECT visitor_id, at, ${clicked} AS clicks_, leads, first_deposits, revenue FROM facts
    WHERE ${columns.id} = {subject:UInt32} AND at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
      AND (clicks_ OR leads != 0 OR first_deposits != 0 OR revenue != 0)) f ON f.visitor_id = e.visitor_id
  GROUP BY e.visitor_id)
GROUP BY variant`;

/** The visitors of every variant of a test, as known at `until`. */
export async function countArms(
  clickhouse: ClickHouse,
  subject: Subject,
  test: {
    subjectId: number;
    plan: Pick<TestPlan, 'goal' | 'windowHours' | 'revenueCap'>;
    variantIds: number[];
    from: Date;
    until: Date;
  },
): Promise<ArmCounts[]> {
  const { plan, from, until, subjectId, variantIds } = test;
  const params = {
    subject: subjectId,
    variants: variantIds,
    from,
    until,
    hours: plan.windowHours,
    cap: plan.revenueCap,
  };
  const rows = await clickhouse.query(countsSql(subject, plan.goal), params, { parse: engineRow(armRow) });
  return rows.map((row) => ({
    id: row.variant,
    exposed: row.exposed,
    visitors: row.visitors,
    converted: row.converted,
    guardrails: {
      leads: { sum: row.leads, squares: row.leadSquares },
      firstDeposits: { sum: row.deposits, squares: row.depositSquares },
      revenue: { sum: row.earned, squares: row.earnedSquares },
    },
  }));
}

const BASELINE_DAYS = 28;

/** Visitors and conversions of the last weeks, for planning. */
export async function readBaseline(
  clickhouse: ClickHouse,
  subject: Subject,
  { subjectId, goal, now, variantIds }: { subjectId: number; goal: TestGoal; now: Date; variantIds: number[] },
): Promise<{ visitors: number; converted: number; days: number }> {
  const windowHours = TEST_GOALS.find(({ value }) => value === goal)?.hours ?? 1;
  const from = new Date(now.getTime() - BASELINE_DAYS * DAY_MS);
  const plan = { goal, windowHours, revenueCap: CAP_WITHOUT_HISTORY };
  const arms = await countArms(clickhouse, subject, { subjectId, plan, variantIds, from, until: now });
  const sum = (of: (arm: ArmCounts) => number): number => arms.reduce((total, arm) => total + of(arm), 0);
  return { visitors: sum((arm) => arm.visitors), converted: sum((arm) => arm.converted), days: BASELINE_DAYS };
}

/** The amount above which the revenue of one visitor is cut: a quantile of the last 90 days. */
export async function readRevenueCap(
  clickhouse: ClickHouse,
  { columns }: Subject,
  { subjectId, now }: { subjectId: number; now: Date },
): Promise<number> {
  const [cap] = await clickhouse.query(
    `SELECT quantileExact(${CAP_QUANTILE})(earned) AS cap, count() AS visitors FROM (
       SELECT visitor_id, toFloat64(sum(revenue)) AS earned FROM facts
       WHERE ${columns.id} = {subject:UInt32} AND at >= {from:DateTime64(3, 'UTC')} GROUP BY visitor_id HAVING earned > 0)`,
    { subject: subjectId, from: new Date(now.getTime() - 90 * DAY_MS) },
    { parse: (row) => (Number(row.visitors) === 0 ? CAP_WITHOUT_HISTORY : Number(row.cap)) },
  );
  return cap ?? CAP_WITHOUT_HISTORY;
}
