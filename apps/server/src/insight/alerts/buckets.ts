/** The series of an alert on a grid of hours, or of days. */

import { addDays, type Day, dayIn, startOfDay } from '@signpost/contract/dates/dates.ts';
import { type AlertDefinition, questionOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import type { Metric } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsEngine } from '../stats/run.ts';
import { HOUR_MS, type HourGrid, hourGrid } from './engine/hours.ts';
import { type ReadSeries, readSeries } from './series.ts';

export const floorHour = (instant: Date): number => Math.floor(instant.getTime() / HOUR_MS);

export interface HourSeries {
  grid: HourGrid;
  until: number;
  timeZone: string;
  whole: ReadSeries;
  items: ReadSeries[];
}

export async function readHours(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, hours }: { until: Date; hours: number },
): Promise<HourSeries> {
  const question = questionOfAlert(definition, until);
  const first = floorHour(until) - hours;
  const asked = {
    question,
    metric,
    bucket: 'hour' as const,
    from: new Date(first * HOUR_MS),
    until: new Date(floorHour(until) * HOUR_MS),
  };
  const read = await readSeries(engine, asked, definition.watchEach);
  return { grid: hourGrid(first, hours, question.timeZone), until: hours, timeZone: question.timeZone, ...read };
}

export const hourKey = ({ first }: HourGrid, hour: number): string => String((first + hour) * HOUR_MS);
export const instantOf = ({ first }: HourGrid, hour: number): Date => new Date((first + hour) * HOUR_MS);

export function countsOf({ values }: ReadSeries, grid: HourGrid): Float64Array {
  const counts = new Float64Array(grid.slots.length);
  for (let hour = 0; hour < counts.length; hour += 1) counts[hour] = Math.max(0, values.get(hourKey(grid, hour)) ?? 0);
  return counts;
}

export interface DaySeries {
  days: Day[];
  timeZone: string;
  whole: ReadSeries;
  items: ReadSeries[];
}

export async function readDays(
  engine: StatsEngine,
  definition: AlertDefinition,
  metric: Metric,
  { until, count }: { until: Date; count: number },
): Promise<DaySeries> {
  const question = questionOfAlert(definition, until);
  const { timeZone } = question;
  const today = dayIn(until, timeZone);
  const days = Array.from({ length: count }, (_, index) => addDays(today, index - count));
  const asked = {
    question,
    metric,
    bucket: 'day' as const,
    from: startOfDay(days[0] ?? today, timeZone),
    until: startOfDay(today, timeZone),
  };
  return { days, timeZone, ...(await readSeries(engine, asked, definition.watchEach)) };
}

/** Days without facts are 0 for sums, and empty for ratios and before the first fact. */
export function dayValues({ values }: ReadSeries, days: readonly Day[], metric: Metric): (number | null)[] {
  let hasBegun = false;
  return days.map((day) => {
    const value = values.get(day);
    hasBegun ||= value !== undefined;
    if (value !== undefined) return value;
    if (hasBegun && metric.additive) return 0;
    return null;
  });
}
