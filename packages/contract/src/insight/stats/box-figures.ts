/** The figures of a campaign box for the last 24 hours. */
import { z } from 'zod';
import { statsSchema } from './answer.ts';
import { type MetricId, metric } from './metrics.ts';

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

export const boxFiguresSchema = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** All data before this instant is counted. */
  completeUntil: z.iso.datetime(),
  /** By campaign, most clicks first. Clicks that no campaign took have id 0. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), stats: statsSchema })),
  totals: statsSchema,
});
export type BoxFigures = z.infer<typeof boxFiguresSchema>;
