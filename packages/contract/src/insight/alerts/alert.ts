/** The definition of an alert: what it watches, and when it fires (docs/product/alerts.md). */
import { z } from 'zod';
import { isTimeZone } from '../../dates/dates.ts';
import { isTabName } from '../../routes/tab-names.ts';
import { frozenQuestionSchema } from '../reports/report.ts';
import { dimensionSchema } from '../stats/dimension-schemas.ts';
import { dimensionOf } from '../stats/dimensions.ts';
import { isMetricId, type Metric, type MetricId, metric, metricOf } from '../stats/metrics.ts';
import { readQuestion, type StatsQuestion } from '../stats/query.ts';
import { tabOf } from '../stats/tabs/index.ts';
import { alertHoursSchema } from './hours.ts';

export const ALERT_LIMITS = {
  /** Items that one alert watches, the largest first. */
  series: 500,
  recipients: 50,
  times: 168,
  lookBackDays: 90,
} as const;

const thresholdSchema = z.strictObject({
  kind: z.literal('threshold'),
  comparison: z.enum(['below', 'above']),
  value: z.number().min(-1e12).max(1e12),
  unit: z.enum(['hour', 'day']),
  /** How many hours or days in a row. */
  times: z.int().min(1).max(ALERT_LIMITS.times),
});

const alertRuleSchema = z.discriminatedUnion('kind', [
  /** Compares with the usual values of the series; there is nothing to set. */
  z.strictObject({ kind: z.literal('usual') }),
  thresholdSchema,
]);

export const alertDefinitionSchema = z
  .strictObject({
    /** A question of the statistics: its king stat is watched, within its selection and filters. Its days do not matter. */
    question: frozenQuestionSchema,
    /** Also watches each item of this dimension. */
    watchEach: dimensionSchema.nullable().default(null),
    rule: alertRuleSchema.default({ kind: 'usual' }),
    /** The hours in which a threshold is measured and people are told; null means always. */
    hours: alertHoursSchema.nullable().default(null),
  })
  .superRefine(({ question, watchEach, rule }, context) => {
    if (watchEach !== null && dimensionOf(watchEach).source.kind === 'time')
      context.addIssue({ code: 'custom', path: ['watchEach'], message: 'Choose a dimension that is no time.' });
    const id = watchedMetric(question);
    if (id === null) return;
    if (metricOf(id).formula.kind === 'distinct')
      context.addIssue({
        code: 'custom',
        path: ['question', 'kingstat'],
        message: 'Unique visitors cannot be watched.',
      });
    if (rule.kind === 'threshold' && rule.unit === 'hour' && metricOf(id).format === 'percent' && rule.value > 100)
      context.addIssue({ code: 'custom', path: ['rule', 'value'], message: 'Enter a percentage up to 100.' });
  });
export type AlertDefinition = z.output<typeof alertDefinitionSchema>;

function watchedMetric(question: Readonly<Record<string, unknown>>): MetricId | null {
  const { kingstat, tab } = question;
  const id = Number(kingstat ?? (isTabName(tab) ? tabOf(tab).defaultKingStat : Number.NaN));
  if (isMetricId(id)) return id;
  return null;
}

/** The metric that a definition watches. */
export function metricOfAlert({ question }: Pick<AlertDefinition, 'question'>): Metric<MetricId> {
  return metricOf(watchedMetric(question) ?? metric.visits.id);
}

/** The time zone whose days and hours a definition means. */
export const timeZoneOfAlert = ({ question: { timeZone } }: Pick<AlertDefinition, 'question'>): string => {
  if (isTimeZone(timeZone)) return timeZone;
  return 'UTC';
};

/** Whether a metric is watched by hour, as a count; money and ratios are watched by day. */
export const isCount = ({ format, additive }: Metric): boolean => format === 'integer' && additive;

/** The question of a definition, with any days. Errors: VALIDATION. */
export function questionOfAlert({ question }: Pick<AlertDefinition, 'question'>, now: Date): StatsQuestion {
  const { compare: _, knownOn: __, ...raw } = question;
  const tab = isTabName(raw.tab) ? raw.tab : 'global';
  return readQuestion(tabOf(tab), raw, now);
}
