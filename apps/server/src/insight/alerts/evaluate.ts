/** Evaluates an alert: reads its series and says what is not as usual (docs/product/alerts.md). */

import { addDays, type Day, dayIn, startOfDay } from '@signpost/contract/dates/dates.ts';
import { type AlertDefinition, isCount, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import type { Metric } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsEngine } from '../stats/run.ts';
import { countsOf, dayValues, floorHour, type HourSeries, instantOf, readDays, readHours } from './buckets.ts';
import { shapesOf, watchCounts } from './engine/counts.ts';
import { watchDays } from './engine/days.ts';
import { isHoliday, WEEK_HOURS } from './engine/hours.ts';
import { SHAPE_HOURS } from './engine/shape.ts';
import { evaluateThresholds } from './evaluate-thresholds.ts';
import type { Evaluation, EvaluationInput, Finding } from './findings.ts';

const DAY_HISTORY = 63;
const TWO_YEARS = 730;
/** Enough for a change to be noticed, and to have stayed. */
export const LIVE_DAYS = 28;

/** Errors: VALIDATION, EngineError. */
export async function evaluateAlert(
  engine: StatsEngine,
  definition: AlertDefinition,
  input: EvaluationInput,
): Promise<Evaluation> {
  const metric = metricOfAlert(definition);
  const { rule } = definition;
  if (rule.kind === 'usual') {
    if (isCount(metric)) return await usualHours(engine, definition, metric, input);
    return await usualDays(engine, definition, metric, input);
  }
  return await evaluateThresholds(engine, definition, metric, { ...input, rule });
}

async function usualHours(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, days, restarts }: EvaluationInput,
): Promise<Evaluation> {
  const walked = Math.ceil((days * 24) / WEEK_HOURS) * WEEK_HOURS;
  const read = await readHours(engine, definition, metric, { until, hours: SHAPE_HOURS + walked });
  const { grid, whole, items } = read;
  const watched = items.length + 1;
  const input = { grid, from: SHAPE_HOURS, until: read.until, watched };
  const wholeCounts = countsOf(whole, grid);
  const parent = shapesOf({ ...input, counts: wholeCounts });
  const evaluation: Evaluation = {
    unit: 'hour',
    findings: [],
    watched: 0,
    tooYoung: 0,
    tooFew: 0,
    delayHours: null,
    points: [],
  };
  for (const series of [whole, ...items]) {
    const isWhole = series === whole;
    const counts = isWhole ? wholeCounts : countsOf(series, grid);
    const since = (restarts?.get(series.key) ?? []).map((at) => Math.max(0, floorHour(at) - grid.first));
    const own = { ...input, counts, restarts: since };
    const result = isWhole ? watchCounts(own, parent) : watchCounts({ ...own, parent });
    evaluation[result.state] += 1;
    const { suspicion } = result;
    for (const alarm of result.alarms)
      evaluation.findings.push({
        series: series.key,
        name: series.name,
        kind: alarm.direction,
        startedAt: instantOf(grid, alarm.start),
        // The hour is over when its count is known.
        raisedAt: instantOf(grid, alarm.raised + 1),
        endedAt: alarm.ended === null ? null : instantOf(grid, alarm.ended),
        ending: alarm.ending,
        expected: alarm.expected,
        seen: alarm.seen,
      });
    if (suspicion !== null)
      evaluation.findings.push({
        series: series.key,
        name: series.name,
        kind: suspicion.direction,
        startedAt: instantOf(grid, suspicion.start),
        raisedAt: null,
        endedAt: null,
        ending: null,
        expected: sumBetween(result.expected, suspicion.start, read.until),
        seen: sumBetween(counts, suspicion.start, read.until),
      });
    if (!isWhole) continue;
    evaluation.delayHours = result.delayHours;
    evaluation.points = pointsOf(read, counts, result.expected);
  }
  return evaluation;
}

function sumBetween(values: Float64Array, from: number, until: number): number {
  let sum = 0;
  for (let index = from; index < until; index += 1) sum += values[index] || 0;
  return sum;
}

/** Hours summed up by day. */
function pointsOf({ grid, until, timeZone }: HourSeries, counts: Float64Array, expected: Float64Array) {
  const points = new Map<Day, { at: Day; seen: number; expected: number | null }>();
  for (let hour = SHAPE_HOURS; hour < until; hour += 1) {
    const at = dayIn(instantOf(grid, hour), timeZone);
    const point = points.get(at) ?? { at, seen: 0, expected: null };
    point.seen += counts[hour] ?? 0;
    const mean = expected[hour] ?? Number.NaN;
    if (!Number.isNaN(mean)) point.expected = (point.expected ?? 0) + mean;
    points.set(at, point);
  }
  return [...points.values()];
}

async function usualDays(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, days: walked, restarts }: EvaluationInput,
): Promise<Evaluation> {
  const history = definition.watchEach === null ? TWO_YEARS : DAY_HISTORY;
  const read = await readDays(engine, definition, metric, { until, count: history + walked });
  const { days, timeZone, whole, items } = read;
  const weekdays = days.map((day) => new Date(`${day}T00:00:00Z`).getUTCDay());
  const holidays = days.map(isHoliday);
  const startAt = (index: number) => startOfDay(days[index] ?? addDays(days.at(-1) ?? '', 1), timeZone);
  const findings: Finding[] = [];
  const states = { watched: 0, tooYoung: 0 };
  let points: Evaluation['points'] = [];
  for (const series of [whole, ...items]) {
    const values = dayValues(series, days, metric);
    const since = (restarts?.get(series.key) ?? []).map((at) => days.indexOf(dayIn(at, timeZone)));
    const result = watchDays({ values, weekdays, holidays, from: history, restarts: since });
    states[result.state] += 1;
    for (const { direction, start, ended, ending, expected, seen } of result.alarms) {
      const length = metric.additive ? 1 : (ended ?? days.length) - start;
      findings.push({
        series: series.key,
        name: series.name,
        kind: direction,
        startedAt: startAt(start),
        raisedAt: startAt(start + 1),
        endedAt: ended === null ? null : startAt(ended),
        ending,
        expected: expected / length,
        seen: seen / length,
      });
    }
    if (series === whole)
      points = days.slice(history).map((at, index) => ({
        at,
        seen: values[history + index] ?? null,
        expected: nullIfEmpty(result.expected[history + index]),
      }));
  }
  return { unit: 'day', findings, ...states, tooFew: 0, delayHours: null, points };
}

const nullIfEmpty = (value: number | undefined): number | null => {
  if (value === undefined || Number.isNaN(value)) return null;
  return value;
};
