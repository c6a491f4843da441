/** What a campaign box did in its last 24 hours. */
import { z } from 'zod';
import { statsSchema } from '../stats/answer.ts';
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

export const boxFiguresSchema = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** When the newest fact counted was recorded; null when there is none. */
  freshness: z.iso.datetime().nullable(),
  /** By campaign, the busiest first; clicks that no campaign took stand under id 0. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), stats: statsSchema })),
  totals: statsSchema,
});
export type BoxFigures = z.infer<typeof boxFiguresSchema>;
