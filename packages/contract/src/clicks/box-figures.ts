/** What a campaign box did in its last 24 hours. */
import type { StatsRow } from '../stats/answer.ts';
import type { MetricId } from '../stats/metrics.ts';

/** Visits, click-outs, leads, first deposits, revenue, EPC and the king stat of the global tab (profit). */
export const BOX_FIGURES: readonly MetricId[] = [1, 13, 7, 9, 11, 16, 19];
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
