/** Evaluates thresholds that people set. */

import { addDays, type Day, dayIn, startOfDay, weekdayOf } from '@signpost/contract/dates/dates.ts';
import type { AlertDefinition } from '@signpost/contract/insight/alerts/alert.ts';
import { includesInstant } from '@signpost/contract/insight/alerts/hours.ts';
import type { Metric } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsEngine } from '../stats/run.ts';
import { dayValues, hourKey, instantOf, readDays, readHours } from './buckets.ts';
import { crossings } from './engine/thresholds.ts';
import type { Evaluation, EvaluationInput, Finding } from './findings.ts';
import type { ReadSeries } from './series.ts';

type ThresholdInput = EvaluationInput & { rule: Extract<AlertDefinition['rule'], { kind: 'threshold' }> };

/** Errors: VALIDATION, EngineError. */
export async function evaluateThresholds(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, days: walked, rule }: ThresholdInput,
): Promise<Evaluation> {
  const limit = metric.format === 'percent' ? rule.value / 100 : rule.value;
  const asked = { until, days: walked };
  const { whole, items, list, isMeasured, instant, points } = await READ[rule.unit](engine, definition, metric, asked);
  const findings = [whole, ...items].flatMap((series) => {
    const values = list(series).map((value, index) => (isMeasured[index] === true ? value : null));
    return crossings(values, { ...rule, value: limit }).map(
      ({ start, raised, ended }): Finding => ({
        series: series.key,
        name: series.name,
        kind: rule.comparison,
        startedAt: instant(start),
        raisedAt: raised === null ? null : instant(raised + 1),
        ...endOf(ended, instant),
        expected: limit,
        seen: values.slice(start, ended ?? undefined).findLast((value) => value !== null) ?? 0,
      }),
    );
  });
  const watched = items.length + 1;
  return { unit: rule.unit, findings, watched, tooYoung: 0, tooFew: 0, delayHours: null, points: points(limit) };
}

function endOf(ended: number | null, instant: ThresholdSeries['instant']): Pick<Finding, 'endedAt' | 'ending'> {
  if (ended === null) return { endedAt: null, ending: null };
  return { endedAt: instant(ended), ending: 'back' };
}

const READ = { hour: thresholdHours, day: thresholdDays } as const;

interface ThresholdSeries {
  whole: ReadSeries;
  items: ReadSeries[];
  list(series: ReadSeries): (number | null)[];
  /** By index: whether the hours of the alert include it. The values of the others neither cross a limit nor end a span. */
  isMeasured: boolean[];
  instant(index: number): Date;
  points(limit: number): Evaluation['points'];
}

/** The value of a day after one more of its hours: the sum of its hours, or the last one if the metric does not add up. */
function valueOfDay({ additive }: Metric, before: number | null, value: number | null): number | null {
  if (value === null) return before;
  if (additive) return (before ?? 0) + value;
  return value;
}

async function thresholdHours(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, days }: { until: Date; days: number },
): Promise<ThresholdSeries> {
  const hours = days * 24;
  const { grid, whole, items, timeZone } = await readHours(engine, definition, metric, { until, hours });
  const list = ({ values }: ReadSeries) =>
    Array.from({ length: hours }, (_, hour) => values.get(hourKey(grid, hour)) ?? (metric.additive ? 0 : null));
  const seen = new Map<Day, number | null>();
  list(whole).forEach((value, hour) => {
    const day = dayIn(instantOf(grid, hour), timeZone);
    const before = seen.get(day) ?? null;
    seen.set(day, valueOfDay(metric, before, value));
  });
  const isMeasured = Array.from(
    { length: hours },
    (_, hour) => definition.hours === null || includesInstant(definition.hours, timeZone, instantOf(grid, hour)),
  );
  return {
    whole,
    items,
    list,
    isMeasured,
    instant: (index) => instantOf(grid, index),
    points: () => [...seen].map(([at, value]) => ({ at, seen: value, expected: null })),
  };
}

async function thresholdDays(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, days: count }: { until: Date; days: number },
): Promise<ThresholdSeries> {
  const { days, timeZone, whole, items } = await readDays(engine, definition, metric, { until, count });
  const list = (series: ReadSeries) => dayValues(series, days, metric);
  return {
    whole,
    items,
    list,
    isMeasured: days.map((day) => definition.hours?.days.includes(weekdayOf(day)) ?? true),
    instant: (index) => startOfDay(days[index] ?? addDays(days.at(-1) ?? '', 1), timeZone),
    points: (limit) => list(whole).map((seen, index) => ({ at: days[index] ?? '', seen, expected: limit })),
  };
}
