/** How a chart shows a question: as lines or bars, one series or several (docs/product/statistics.md#charts). */
import { z } from 'zod';
import { itemIdSchema } from './dimension-schemas.ts';
import type { ItemId } from './dimensions.ts';
import { metricIdSchema } from './metric-schema.ts';
import { isMetricId, type MetricId, metricOf } from './metrics.ts';

/** The forms of a chart. `stacked` adds the series up, so it needs several that have a sum. */
export const CHART_KINDS = ['line', 'bars', 'stacked'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The numbers of top items that a chart can show, and the number of metrics. Each has a colour of its own. */
export const CHART_TOPS = [3, 5, 8] as const;
export const CHART_METRICS = 4;

/** Whether these metrics can be drawn on two axes: there are at most two units among them. */
export function fitOneChart(ids: readonly MetricId[]): boolean {
  return new Set(ids.map((id) => metricOf(id).format)).size <= 2;
}

/** Whether these metrics can be stacked: each adds up, and all have one unit. */
export function canStack(ids: readonly MetricId[]): boolean {
  return ids.every((id) => metricOf(id).additive && metricOf(id).format === metricOf(ids[0] ?? id).format);
}

const top = z
  .union([z.number(), z.string().regex(/^\d$/, 'Must be a number of items.')])
  .transform(Number)
  .pipe(z.literal(CHART_TOPS));

/** The chart of a question. Without `top` and `metrics`, it shows the king stat. */
export const chartSchema = z
  .strictObject({
    kind: z.enum(CHART_KINDS).default('line'),
    /** A series for each of the items with the highest king stat. */
    top: top.optional(),
    /** A series for each of these metrics. */
    metrics: z.array(metricIdSchema).min(2).max(CHART_METRICS).optional(),
  })
  .superRefine(({ kind, top: count, metrics }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (metrics === undefined) {
      if (kind === 'stacked' && count === undefined) refuse('kind', 'Choose several series to stack them.');
      return;
    }
    // Ids that no metric has are refused already.
    if (!metrics.every(isMetricId)) return;
    if (count !== undefined) refuse('metrics', 'A chart shows several items or several metrics, not both.');
    if (new Set(metrics).size < metrics.length) refuse('metrics', 'A metric is listed twice.');
    if (!fitOneChart(metrics)) refuse('metrics', 'Metrics of one chart can have at most two units.');
    if (kind === 'stacked' && !canStack(metrics))
      refuse('kind', 'These metrics do not add up, so they cannot be stacked.');
  });
export type Chart = Readonly<z.output<typeof chartSchema>>;

/** One series of a chart: an item's king stat, or a metric. */
export const chartLineSchema = z.strictObject({
  /** The item; null for a metric, and for the items that have no series of their own. */
  item: itemIdSchema.nullable(),
  name: z.string(),
  metric: z.int(),
  /** One value for each step. */
  values: z.array(z.union([z.number(), z.string(), z.null()])),
});

/** The answer of `statistics/chart`. */
export const chartDataSchema = z.strictObject({
  unit: z.enum(['hour', 'day', 'week']),
  /** The start of each step in the requested zone. */
  at: z.array(z.string()),
  lines: z.array(chartLineSchema),
});
export type ChartData = z.infer<typeof chartDataSchema>;
export type ChartLine = ChartData['lines'][number];

/** A stable key of a series. */
export const chartLineKey = ({ item, metric }: { item: ItemId | null; metric: number }): string =>
  `${metric} ${item === null ? 'all' : item}`;
