/** The figures beside the records of a list: how each of them does today and in the last seven days. */
import { z } from 'zod';
import type { EntityDefinition } from '../../define/entity.ts';
import type { EntityName } from '../../define/entity-names.ts';
import { metricValueSchema, statsSchema } from './answer.ts';
import type { DimensionKey } from './dimensions.ts';
import { type MetricId, metric } from './metrics.ts';

/** The metrics shown for each record, in the order of their columns. */
export const LIST_FIGURES: readonly MetricId[] = [
  metric.visits.id,
  metric.clickouts.id,
  metric.earningsPerClick.id,
  metric.revenue.id,
  metric.profit.id,
];

/** The metric that is also shown day by day. */
export const LIST_TREND: MetricId = metric.profit.id;

/** The periods of the figures, in words of the date ranges. */
export const FIGURE_PERIODS = ['today', 'last7Days'] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];
export const FIGURE_PERIOD_LABELS: Readonly<Record<FigurePeriod, string>> = { today: 'Today', last7Days: '7 days' };

/** The number of records that can be asked about at once: the largest page of a list. */
export const FIGURES_MAX_RECORDS = 500;

/** The dimension that counts the facts of an entity's records. */
const DIMENSION_OF: ReadonlyMap<string, DimensionKey> = new Map<EntityName, DimensionKey>([
  ['campaignBox', 'campaign_box'],
  ['seoCampaignBox', 'campaign_box'],
  ['campaign', 'campaign'],
  ['partner', 'partner'],
  ['publisher', 'publisher'],
  ['trafficSource', 'traffic_source'],
  ['website', 'website'],
  ['offer', 'offer'],
]);

/** The dimension of an entity whose list shows figures; undefined for all others. */
export function figuresDimension({ name }: Pick<EntityDefinition, 'name'>): DimensionKey | undefined {
  return DIMENSION_OF.get(name);
}

export const listFiguresSchema = z.array(
  z.strictObject({
    id: z.number(),
    today: statsSchema,
    last7Days: statsSchema,
    /** The profit of each of the last seven days, the oldest first; a decimal as text. */
    trend: z.array(metricValueSchema),
  }),
);
export type ListFigures = z.infer<typeof listFiguresSchema>[number];

/** The key that sorts a list by a figure of a period. */
export function figureOrder(id: MetricId, period: FigurePeriod): string {
  return `figure-${id}-${period}`;
}

/** The figure and period that a list is sorted by; undefined if it is sorted by something else. */
export function readFigureOrder(orderBy: string | undefined): { id: MetricId; period: FigurePeriod } | undefined {
  for (const id of LIST_FIGURES)
    for (const period of FIGURE_PERIODS) if (figureOrder(id, period) === orderBy) return { id, period };
  return undefined;
}
