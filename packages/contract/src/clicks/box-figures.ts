/** The figures of a campaign box for the last 24 hours. */
import type { StatsRow } from '../stats/answer.ts';
import { type MetricId, metric } from '../stats/metrics.ts';

/** The metrics shown for a box and its campaigns. */
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
  /** When the newest counted fact was recorded; null if there is none. */
  freshness: string | null;
  /** By campaign, most clicks first. Clicks that no campaign took have id 0. */
  campaigns: { id: number; name: string; stats: StatsRow['stats'] }[];
  totals: StatsRow['stats'];
}
