/** The observations of a box's campaigns: clicks by age, conversions, their delays and their earnings. */
import { WEIGHT_DAYS, type WeightMetric } from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { engineRow } from '../../../platform/rows.ts';
import type { Arm } from './weigh.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Only clicks that the box's allocation decided, because visitors sent by a rule are a different population. */
const OWN = `campaign_box_id = {box:UInt32} AND rule_id = 0 AND has({campaigns:Array(UInt32)}, campaign_id)
  AND at >= {from:DateTime64(3, 'UTC')} AND click_at >= {from:DateTime64(3, 'UTC')} AND click_at < {until:DateTime64(3, 'UTC')}`;

const CLICKS = `SELECT campaign_id, dateDiff('hour', at, {until:DateTime64(3, 'UTC')}) AS age, sum(visits) AS clicks
FROM facts WHERE ${OWN} AND kind = 'visit' GROUP BY campaign_id, age`;

const CONVERTS: Readonly<Record<WeightMetric, string>> = { epc: 'revenue > 0', ftd_rate: 'first_deposits > 0' };
const HAS_CONVERTED: Readonly<Record<WeightMetric, string>> = { epc: 'earned > 0', ftd_rate: 'deposits > 0' };

/** A click whose conversions were all taken back (by a chargeback or a correction) counts as not converted. */
const conversionsSql = (metric: WeightMetric): string => `SELECT campaign_id, count() AS conversions,
  sum(delay) / 3600 AS delays, toFloat64(sum(earned)) AS earned
FROM (SELECT campaign_id, click_id, sum(first_deposits) AS deposits, sum(revenue) AS earned,
    dateDiff('second', min(click_at), minIf(at, ${CONVERTS[metric]})) AS delay
  FROM facts WHERE ${OWN} AND (first_deposits != 0 OR revenue != 0) GROUP BY campaign_id, click_id
  HAVING ${HAS_CONVERTED[metric]})
GROUP BY campaign_id`;

const clicksRow = z.object({ campaignId: z.number(), age: z.number(), clicks: z.number() });
const conversionsRow = z.object({
  campaignId: z.number(),
  conversions: z.number(),
  delays: z.number(),
  earned: z.number(),
});

const knownOf = (row: z.infer<typeof conversionsRow> | undefined): Omit<Arm, 'clicks'> => ({
  conversions: row?.conversions ?? 0,
  delays: row?.delays ?? 0,
  earned: row?.earned ?? 0,
});

/** One arm for each campaign, in the order of the campaigns. */
export async function readArms(
  clickhouse: ClickHouse,
  { box, campaigns }: { box: number; campaigns: readonly number[] },
  metric: WeightMetric,
  now: Date,
): Promise<Arm[]> {
  const params = { box, campaigns: [...campaigns], from: new Date(now.getTime() - WEIGHT_DAYS * DAY_MS), until: now };
  const [clicks, conversions] = await Promise.all([
    clickhouse.query(CLICKS, params, {
      parse: engineRow(clicksRow),
    }),
    clickhouse.query(conversionsSql(metric), params, {
      parse: engineRow(conversionsRow),
    }),
  ]);
  return campaigns.map((id) => ({
    clicks: clicks
      .filter(({ campaignId }) => campaignId === id)
      // The middle of its hour.
      .map(({ age, clicks: count }) => ({ age: age + 0.5, clicks: count })),
    ...knownOf(conversions.find(({ campaignId }) => campaignId === id)),
  }));
}

/** The hour of a moment, used as the seed of a round, so that the same hour gives the same result. */
export const hourOf = (now: Date): number => Math.floor(now.getTime() / HOUR_MS);
