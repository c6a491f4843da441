/** What a campaign box did in its last 24 hours. */
import type { StatsRow } from '../stats/answer.ts';
import { type MetricId, metric } from '../stats/metrics.ts';

/** The metrics that are shown of a box and of its campaigns. */
export const BOX_FIGURES: readonly MetricId[] = [
  metric.visits.id,
  metric.clickouts.id,
  metric.leads.id,
  metric.firstDeposits.id,
  metric.revenue.id,
  metric.earningsPerClick.id,
  metric.profit.id,
];
export const BOX_HOURS = 24;

export interface BoxFigures {
  /** ISO 8601, UTC. */
  from: string;
  until: string;
  /** When the newest fact counted was recorded; null when there is none. */
  freshness: string | null;
  /** By campaign, the busiest first; clicks that no campaign took stand under id 0. */
  campaigns: { id: number; name: string; stats: StatsRow['stats'] }[];
  totals: StatsRow['stats'];
}
